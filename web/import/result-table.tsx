import { Badge, Button, Chip, Group, Table, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import { addresses } from '../addresses.ts'
import { Icon } from '../kit/icon.tsx'
import { Pages } from '../kit/pages.tsx'
import { saveText } from '../kit/save-text.ts'
import { fieldLabel, fieldWords } from '../place/field-words.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.tsx'
import { useFaultText } from '../words/use-fault-text.ts'
import styles from './import.module.css'
import { importWords } from './import-words.ts'
import { type ImportStatus, importStatuses, type RecordResult } from './send-records.ts'

const pageSize = 50
const colours: Readonly<Record<ImportStatus, string>> = {
  created: 'teal',
  changed: 'blue',
  unchanged: 'gray',
  refused: 'red',
}

/** What became of each record: those that were refused first, with every reason. */
export function ResultTable({ results }: { readonly results: readonly RecordResult[] }) {
  const words = useWords(importWords)
  const format = useFormat()
  const [chosen, choose] = useState<ImportStatus>()
  const [page, setPage] = useState(1)
  const counts = useMemo(() => countStatuses(results), [results])
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
              size="compact-sm"
              ml="auto"
              leftSection={<Icon name="download" size={16} />}
              onClick={() => saveText('refused.csv', reportOf(results))}
            >
              {words.report}
            </Button>
          )}
        </Group>
      </Chip.Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard. */}
      <section className={styles.results} tabIndex={0} aria-label={shown ? words.statuses[shown] : words.outcome}>
        <Table verticalSpacing="xs" horizontalSpacing="md">
          <Table.Thead>
            <Table.Tr>
              <Table.Th className={styles.number}>{words.line}</Table.Th>
              <Table.Th>{words.place}</Table.Th>
              <Table.Th>{shown === 'refused' ? words.reason : words.outcome}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((result) => (
              <ResultRow key={`${result.record.line}/${result.id ?? result.record.key}`} result={result} />
            ))}
          </Table.Tbody>
        </Table>
      </section>
      <Pages className={styles.pages} label={words.pages} count={pages} page={page} onChange={setPage} />
    </>
  )
}

function ResultRow({ result: { record, status, id, errors = [] } }: { readonly result: RecordResult }) {
  const words = useWords(importWords)
  const labels = useWords(fieldWords)
  const faultText = useFaultText()
  const name = record.name || record.key || words.noName
  return (
    <Table.Tr>
      <Table.Td className={styles.number}>{record.line}</Table.Td>
      <Table.Td className={styles.name}>
        {id === undefined ? name : <Link href={addresses.place(id)}>{name}</Link>}
      </Table.Td>
      <Table.Td>
        {status === 'refused' ? (
          errors.map(({ pointer, detail }) => (
            <Text key={pointer + detail} size="sm">
              {pointer !== '' && <b>{fieldLabel(labels, pointer.slice(1).replaceAll('/', '.'))}: </b>}
              {faultText(detail)}
            </Text>
          ))
        ) : (
          <Badge variant="light" color={colours[status]} className={styles.badge}>
            {words.statuses[status]}
          </Badge>
        )}
      </Table.Td>
    </Table.Tr>
  )
}

/** How many records came to what. */
export function countStatuses(results: readonly RecordResult[]): Record<ImportStatus, number> {
  const counts = { created: 0, changed: 0, unchanged: 0, refused: 0 }
  for (const { status } of results) counts[status] += 1
  return counts
}

/** The refusals as a table that can be sent to whoever made the file. */
function reportOf(results: readonly RecordResult[]): string {
  const rows = results.flatMap(({ record, errors = [] }) =>
    errors.map(({ pointer, detail }) => [String(record.line), record.key ?? '', record.name, pointer, detail]),
  )
  return [['line', 'key', 'name', 'member', 'reason'], ...rows].map((row) => row.map(csvCell).join(',')).join('\r\n')
}

/** Quoted, and with a mark before what a spreadsheet would compute. */
function csvCell(text: string): string {
  return `"${(/^[=+\-@\t]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
}
