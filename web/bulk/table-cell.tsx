import { Group, Input, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FocusEvent, type KeyboardEvent, use, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { Gazetteer, Place, PlacePage } from '../../client/client.ts'
import { addresses } from '../addresses.ts'
import { Failure } from '../api/answered.ts'
import { isSame, type Json, type Pointer, valueAt } from '../body/json.ts'
import { patchPlace, readPlace, writable } from '../body/place-body.ts'
import type { SentAct } from '../body/sent-acts.ts'
import { ShownMember } from '../edit/shown-member.tsx'
import { FieldInput } from '../fields/field-input.tsx'
import { AboutPlace } from '../fields/input-props.ts'
import { hasEnded, type OpenHours, today } from '../hours/calendar.ts'
import { EntryLine } from '../hours/entry-line.tsx'
import { useEntryText } from '../hours/entry-text.ts'
import { editorWords } from '../hours/hours-words.ts'
import { Button } from '../kit/button.tsx'
import { Soft } from '../kit/dimmed.tsx'
import { commitFocused, useFocusAfter, useNow, useUnread } from '../kit/hooks.ts'
import { kitWords } from '../kit/kit-words.ts'
import { useRefusalText } from '../place/field-label.ts'
import { type PlaceQuery, placesQuery, queryNames } from '../place/place-queries.ts'
import { useSession } from '../session/session.tsx'
import { useWords } from '../words/language.tsx'
import { isOfItsType, patchFor, present } from './bulk-change.ts'
import { bulkWords } from './bulk-words.ts'
import { staleStatus } from './job.ts'
import { briefly } from './preview.tsx'
import type { SharedField } from './shared-fields.ts'
import styles from './table.module.css'
import { TableActContext } from './table-act.ts'

interface TableCellProps {
  readonly place: Place
  readonly field: SharedField
  readonly label: string
  /** The query of its page of places. */
  readonly query: PlaceQuery
  /** Its row and column in the table. */
  readonly at: string
  /** True if the tabulator reaches it. */
  readonly isCurrent: boolean
  /** Called when it has the focus. */
  readonly onCurrent: (at: string) => void
}

/** One field of a place: shown, and edited where it stands by whoever may change the place. */
export function TableCell({ place, field, label, query, at, isCurrent, onCurrent }: TableCellProps) {
  const { mayEdit } = useSession()
  const [isEditing, setEditing] = useState(false)
  const button = useFocusAfter<HTMLButtonElement>(isEditing)
  const { at: pointer } = field
  const value = present(place, pointer)
  const cell = {
    className: styles.cell,
    'data-cell': at,
    tabIndex: isCurrent ? 0 : -1,
    onFocus: () => onCurrent(at),
    onKeyDown: moveFocus,
  }
  const isFixed = !mayEdit(place.owner.id) || place.deleted !== undefined || !isOfItsType(place, pointer)
  if (isEditing) return <CellForm {...{ place, field, label, query }} onLeave={() => setEditing(false)} />
  const isHours = field.kind === 'hours'
  const shown =
    value === undefined ? (
      <Soft span>–</Soft>
    ) : isHours ? (
      <BriefHours entries={value as unknown as readonly OpenHours[]} />
    ) : (
      <ShownMember at={pointer} value={briefly(value)} />
    )
  if (isHours && !isFixed) {
    return (
      <Link {...cell} href={`${addresses.place(place.slug, 'edit')}#hours`}>
        <VisuallyHidden>{`${label}, ${place.name}: `}</VisuallyHidden>
        {shown}
      </Link>
    )
  }
  return (
    <UnstyledButton
      {...cell}
      ref={button}
      aria-disabled={isFixed || undefined}
      onClick={() => !isFixed && setEditing(true)}
    >
      {shown}
    </UnstyledButton>
  )
}

const entriesShownMax = 2

/** The entries of hours that have not ended, each in one line, as many as a cell has room for. */
function BriefHours({ entries }: { readonly entries: readonly OpenHours[] }) {
  const words = useWords(editorWords)
  const text = useEntryText()
  const present = today(useNow())
  const held = entries.filter((entry) => !hasEnded(entry, present))
  return (
    <>
      {held.slice(0, entriesShownMax).map((entry, at) => (
        <div key={at}>
          <EntryLine {...{ entry, text }} />
        </div>
      ))}
      {held.length > entriesShownMax && <Soft span>{words.more(held.length - entriesShownMax)}</Soft>}
      {held.length === 0 && <Soft span>{words.ended(entries.length)}</Soft>}
    </>
  )
}

const steps: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** The arrows lead from cell to cell. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const { currentTarget: cell, key } = event
  const step = steps[key]
  if (!step) return
  const [row = 0, column = 0] = (cell.dataset.cell ?? '').split(',').map(Number)
  const next = cell.closest('table')?.querySelector<HTMLElement>(`[data-cell='${row + step[0]},${column + step[1]}']`)
  if (!next) return
  event.preventDefault()
  next.focus()
}

interface CellFormProps extends Pick<TableCellProps, 'place' | 'field' | 'label' | 'query'> {
  /** Called when there is nothing more to edit. */
  readonly onLeave: () => void
}

