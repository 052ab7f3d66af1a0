import { Badge, Chip, Group, SegmentedControl, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Suspense, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { RowKind } from '../../src/exchange/importing/import-result.ts'
import type { Understanding } from '../../src/exchange/understanding/understanding.ts'
import { addresses } from '../addresses.ts'
import type { Json, Pointer } from '../body/json.ts'
import { ShownMember } from '../edit/shown-member.tsx'
import type { OpenHours } from '../hours/calendar.ts'
import { Unbroken } from '../hours/entry-line.tsx'
import { useEntryText } from '../hours/entry-text.ts'
import { editorWords } from '../hours/hours-words.ts'
import { Button } from '../kit/button.tsx'
import { DataTable } from '../kit/data-table.tsx'
import { Soft } from '../kit/dimmed.tsx'
import { Pages } from '../kit/pages.tsx'
import { lazyMap } from '../map/lazy-map.tsx'
import { useFieldLabel } from '../place/field-label.ts'
import { useFaultText, useFormat, useWords } from '../words/language.tsx'
import type { GuessProps } from './guess-inputs.tsx'
import styles from './import.module.css'
import { importWords } from './import-words.ts'
import { rowsOnPage } from './importer.ts'
import { KindMark } from './kind-mark.tsx'
import {
  countOf,
  hasOwnKeys,
  membersShown,
  type OpenPlan,
  type PlanRow,
  type ShownKind,
  shownKinds,
  shownValue,
} from './plan.ts'

const RowsMap = lazyMap(() => import('./rows-map.tsx'))

interface PlanRowsProps extends GuessProps {
  readonly shown: ShownKind
  /** From 1. */
  readonly page: number
  readonly isBusy: boolean
  readonly onLook: (shown: ShownKind, page?: number) => void
}

/** The rows of a file as the places that they would become, beside a map of them all. */
export function PlanRows(props: PlanRowsProps) {
  const words = useWords(importWords)
  const { plan, shown, page, isBusy, onLook } = props
  const isWide = useMediaQuery('(min-width: 64em)', true, { getInitialValueInEffect: false })
  const [side, setSide] = useState<'table' | 'map'>('table')
  const [pointed, point] = useState<number>()
  const count = countOf(shown, plan.effects, plan.file.rows)
  const hasMap = plan.pins.length > 0
  const { table, map } = words
  return (
    <section aria-label={words.show} className={styles.section} aria-busy={isBusy}>
      <Kinds {...props} />
      {hasMap && !isWide && (
        <SegmentedControl
          fullWidth
          mb="xs"
          value={side}
          onChange={(value) => setSide(value as 'table' | 'map')}
          data={[
            { value: 'table', label: table },
            { value: 'map', label: map },
          ]}
        />
      )}
      <div className={styles.sides} data-map={hasMap || undefined}>
        {(isWide || !hasMap || side === 'table') && (
          <div className={styles.rows}>
            {plan.rows.length === 0 ? (
              <Soft py="md">{words.noRows}</Soft>
            ) : (
              <RowTable {...{ ...props, pointed, point }} />
            )}
            <Pages
              label={words.pages}
              count={Math.ceil(count / rowsOnPage)}
              page={page}
              onChange={(next) => onLook(shown, next)}
            />
          </div>
        )}
        {hasMap && (isWide || side === 'map') && (
          <div className={styles.map}>
            <div className={styles.canvas}>
              <Suspense>
                <RowsMap pins={plan.pins} pointed={pointed} onPoint={point} />
              </Suspense>
            </div>
            <Pointed plan={plan} line={pointed} />
          </div>
        )}
      </div>
    </section>
  )
}

/** The row of the pin that was pressed. */
function Pointed({ plan: { pins }, line }: { readonly plan: OpenPlan; readonly line: number | undefined }) {
  const words = useWords(importWords)
  const pin = pins.find((one) => one[2] === line)
  if (!pin) return null
  const [, , , kind] = pin
  return (
    <Soft role="status">
      {words.line} {line} · <KindMark kind={kind} /> {kind === 'noted' ? words.noted : words.statuses[kind]}
    </Soft>
  )
}

/** The mark of the rows that are shown. */
const markOf: Readonly<Record<ShownKind, RowKind | undefined>> = {
  ...{ check: 'refused', created: 'created', changed: 'changed', unchanged: 'unchanged', all: undefined },
}

/** The choice of rows by what becomes of them. */
function Kinds({ plan: { effects, file }, shown, onLook }: PlanRowsProps) {
  const words = useWords(importWords)
  const format = useFormat()
  return (
    <Chip.Group value={shown} onChange={(kind) => onLook(kind as ShownKind)}>
      <Group gap="xs" mb="sm" role="radiogroup" aria-label={words.show}>
        {shownKinds.map((kind) => {
          const count = countOf(kind, effects, file.rows)
          const mark = markOf[kind]
          return (
            <Chip key={kind} value={kind} disabled={count === 0} size="sm">
              {mark && count > 0 && <KindMark kind={mark} />} {words.shown[kind]} {format.number(count)}
            </Chip>
          )
        })}
      </Group>
    </Chip.Group>
  )
}

interface RowTableProps extends PlanRowsProps {
  readonly pointed: number | undefined
  readonly point: (line: number | undefined) => void
}

function RowTable({ plan, understanding, edit, shown, pointed, point }: RowTableProps) {
  const words = useWords(importWords)
  const labelOf = useFieldLabel()
  const { rows } = plan
  const element = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    if (pointed !== undefined) element.current?.scrollIntoView({ block: 'nearest' })
  }, [pointed])
  const hasRemarks = rows.some(({ errors, notes }) => errors ?? notes)
  const hasKeys = hasOwnKeys(plan)
  const column = (at: Pointer) => ({
    title: labelOf(at),
    className: styles.value,
    cell: (row: PlanRow) => <Value row={row} at={at} />,
  })
  return (
    <DataTable
      label={words.shown[shown]}
      rows={rows}
      keyOf={({ line }) => String(line)}
      className={styles.table}
      rowProps={({ line }) => ({
        ...(line === pointed && { ref: element, 'aria-current': true }),
        onMouseEnter: () => point(line),
        onMouseLeave: () => point(undefined),
      })}
      columns={[
        { title: words.line, className: styles.number, cell: ({ line }) => line },
        { title: words.place, className: styles.name, cell: (row) => <Name row={row} /> },
        ...(hasRemarks
          ? [
              {
                title: words.remark,
                className: styles.remark,
                cell: (row: PlanRow) => <Remarks {...{ row, understanding, edit }} />,
              },
            ]
          : []),
        ...(hasKeys ? [{ title: words.key, className: styles.value, cell: ({ key }: PlanRow) => key }] : []),
        ...membersShown(understanding, rows).map(column),
      ]}
    />
  )
}

