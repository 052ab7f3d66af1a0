import { Anchor, Badge, Chip, Group, Progress, Text, Title } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'wouter'
import { count, type ImportStatus, importStatuses, noCounts } from '../../src/exchange/importing/import-result.ts'
import { addresses } from '../addresses.ts'
import { Button } from '../kit/button.tsx'
import { DataTable } from '../kit/data-table.tsx'
import { Soft } from '../kit/dimmed.tsx'
import { isFocusLost } from '../kit/hooks.ts'
import { FailureMessage } from '../kit/message.tsx'
import { Pages } from '../kit/pages.tsx'
import { saveFile } from '../kit/save-file.ts'
import { useFieldLabel } from '../place/field-label.ts'
import { addressOfPlaces, valuesMax } from '../search/search-value.ts'
import { useFaultText, useFormat, useWords } from '../words/language.tsx'
import styles from './import.module.css'
import { importWords } from './import-words.ts'
import type { OutgoingRecord } from './records.ts'
import { type ImportRun, type RecordResult, stopped } from './use-import.ts'

interface RunViewProps {
  readonly run: ImportRun
  readonly onStop: () => void
  readonly onContinue: (
    phase: 'checking' | 'importing',
    records: readonly OutgoingRecord[],
    done: readonly RecordResult[],
  ) => Promise<void>
}

/** How far a dry run or an import has come, and what became of its records. */
export function RunView({ run, onStop, onContinue }: RunViewProps) {
  const words = useWords(importWords)
  const { phase, records, results, halted } = run
  const section = useShownAt(phase)
  const isUnderWay = phase === 'checking' || phase === 'importing'
  const count = words.progress(results.length, records.length)
  return (
    <section ref={section} tabIndex={-1} className={styles.progress} aria-labelledby="run">
      <Group justify="space-between">
        <div role="status">
          <Title order={2} size="h4" id="run">
            {halted ? words.stopped : words[phase]}
          </Title>
        </div>
        {isUnderWay && !halted && (
          <Button variant="default" size="md" onClick={onStop}>
            {words.stop}
          </Button>
        )}
        {isUnderWay && halted !== undefined && (
          <Button size="md" onClick={() => void onContinue(phase, records, results)}>
            {words.goOn}
          </Button>
        )}
      </Group>
      {isUnderWay && (
        <>
          <Progress
            value={(100 * results.length) / Math.max(1, records.length)}
            aria-label={words[phase]}
            animated={!halted}
          />
          <Soft>{count}</Soft>
        </>
      )}
      {halted !== undefined && halted !== stopped && <FailureMessage error={halted} />}
      {phase === 'imported' && <ToImported results={results} />}
      {(!isUnderWay || halted !== undefined) && results.length > 0 && <ResultTable results={results} />}
    </section>
  )
}

/** The way to the places that were written, and to them alone where an address can name them all. */
function ToImported({ results }: { readonly results: readonly RecordResult[] }) {
  const words = useWords(importWords)
  const written = results.filter(({ status }) => status === 'created' || status === 'changed')
  const ids = [...new Set(written.flatMap(({ id }) => id ?? []))]
  if (ids.length === 0) return null
  return (
    <Anchor component={Link} href={addressOfPlaces(ids)}>
      {ids.length <= valuesMax ? words.showImported(ids.length) : words.showLast}
    </Anchor>
  )
}

/** Brings an element to who began a phase: the button for it is gone, and what comes of it may stand below the window. */
function useShownAt(phase: ImportRun['phase']) {
  const section = useRef<HTMLElement>(null)
  const shown = useRef<ImportRun['phase']>(undefined)
  useEffect(() => {
    const { current } = section
    const isFirst = shown.current !== phase
    shown.current = phase
    if (!isFirst || !current || !(isFocusLost() || current.contains(document.activeElement))) return
    current.focus({ preventScroll: true })
    current.scrollIntoView({ block: 'start' })
  }, [phase])
  return section
}

const pageSize = 50

const colours: Readonly<Record<ImportStatus, string>> = {
  created: 'teal',
  changed: 'blue',
  unchanged: 'gray',
  refused: 'red',
}

