import { Alert, Anchor, Group, Progress, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import type { Reason } from '../../src/common/reason.ts'
import { type ImportResult, importStatuses } from '../../src/exchange/importing/import-result.ts'
import { guardedText } from '../../src/exchange/understanding/cell-text.ts'
import { addresses } from '../addresses.ts'
import { UndoAct, useAct } from '../history/act-item.tsx'
import { Button } from '../kit/button.tsx'
import { DataTable } from '../kit/data-table.tsx'
import { Soft } from '../kit/dimmed.tsx'
import { useFocusAt } from '../kit/hooks.ts'
import { useFailureText } from '../kit/message.tsx'
import { Pages } from '../kit/pages.tsx'
import { saveFile } from '../kit/save-file.ts'
import { useFieldLabel } from '../place/field-label.ts'
import { addressOfPlaces, valuesMax } from '../search/search-value.ts'
import { useFaultText, useFormat, useWords } from '../words/language.tsx'
import styles from './import.module.css'
import { importWords } from './import-words.ts'
import { rowsOnPage, type useImporter } from './importer.ts'
import { KindMark } from './kind-mark.tsx'
import type { Execution, Plan } from './plan.ts'

interface RunViewProps {
  readonly plan: Plan
  readonly importer: ReturnType<typeof useImporter>
}

/** The progress of an import, then its result. */
export function RunView({ plan, importer }: RunViewProps) {
  const words = useWords(importWords)
  const failureText = useFailureText()
  const { execution, file } = plan
  const { phase, done } = execution
  const { state, start, stop } = importer
  const heading = useFocusAt<HTMLHeadingElement>(phase)
  if (phase === 'planned') return null
  return (
    <section aria-labelledby="run" className={styles.section}>
      <Group justify="space-between">
        <div role="status">
          <Title order={2} size="h4" id="run" ref={heading} tabIndex={-1} className={styles.title}>
            {words[phase]}
          </Title>
        </div>
        {phase === 'running' && (
          <Button variant="default" onClick={() => void stop()}>
            {words.stop}
          </Button>
        )}
        {phase === 'stopped' && <Button onClick={() => void start()}>{words.goOn}</Button>}
      </Group>
      {phase !== 'done' && (
        <>
          <Progress value={(100 * done) / Math.max(1, file.rows)} aria-label={words.running} my="sm" />
          <Text size="sm">
            {words.progress(done, file.rows)} {phase === 'running' && <TimeLeft done={done} total={file.rows} />}
          </Text>
          <Soft>{phase === 'running' ? words.leave : words.stoppedText}</Soft>
        </>
      )}
      {state.failure !== undefined && (
        <Alert color="red" className={styles.note}>
          {failureText(state.failure)}
        </Alert>
      )}
      <Counts execution={execution} />
      {phase !== 'running' && (
        <Group>
          {phase === 'done' && <ToImported execution={execution} />}
          {execution.act !== undefined && <ImportAct id={execution.act} />}
        </Group>
      )}
      {phase !== 'running' && execution.remarks.length > 0 && <RemarkTable execution={execution} />}
    </section>
  )
}

/** The shortest time from whose progress the rest is estimated. */
const watchedMillisMin = 2_000

/** The time that is left, by the rows since the view was opened. */
function TimeLeft({ done, total }: { readonly done: number; readonly total: number }) {
  const words = useWords(importWords)
  const [first] = useState({ done, at: performance.now() })
  const watched = performance.now() - first.at
  if (watched < watchedMillisMin || done === first.done) return null
  const seconds = Math.ceil(((total - done) * watched) / (done - first.done) / 1_000)
  return <>· {seconds < 90 ? words.secondsLeft(seconds) : words.minutesLeft(Math.round(seconds / 60))}</>
}

function Counts({ execution: { counts } }: { readonly execution: Execution }) {
  const words = useWords(importWords)
  const format = useFormat()
  return (
    <Group gap="lg" my="md">
      {importStatuses
        .filter((status) => counts[status] > 0)
        .map((status) => (
          <Text key={status} size="sm">
            <KindMark kind={status} /> {words.results[status]} <b>{format.number(counts[status])}</b>
          </Text>
        ))}
    </Group>
  )
}

/** The way to the places that were written, and to no others if an address can name them all. */
function ToImported({ execution: { counts, ids } }: { readonly execution: Execution }) {
  const words = useWords(importWords)
  const count = counts.created + counts.changed
  if (count === 0) return null
  const isExact = ids !== undefined && ids.length === count && count <= valuesMax
  return (
    <Anchor component={Link} href={isExact ? addressOfPlaces(ids) : addressOfPlaces(Array(valuesMax + 1).fill(''))}>
      {isExact ? words.showImported(count) : words.showLast}
    </Anchor>
  )
}

/** The way back from an import, and to its act among the others. */
function ImportAct({ id }: { readonly id: string }) {
  const words = useWords(importWords)
  const { data: act } = useAct(id)
  if (!act || act.places === 0) return null
  return (
    <>
      <UndoAct act={act} />
      <Anchor component={Link} href={addresses.manage('activity')}>
        {words.inActivity}
      </Anchor>
    </>
  )
}

/** Rows that were not imported, then those with notes. */
function RemarkTable({ execution: { remarks, counts } }: { readonly execution: Execution }) {
  const words = useWords(importWords)
  const sentencesOf = useSentences()
  const [page, setPage] = useState(1)
  const sorted = remarks.toSorted((one, other) => Number(one.status !== 'refused') - Number(other.status !== 'refused'))
  const isPart = counts.refused > sorted.filter(({ status }) => status === 'refused').length || remarks.length >= 1_000
  const save = () => {
    const rows = sorted.flatMap((result) =>
      sentencesOf(result).map((text) => [String(result.line), result.key ?? '', words.results[result.status], text]),
    )
    const head = [words.line, words.fields.key, words.result, words.reason]
    saveTable('import.csv', [head, ...rows])
  }
  return (
    <>
      <Group justify="space-between" mt="lg" mb="xs">
        <Title order={3} size="h5">
          {isPart ? words.firstRemarks(remarks.length) : words.remarks(remarks.length)}
        </Title>
        <Button variant="light" icon="download" onClick={save}>
          {words.report}
        </Button>
      </Group>
      <DataTable
        label={words.reason}
        rows={sorted.slice((page - 1) * rowsOnPage, page * rowsOnPage)}
        keyOf={({ line }) => String(line)}
        columns={[
          { title: words.line, className: styles.number, cell: ({ line }) => line },
          {
            title: words.reason,
            className: styles.remark,
            cell: (result) => sentencesOf(result).map((text) => <div key={text}>{text}</div>),
          },
          {
            title: words.key,
            className: styles.value,
            cell: ({ id, key = id }) => (id ? <ToPlace id={id}>{key}</ToPlace> : key),
          },
          {
            title: words.result,
            className: styles.result,
            cell: ({ status }) => (
              <>
                <KindMark kind={status === 'refused' ? status : 'noted'} /> {words.results[status]}
              </>
            ),
          },
        ]}
      />
      <Pages label={words.pages} count={Math.ceil(sorted.length / rowsOnPage)} page={page} onChange={setPage} />
    </>
  )
}

function ToPlace({ id, children }: { readonly id: string; readonly children: string | undefined }) {
  return <Link href={addresses.place(id)}>{children}</Link>
}

/** Returns the function that says what is to be looked at in a row, a sentence each. */
function useSentences(): (result: ImportResult) => readonly string[] {
  const faultText = useFaultText()
  const labelOf = useFieldLabel()
  const { unanswered } = useWords(importWords)
  // It is too late to choose what these ask for.
  const textOf = (reason: Reason) =>
    reason.code.startsWith('choose-') ? unanswered(String(reason.params.got ?? '')) : faultText(reason)
  return ({ errors = [], notes = [] }) => [
    ...errors.map((fault) => `${fault.pointer ? `${labelOf(fault.pointer)}: ` : ''}${textOf(fault)}`),
    ...notes.map(textOf),
  ]
}

/** Saves a table, with a mark by which spreadsheets know UTF-8. */
function saveTable(name: string, rows: readonly (readonly string[])[]): void {
  const text = rows.map((row) => row.map(csvCell).join(',')).join('\r\n')
  saveFile(name, new Blob([`\uFEFF${text}`], { type: 'text/csv;charset=utf-8' }))
}

/** Quoted, and with a mark before what a spreadsheet would compute. */
function csvCell(text: string): string {
  return `"${guardedText(text).replaceAll('"', '""')}"`
}
