import { FileButton, Text } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { count, noCounts } from '../../src/exchange/importing/import-result.ts'
import { useBodySchema } from '../api/document-query.ts'
import { Button } from '../kit/button.tsx'
import { Soft } from '../kit/dimmed.tsx'
import { Icon } from '../kit/icon.tsx'
import { Loading, Note } from '../kit/message.tsx'
import { ManageLayout } from '../manage/manage-layout.tsx'
import { useSession } from '../session/session.tsx'
import { useWords } from '../words/language.tsx'
import { ColumnMapping, DefaultValues, TypeNameMapping } from './column-mapping.tsx'
import { directoryTargets, guessMapping, type Mapping, placeTargets, type Target, type TypeNames } from './headings.ts'
import styles from './import.module.css'
import { importWords } from './import-words.ts'
import { isTable, type Lines, readFile, type Table, UnreadableFile } from './read-file.ts'
import { bodyOf, type Defaults, lookUpNames, noNames, recordsOf } from './records.ts'
import { RunView } from './run-view.tsx'
import { useImport } from './use-import.ts'

/** Importing a file: choose it, say what its columns mean, see what would become of it, import it. */
export default function ImportPage() {
  const words = useWords(importWords)
  const reading = useMutation({
    mutationFn: async (chosen: File) => ({ name: chosen.name, source: await readFile(chosen) }),
    throwOnError: (error) => !(error instanceof UnreadableFile),
  })
  const { data: file, isPending: isReading } = reading
  const fault = reading.error instanceof UnreadableFile ? reading.error : undefined
  const count = file ? (isTable(file.source) ? file.source.rows.length : file.source.lines.length) : 0
  return (
    <ManageLayout title={words.title} lead={words.lead}>
      {isReading && <Loading />}
      {!file && !isReading && <FileDrop onFile={reading.mutate} />}
      {fault && (
        <Note color="red" role="alert" className={styles.note}>
          {words.unreadable[fault.code]} {fault.line !== undefined && words.atLine(fault.line)}
        </Note>
      )}
      {file && (
        <>
          <div className={`framed ${styles.file}`}>
            <Icon name="list" />
            <span className={styles.fileName}>{file.name}</span>
            <Soft span>{words.records(count)}</Soft>
            <Button variant="subtle" size="sm" style={{ marginLeft: 'auto' }} onClick={reading.reset}>
              {words.another}
            </Button>
          </div>
          <FileView key={file.name} source={file.source} />
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

/** A file that has been read, on its way to the service. */
function FileView({ source }: { readonly source: Table | Lines }) {
  const words = useWords(importWords)
  const { api } = useSession()
  const schema = useBodySchema()
  const table = isTable(source) ? source : undefined
  const targets = useMemo(() => {
    if (!schema || !table) return []
    const isDirectory = table.columns.some((column) => column.trim().toLowerCase() === 'kind')
    return isDirectory ? directoryTargets(schema) : placeTargets(schema)
  }, [schema, table])
  const guessed = useMemo(() => (table ? guessMapping(table, targets) : []), [table, targets])
  const [said, say] = useState<Partial<Meaning>>({})
  const { run, isRunning, send, reset, stop } = useImport()
  const meaning: Meaning = { mapping: guessed, defaults: {}, typeNames: {}, ...said }
  if (table && !schema) return <Loading />
  const prepare = async (signal: AbortSignal) => {
    const reading = { targets, ...meaning, known: noNames }
    const bodies = table ? table.rows.map((row) => bodyOf(row, reading)) : []
    return recordsOf(source, { ...reading, known: await lookUpNames(api, bodies, signal) })
  }
  const check = () => send('checking', prepare, [])
  // Where nothing was sent yet the names are still to be looked up.
  const goOn: typeof send = (phase, records, done) => (records.length === 0 ? check() : send(phase, records, done))
  const counts = count(noCounts, run?.results ?? [])
  const wanted = counts.created + counts.changed
  // What was judged before the meaning changed says nothing of what would happen now.
  const change = (next: Partial<Meaning>) => {
    say((before) => ({ ...before, ...next }))
    reset()
  }
  const isDone = run?.phase === 'imported' || run?.phase === 'importing'
  return (
    <>
      {table && !isDone && <FileMeaning table={table} targets={targets} value={meaning} onChange={change} />}
      {!isDone && !isRunning && (
        <div className={styles.actions}>
          <Button variant={run && 'default'} onClick={() => void check()}>
            {run ? words.checkAgain : words.check}
          </Button>
        </div>
      )}
      {run && <RunView run={run} onStop={stop} onContinue={goOn} />}
      {run?.phase === 'checked' && (
        <div className={styles.actions}>
          {wanted > 0 ? (
            <Button onClick={() => void send('importing', run.records, [])}>{words.importButton(wanted)}</Button>
          ) : (
            <Text c="dimmed">{words.nothingToDo}</Text>
          )}
        </div>
      )}
    </>
  )
}

/** What a person has said of a table. */
interface Meaning {
  readonly mapping: Mapping
  readonly defaults: Defaults
  readonly typeNames: TypeNames
}

interface FileMeaningProps {
  readonly table: Table
  readonly targets: readonly Target[]
  readonly value: Meaning
  readonly onChange: (change: Partial<Meaning>) => void
}

/** What columns and names of a table mean, and what is taken where a record says nothing. */
function FileMeaning({ table, targets, value: { mapping, defaults, typeNames }, onChange }: FileMeaningProps) {
  return (
    <>
      <ColumnMapping
        table={table}
        targets={targets}
        mapping={mapping}
        hasOwner={defaults.owner !== undefined}
        onChange={(next) => onChange({ mapping: next })}
      />
      <TypeNameMapping
        table={table}
        mapping={mapping}
        value={typeNames}
        onChange={(next) => onChange({ typeNames: next })}
      />
      {!mapping.includes('kind') && (
        <DefaultValues value={defaults} onChange={(next) => onChange({ defaults: next })} />
      )}
    </>
  )
}