/** A cell while it is edited: Enter or leaving it saves, Escape does not. */
function CellForm({ place, field, label, query, onLeave }: CellFormProps) {
  const words = useWords(bulkWords)
  const { cancel } = useWords(kitWords)
  const form = useRef<HTMLFormElement>(null)
  const { seen, save, isSaving, fault } = useCellSaving(place, field.at, query)
  const { isUnread, addUnread } = useUnread()
  const [value, setValue] = useState(seen)
  useEffect(() => {
    const first = (selector: string) => form.current?.querySelector<HTMLElement>(selector)
    const input = first('input:checked') ?? first('input, textarea')
    input?.focus()
  }, [])
  const submit = async () => {
    if (isSaving) return
    // The field states why a text cannot be read. An untouched field is not saved over later values.
    if (isUnread) return commitFocused()
    if (isSame(value, seen) || (await save(value))) onLeave()
  }
  const key = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.defaultPrevented) return
    // The first Escape closes the list of a select.
    const isListOpen = form.current?.querySelector('[aria-expanded=true]')
    if (event.key === 'Escape' && !isListOpen) onLeave()
    if (event.key !== 'Enter' || event.shiftKey || event.target instanceof HTMLButtonElement) return
    event.preventDefault()
    void submit()
  }
  const blur = ({ relatedTarget }: FocusEvent) => {
    const isOutside = relatedTarget instanceof Element && !form.current?.contains(relatedTarget)
    if (isOutside && !relatedTarget.closest('[role=listbox], [data-dates-dropdown]') && fault === undefined)
      void submit()
  }
  return (
    <form ref={form} className={styles.form} aria-label={`${label}, ${place.name}`} onKeyDown={key} onBlur={blur}>
      <AboutPlace value={{ id: place.id, country: place.geolocationInfo?.country, ownerId: place.owner.id }}>
        <FieldInput {...field} label={words.value} onChange={setValue} {...{ value, addUnread }} />
      </AboutPlace>
      {fault && <Input.Error role="alert">{fault.text}</Input.Error>}
      {fault?.isConflict && <ShownMember at={field.at} value={briefly(seen)} />}
      <Group gap={4} mt={4} wrap="nowrap">
        <Button size="xs" loading={isSaving} onClick={() => void submit()}>
          {words.save}
        </Button>
        <Button size="xs" variant="subtle" onClick={onLeave}>
          {cancel}
        </Button>
      </Group>
    </form>
  )
}

/** Saves one field of a place, unless someone else has changed it since it was shown: then it shows that value instead. */
function useCellSaving(place: Place, pointer: Pointer, query: PlaceQuery) {
  const { api, name } = useSession()
  const actNow = use(TableActContext)
  const queries = useQueryClient()
  const words = useWords(bulkWords)
  const refusalText = useRefusalText()
  const [isSaving, setSaving] = useState(false)
  // The value may change while it is edited: this is the one that the editor has seen.
  const [seen, see] = useState(written(place, pointer))
  const [fault, report] = useState<{ readonly text: string; readonly isConflict?: boolean }>()
  const show = (now: Place) => {
    queries.setQueryData<PlacePage>(
      placesQuery(api, query).queryKey,
      (page) => page && { ...page, Results: page.Results.map((row) => (row.id === now.id ? now : row)) },
    )
  }
  /** Returns true if the place has the value now. */
  const save = async (value: Json): Promise<boolean> => {
    setSaving(true)
    try {
      const now = await readPlace(api, place.id)
      const isSeen = isSame(written(now.place, pointer), seen)
      if (isSeen) await change(api, { ...now, pointer, value, updatedBy: name, act: actNow(words.labels.table) })
      else {
        see(written(now.place, pointer))
        report({ text: words.cellChanged(now.place.updatedBy ?? words.someone), isConflict: true })
      }
      show(isSeen ? (await readPlace(api, place.id)).place : now.place)
      if (isSeen) forgetOthers()
      return isSeen
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      report({ text: error.status === staleStatus ? words.stale : refusalText(error) })
      return false
    } finally {
      setSaving(false)
    }
  }
  /** Rows stay as they are: none disappears while it is looked at because it no longer fits the search. */
  const forgetOthers = () =>
    [queryNames.searches, queryNames.place].map((queryKey) =>
      queries.invalidateQueries({ queryKey, refetchType: 'none' }),
    )
  return { seen, save, isSaving, fault }
}

/** Returns a value as a change writes it: without the names that come from the directory. */
function written(place: Place, pointer: Pointer): Json {
  return valueAt(writable(place), pointer)
}

interface CellChange {
  readonly place: Place
  readonly etag: string
  readonly pointer: Pointer
  /** Undefined takes away what is there. */
  readonly value: Json
  readonly updatedBy: string
  readonly act: SentAct
}

async function change(api: Gazetteer, { place, etag, pointer, value, updatedBy, act }: CellChange): Promise<void> {
  const patch = patchFor(place, (value ?? '') === '' ? { kind: 'clear', pointer } : { kind: 'set', pointer, value })
  if (patch) await patchPlace(api, { id: place.id, etag, change: { ...patch, updatedBy }, act })
}
