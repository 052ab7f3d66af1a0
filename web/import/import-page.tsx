import { Alert, FileButton, Progress, Text } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useState } from 'react'
import { Failure } from '../api/answered.ts'
import { Button } from '../kit/button.tsx'
import { Soft } from '../kit/dimmed.tsx'
import { useFocusAt } from '../kit/hooks.ts'
import { Icon } from '../kit/icon.tsx'
import { Loading, useFailureText } from '../kit/message.tsx'
import { ManageLayout } from '../manage/manage-layout.tsx'
import { useSession } from '../session/session.tsx'
import { useLanguage, useWords } from '../words/language.tsx'
import styles from './import.module.css'
import { importWords } from './import-words.ts'
import { type ImportState, useImporter } from './importer.ts'
import { isOpen, type Plan } from './plan.ts'
import { PlanView } from './plan-view.tsx'
import { RunView } from './run-view.tsx'

/** Importing a file: choose it, see what would become of its rows, import it. */
export default function ImportPage() {
  const words = useWords(importWords)
  const { may } = useSession()
  const importer = useImporter()
  const { plan, sending, isBusy } = importer.state
  const isEmpty = !plan && !sending
  return (
    <ManageLayout
      title={words.title}
      {...(isEmpty && { lead: words.lead })}
      needs={may('create') ? 'create' : 'update'}
      isWide={plan !== undefined}
    >
      {sending && <Sending sending={sending} />}
      {isEmpty && isBusy && <Loading />}
      {isEmpty && !isBusy && <FileDrop onFile={importer.choose} />}
      {isEmpty && <Refusal failure={importer.state.failure} />}
      {plan && !sending && (
        <>
          <FileBar plan={plan} onAnother={importer.drop} />
          {isOpen(plan) ? <PlanView plan={plan} importer={importer} /> : <RunView plan={plan} importer={importer} />}
        </>
      )}
    </ManageLayout>
  )
}

const accepted = '.xlsx,.csv,.tsv,.txt,.json,.geojson,.ndjson,.jsonl,.gz'

/** Takes a file that is dropped or chosen. */
function FileDrop({ onFile }: { readonly onFile: (file: File) => void }) {
  const words = useWords(importWords)
  const [isOver, setOver] = useState(false)
  // A file that misses the frame is taken all the same: the browser would open it and leave the page.
  useWindowEvent('dragover', (event) => {
    event.preventDefault()
    setOver(true)
  })
  useWindowEvent('dragleave', ({ relatedTarget }) => relatedTarget === null && setOver(false))
  useWindowEvent('drop', (event) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer?.files ?? []
    if (file) onFile(file)
  })
  return (
    <section className={styles.drop} data-over={isOver} aria-label={words.drop}>
      <Icon name="upload" size={30} />
      <Text fw={550}>{words.drop}</Text>
      <FileButton accept={accepted} onChange={(file) => file && onFile(file)}>
        {(props) => (
          <Button {...props} variant="light">
            {words.choose}
          </Button>
        )}
      </FileButton>
      <Soft>{words.kinds}</Soft>
    </section>
  )
}

/** The reason why a file was not taken, or is gone. */
function Refusal({ failure }: Pick<ImportState, 'failure'>) {
  const words = useWords(importWords)
  const failureText = useFailureText()
  if (failure === undefined) return null
  const isGone = failure instanceof Failure && failure.status === 404
  return (
    <Alert color="red" className={styles.note}>
      {isGone ? words.gone : failureText(failure)}
    </Alert>
  )
}

function Sending({ sending: { name, part } }: { readonly sending: NonNullable<ImportState['sending']> }) {
  const words = useWords(importWords)
  const text = part < 1 ? words.sending(name) : words.reading(name)
  return (
    <div role="status" className={styles.section}>
      <Text mb="xs">{text}</Text>
      <Progress value={100 * part} animated={part >= 1} aria-label={text} />
    </div>
  )
}

const formats = { csv: 'CSV', geojson: 'GeoJSON', ndjson: 'NDJSON', xlsx: 'Excel' } as const

/** The file, and what it is. */
function FileBar({ plan, onAnother }: { readonly plan: Plan; readonly onAnother: () => void }) {
  const words = useWords(importWords)
  const { language } = useLanguage()
  const title = useFocusAt<HTMLSpanElement>(plan.id)
  const { name, format, encoding, rows } = plan.file
  const spoken = plan.understanding?.language
  const named = spoken && new Intl.DisplayNames(language, { type: 'language' }).of(spoken)
  const facts = [formats[format], encoding?.toUpperCase(), words.rows(rows), named && words.headingsIn(named)]
  return (
    <div className={`framed ${styles.file}`}>
      <Icon name="list" />
      <span ref={title} tabIndex={-1} className={styles.fileName}>
        {name}
      </span>
      <Soft span>{facts.filter(Boolean).join(' · ')}</Soft>
      {plan.execution.phase !== 'running' && (
        <Button variant="subtle" size="sm" style={{ marginLeft: 'auto' }} onClick={onAnother}>
          {words.another}
        </Button>
      )}
    </div>
  )
}