function Name({ row }: { readonly row: PlanRow }) {
  const words = useWords(importWords)
  const { status, id, place } = row
  const kind: RowKind = status !== 'refused' && row.notes ? 'noted' : status
  const { name } = place ?? {}
  const text = <bdi>{typeof name === 'string' && name !== '' ? name : words.noName}</bdi>
  const { before } = shownValue(row, '/name')
  return (
    <>
      {before && <Del at="/name" value={before.value} />}
      {id !== undefined && status !== 'created' ? <Link href={addresses.place(id)}>{text}</Link> : text}
      <Badge variant="transparent" color="gray" px={0} leftSection={<KindMark kind={kind} />} className={styles.status}>
        {words.statuses[status]}
      </Badge>
    </>
  )
}

/** A value, and the present one that it would replace. */
function Value({ row, at }: { readonly row: PlanRow; readonly at: Pointer }) {
  const { value, before } = shownValue(row, at)
  if (!before) return value === undefined || value === null ? null : <Shown at={at} value={value} />
  return (
    <>
      {before.value !== undefined && before.value !== null && <Del at={at} value={before.value} />}
      <ins className={styles.added}>
        <Shown at={at} value={value} />
      </ins>
    </>
  )
}

interface ShownProps {
  readonly at: Pointer
  readonly value: Json
}

function Del(props: ShownProps) {
  return (
    <del className={styles.removed}>
      <Shown {...props} />
    </del>
  )
}

/** A value in a few lines. */
function Shown({ at, value }: ShownProps) {
  const text = useEntryText()
  const { always } = useWords(editorWords)
  if (at !== '/openHours' || !Array.isArray(value)) {
    return (
      <div className={styles.few}>
        <ShownMember at={at} value={value} />
      </div>
    )
  }
  const lines = (value as readonly OpenHours[]).map((entry) => {
    const when = text.when(entry)
    return [...(when === always ? [] : [when]), text.week(entry)].join(': ')
  })
  return (
    <div className={styles.few}>
      <Unbroken text={lines.join('; ')} />
    </div>
  )
}

interface RemarksProps {
  readonly row: PlanRow
  readonly understanding: Understanding
  readonly edit: GuessProps['edit']
}

/** One sentence for each fault and note, and the way to overrule the one that asks for it. */
function Remarks({ row: { line, errors = [], notes = [] }, understanding, edit }: RemarksProps) {
  const words = useWords(importWords)
  const faultText = useFaultText()
  const labelOf = useFieldLabel()
  return (
    <>
      {errors.map((fault) => (
        <Text key={`${fault.pointer} ${fault.detail}`} size="sm">
          {fault.pointer && `${labelOf(fault.pointer)}: `}
          {faultText(fault)}
        </Text>
      ))}
      {notes.map((note) => (
        <Text key={note.detail} size="sm">
          {faultText(note)}
        </Text>
      ))}
      {errors.some(({ code }) => code === 'key-of-another-place') && (
        <Button variant="light" size="sm" onClick={() => edit({ confirmed: [...understanding.confirmed, line] })}>
          {words.overwrite}
        </Button>
      )}
    </>
  )
}
