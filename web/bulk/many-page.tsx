import { Alert, Anchor, Group, Progress, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { addresses } from '../addresses.ts'
import { failureFrom } from '../api/answered.ts'
import { historyWords } from '../history/history-words.ts'
import { hasKept, KeptPlaces } from '../history/undone.tsx'
import { Button } from '../kit/button.tsx'
import { DataTable } from '../kit/data-table.tsx'
import { Soft } from '../kit/dimmed.tsx'
import { Message } from '../kit/message.tsx'
import { ManageLayout } from '../manage/manage-layout.tsx'
import { useRefusalText } from '../place/field-label.ts'
import { addressOfPlaces } from '../search/search-value.ts'
import { useWords } from '../words/language.tsx'
import styles from './bulk.module.css'
import type { BulkChange } from './bulk-change.ts'
import { BulkChangeForm, nothingChosen } from './bulk-change-form.tsx'
import { useBulkLabel } from './bulk-label.ts'
import { bulkWords } from './bulk-words.ts'
import { type Job, jobRunner, type Refusal, staleStatus, useJob } from './job.ts'
import { PreviewView } from './preview.tsx'
import { changeSelection, countSelected, manyMax, useSelection } from './selection.ts'

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
  const selection = useSelection()
  const { job, run, undo } = useJob()
  const labelOf = useBulkLabel()
  const [chosen, choose] = useState(nothingChosen)
  const [bulk, setBulkChange] = useState<BulkChange>()
  const count = countSelected(selection)
  // Another selection dismisses the result of the last change.
  if (job && (job.todo.length > 0 || count === 0)) {
    const close = () => {
      jobRunner.drop()
      setBulkChange(undefined)
      choose(nothingChosen)
    }
    return (
      <JobView
        job={job}
        onStop={() => jobRunner.stop()}
        onContinue={() => void run()}
        onClose={close}
        onUndo={() => void undo()}
      />
    )
  }
  if (count === 0 || count > manyMax) {
    const isNone = count === 0
    return (
      <Message
        icon="list"
        title={isNone ? words.nothing : words.places(count)}
        text={isNone ? words.nothingText : words.tooMany(manyMax)}
      >
        <Anchor component={Link} href={addresses.explorer}>
          {words.toSearch}
        </Anchor>
      </Message>
    )
  }
  if (bulk) {
    return (
      <PreviewView
        selection={selection}
        bulk={bulk}
        onBack={() => setBulkChange(undefined)}
        onChoice={setBulkChange}
        onStart={(items) => {
          jobRunner.begin(bulk, items, labelOf(bulk))
          // The next choice is for another bulk.
          changeSelection.end()
          void run()
        }}
      />
    )
  }
  return (
    <>
      <Text fw={550} mb="md">
        {words.places(count)}
      </Text>
      <BulkChangeForm chosen={chosen} onChoose={choose} onChoice={setBulkChange} />
    </>
  )
}

interface JobViewProps {
  readonly job: Job
  readonly onStop: () => void
  readonly onContinue: () => void
  readonly onClose: () => void
  readonly onUndo: () => void
}

/** Lists how many places were changed, needed no change, or were refused. */
function countsOf({ changed, unchanged, refusals }: Job, { counts }: (typeof bulkWords)['en']): string {
  const sums = { changed: changed.length, unchanged, refused: refusals.length }
  return (['changed', 'unchanged', 'refused'] as const)
    .filter((name) => sums[name] > 0)
    .map((name) => counts[name](sums[name]))
    .join(', ')
}

/** The progress of a change of many places, and the refused ones with their reasons. */
function JobView({ job, onStop, onContinue, onClose, onUndo }: JobViewProps) {
  const words = useWords(bulkWords)
  const refusalText = useRefusalText()
  const { undoneFor } = useWords(historyWords)
  const { total, todo, changed, refusals, isRunning, halted, undone } = job
  const done = total - todo.length
  const isOver = todo.length === 0
  const heading = isOver ? (undone ? words.undone : words.done) : isRunning ? words.running : words.paused
  return (
    <section aria-labelledby="job">
      <div role="status">
        <Title order={2} size="h4" id="job" mt="md">
          {heading}
        </Title>
      </div>
      <Progress my="sm" value={(100 * done) / Math.max(1, total)} animated={isRunning} aria-label={heading} />
      <Text size="sm">{words.progress(done, total)}</Text>
      <Soft>{undone ? undoneFor(undone.Undone) : countsOf(job, words)}</Soft>
      {halted !== undefined && (
        <Alert color="orange" role="alert" className={styles.note} title={refusalText(failureFrom(halted))}>
          {words.halted}
        </Alert>
      )}
      <Group my="lg">
        {isRunning && !isOver && (
          <Button variant="default" onClick={onStop}>
            {words.stop}
          </Button>
        )}
        {!isRunning && !isOver && <Button onClick={onContinue}>{words.goOn}</Button>}
        {!isRunning && (
          <Button variant="default" onClick={onClose}>
            {isOver ? words.finish : words.giveUp}
          </Button>
        )}
        {isOver && !undone && changed.length > 0 && (
          <Button variant="light" icon="restore" loading={isRunning} onClick={onUndo}>
            {words.undo(changed.length)}
          </Button>
        )}
        {isOver && changed.length > 0 && (
          <Anchor component={Link} href={addressOfPlaces(changed.map(({ id }) => id))}>
            {words.toChanged}
          </Anchor>
        )}
      </Group>
      {undone
        ? hasKept(undone) && <KeptPlaces undone={undone} />
        : refusals.length > 0 && <Refusals refusals={refusals} />}
    </section>
  )
}

function Refusals({ refusals }: { readonly refusals: readonly Refusal[] }) {
  const words = useWords(bulkWords)
  const refusalText = useRefusalText()
  const reasonOf = ({ failure }: Refusal) =>
    failure.status === staleStatus ? words.stale : refusalText(failureFrom(failure))
  return (
    <DataTable
      label={words.refusals}
      rows={refusals}
      keyOf={({ item }) => item.id}
      columns={[
        {
          title: words.refusals,
          className: styles.name,
          cell: ({ item }) => (
            <Link href={addresses.place(item.id)}>
              <bdi>{item.name}</bdi>
            </Link>
          ),
        },
        {
          title: words.reason,
          cell: reasonOf,
        },
      ]}
    />
  )
}