/** What became of each record: those that were refused first, with every reason. */
function ResultTable({ results }: { readonly results: readonly RecordResult[] }) {
  const words = useWords(importWords)
  const format = useFormat()
  const labelOf = useFieldLabel()
  const faultText = useFaultText()
  const [chosen, choose] = useState<ImportStatus>()
  const [page, setPage] = useState(1)
  const counts = useMemo(() => count(noCounts, results), [results])
  const first = importStatuses.findLast((status) => counts[status] > 0)
  const shown = chosen !== undefined && counts[chosen] > 0 ? chosen : first
  const fitting = useMemo(() => results.filter(({ status }) => status === shown), [results, shown])
  const pages = Math.ceil(fitting.length / pageSize)
  const rows = fitting.slice((page - 1) * pageSize, page * pageSize)
  return (
    <>
      <Chip.Group
        value={shown ?? null}
        onChange={(status) => {
          choose(status as ImportStatus)
          setPage(1)
        }}
      >
        <Group gap="xs" my="md" role="radiogroup" aria-label={words.show}>
          {importStatuses.map((status) => (
            <Chip key={status} value={status} disabled={counts[status] === 0} size="sm">
              {words.statuses[status]} {format.number(counts[status])}
            </Chip>
          ))}
          {counts.refused > 0 && (
            <Button
              variant="subtle"
              size="sm"
              style={{ marginLeft: 'auto' }}
              icon="download"
              onClick={() => saveText('refused.csv', reportOf(results, words, { labelOf, faultText }))}
            >
              {words.report}
            </Button>
          )}
        </Group>
      </Chip.Group>
      <DataTable
        label={shown ? words.statuses[shown] : words.outcome}
        rows={rows}
        keyOf={({ record, id }) => `${record.line}/${id ?? record.key}`}
        columns={[
          { title: words.line, className: styles.number, cell: ({ record }) => record.line },
          { title: words.place, className: styles.name, cell: (result) => <PlaceName result={result} /> },
          {
            title: shown === 'refused' ? words.reason : words.outcome,
            cell: (result) => <Outcome result={result} />,
          },
        ]}
      />
      <Pages label={words.pages} count={pages} page={page} onChange={setPage} />
    </>
  )
}

interface ResultProps {
  readonly result: RecordResult
}

function PlaceName({ result: { record, id } }: ResultProps) {
  const { noName } = useWords(importWords)
  const name = record.name || record.key || noName
  const isolated = <bdi>{name}</bdi>
  return id === undefined ? isolated : <Link href={addresses.place(id)}>{isolated}</Link>
}

function Outcome({ result: { status, errors = [], notes = [] } }: ResultProps) {
  const { statuses } = useWords(importWords)
  const labelOf = useFieldLabel()
  const faultText = useFaultText()
  if (status !== 'refused') {
    return (
      <>
        <Badge variant="light" color={colours[status]} className={styles.badge}>
          {statuses[status]}
        </Badge>
        {notes.map((note) => (
          <Text key={note.detail} size="sm">
            {faultText(note)}
          </Text>
        ))}
      </>
    )
  }
  return errors.map((fault) => (
    <Text key={fault.pointer + fault.detail} size="sm">
      {fault.pointer !== '' && <b>{labelOf(fault.pointer)}: </b>}
      {faultText(fault)}
    </Text>
  ))
}

/** How a fault and the field that has it are called. */
interface Telling {
  readonly labelOf: ReturnType<typeof useFieldLabel>
  readonly faultText: ReturnType<typeof useFaultText>
}

/** The refusals as a table that can be sent to whoever made the file. */
function reportOf(
  results: readonly RecordResult[],
  words: (typeof importWords)['en'],
  { labelOf, faultText }: Telling,
): string {
  const rows = results.flatMap(({ record, errors = [] }) =>
    errors.map((fault) => [
      String(record.line),
      record.key ?? '',
      record.name,
      labelOf(fault.pointer),
      faultText(fault),
    ]),
  )
  const head = [words.line, words.targets.key, words.place, words.field, words.reason]
  return [head, ...rows].map((row) => row.map(csvCell).join(',')).join('\r\n')
}

/** Quoted, and with a mark before what a spreadsheet would compute. */
function csvCell(text: string): string {
  return `"${(/^[=+\-@\t]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
}

/** Saves a text as a table, with a mark by which spreadsheets know UTF-8. */
function saveText(name: string, text: string): void {
  saveFile(name, new Blob([`\uFEFF${text}`], { type: 'text/csv;charset=utf-8' }))
}
