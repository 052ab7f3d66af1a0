import { Anchor, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { addresses } from '../addresses.ts'
import { Message } from '../kit/message.tsx'
import { ManageLayout } from '../manage/manage-layout.tsx'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.tsx'
import type { Act } from './act.ts'
import { ActForm, nothingChosen } from './act-form.tsx'
import { bulkWords } from './bulk-words.ts'
import { JobView } from './job-view.tsx'
import { PreviewView } from './preview-view.tsx'
import { changeSelection, countSelected, manyMax, useSelection } from './selection.ts'
import { useJob } from './use-job.ts'

/** Changing the places that were selected in the list: what, a preview, and then how far it has come. */
export default function ManyPage() {
  const words = useWords(bulkWords)
  const { job } = useJob()
  return (
    <ManageLayout title={words.title} {...(!job && { lead: words.lead })} needs="update">
      <Many />
    </ManageLayout>
  )
}

function Many() {
  const words = useWords(bulkWords)
  const format = useFormat()
  const selection = useSelection()
  const { job, run, runner } = useJob()
  const [chosen, choose] = useState(nothingChosen)
  const [act, setAct] = useState<Act>()
  const count = countSelected(selection)
  // Whoever has chosen other places is done with what is over.
  if (job && (job.todo.length > 0 || count === 0)) {
    const close = () => {
      runner.drop()
      setAct(undefined)
      choose(nothingChosen)
    }
    return <JobView job={job} onStop={() => runner.stop()} onContinue={() => void run()} onClose={close} />
  }
  if (count === 0 || count > manyMax) {
    const isNone = count === 0
    return (
      <Message
        icon="list"
        title={isNone ? words.nothing : words.places(count, format.number(count))}
        text={isNone ? words.nothingText : words.tooMany(format.number(manyMax))}
      >
        <Anchor component={Link} href={addresses.explorer}>
          {words.toSearch}
        </Anchor>
      </Message>
    )
  }
  if (act) {
    return (
      <PreviewView
        selection={selection}
        act={act}
        onBack={() => setAct(undefined)}
        onStart={(items) => {
          runner.begin(act, items)
          // What is chosen next is chosen for something else.
          changeSelection.end()
          void run()
        }}
      />
    )
  }
  return (
    <>
      <Text fw={550} mb="md">
        {words.places(count, format.number(count))}
      </Text>
      <ActForm chosen={chosen} onChoose={choose} onAct={setAct} />
    </>
  )
}
