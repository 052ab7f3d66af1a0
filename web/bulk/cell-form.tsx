import { Group, Input } from '@mantine/core'
import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Place } from '../../client/client.ts'
import { isSame, type Json } from '../body/json.ts'
import { ShownMember } from '../edit/shown-member.tsx'
import { FieldInput } from '../fields/field-input.tsx'
import { parseFlag } from '../fields/field-text.ts'
import { AboutPlace, type Unread } from '../fields/input-props.ts'
import { CoordinatesInput } from '../fields/position-input.tsx'
import { Button } from '../kit/button.tsx'
import { commitFocused, useUnread } from '../kit/hooks.ts'
import { kitWords } from '../kit/kit-words.ts'
import { useWords } from '../words/language.tsx'
import { bulkWords } from './bulk-words.ts'
import { type CellState, written } from './cell-writer.ts'
import { briefly } from './preview.tsx'
import type { SharedField } from './shared-fields.ts'
import styles from './table.module.css'

/** Where the selection goes after a cell was edited; undefined: the focus has left by itself. */
export type LeavingStep = readonly [rows: number, columns: number] | undefined

interface CellFormProps {
  readonly place: Place
  readonly field: SharedField
  readonly label: string
  readonly state: CellState | undefined
  /** The key that began it if it replaces the content. */
  readonly typed: string | undefined
  readonly onSave: (value: Json) => void
  /** Called with a text that cannot be read when the focus has left it. */
  readonly onUnread: (state: CellState) => void
  /** Called when there is nothing more to edit. */
  readonly onLeave: (step: LeavingStep) => void
}

const stay = [0, 0] as const

/** A cell while it is edited: Enter, Tab or leaving it saves, Escape does not. */
export function CellForm(props: CellFormProps) {
  const { place, field, label, state, typed } = props
  const words = useWords(bulkWords)
  const { cancel } = useWords(kitWords)
  const form = useRef<HTMLFormElement>(null)
  const { stored, input, submit, leave } = useCellValue(props)
  useLayoutEffect(() => focusFirst(form.current, typed !== undefined), [typed])
  const key = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.defaultPrevented) return
    // The first Escape closes the list of a select.
    const isListOpen = form.current?.querySelector('[aria-expanded=true]')
    if (event.key === 'Escape' && !isListOpen) leave(stay)
    const step = stepOf(event, form.current)
    if (!step) return
    event.preventDefault()
    submit(step)
  }
  const blur = ({ relatedTarget }: FocusEvent) => {
    const isOutside = relatedTarget instanceof Element && !form.current?.contains(relatedTarget)
    if (isOutside && !relatedTarget.closest('[role=listbox], [data-dates-dropdown]')) submit(undefined)
  }
  const Field = field.kind === 'position' ? CoordinatesInput : FieldInput
  return (
    <form
      ref={form}
      className={styles.form}
      aria-label={`${label}, ${place.name}`}
      onKeyDown={key}
      onBlur={blur}
      onSubmit={(event) => event.preventDefault()}
    >
      <AboutPlace value={{ id: place.id, country: place.geolocationInfo?.country, ownerId: place.owner.id }}>
        <Field {...field} label={words.value} leftText={state?.text} {...input} />
      </AboutPlace>
      {state?.fault && <Input.Error>{state.fault.text}</Input.Error>}
      {state?.fault?.isConflict && <ShownMember at={field.at} value={briefly(stored)} />}
      <Group gap={4} mt={4} wrap="nowrap">
        <Button size="xs" data-end onClick={() => submit(stay)}>
          {words.save}
        </Button>
        <Button size="xs" variant="subtle" data-end onClick={() => leave(stay)}>
          {cancel}
        </Button>
      </Group>
    </form>
  )
}

/** The value of a cell while it is edited. */
function useCellValue({ place, field, state, typed, onSave, onUnread, onLeave }: CellFormProps) {
  const isOver = useRef(false)
  const unread = useRef<Unread>(undefined)
  const { isUnread, addUnread } = useUnread()
  const [stored] = useState(() => written(place, field.at))
  const [value, setValue] = useState(() => firstValue(field, typed) ?? (state?.change ? state.change.value : stored))
  const leave = (step: LeavingStep) => {
    if (isOver.current) return
    isOver.current = true
    onLeave(step)
  }
  const submit = (step: LeavingStep) => {
    if (isOver.current) return
    // The field states why a text cannot be read.
    if (isUnread && step) return commitFocused()
    const given = value === '' ? undefined : value
    const { text = '', detail = '' } = unread.current ?? {}
    if (isUnread) onUnread({ text, fault: { text: detail } })
    // An untouched field is not saved over later values.
    else if (state?.fault || !isSame(given, stored)) onSave(given)
    leave(step)
  }
  const input = {
    value,
    onChange: setValue,
    addUnread(text: Unread) {
      unread.current = text
      return addUnread()
    },
  }
  return { stored, input, submit, leave }
}

/** Returns the value that a letter stands for in a flag; undefined for other fields. */
function firstValue({ kind }: SharedField, typed = ''): boolean | undefined {
  return kind === 'flag' || kind === 'switch' ? parseFlag(typed) : undefined
}

/** Focuses the first input; what is typed next comes after its text, or replaces it. */
function focusFirst(form: HTMLFormElement | null, replaces: boolean): void {
  const first = (selector: string) => form?.querySelector<HTMLInputElement | HTMLTextAreaElement>(selector)
  const input = first('input:checked') ?? first('input, textarea')
  input?.focus()
  if (!input || input.type === 'radio' || input.type === 'checkbox') return
  if (replaces) input.select()
  else input.setSelectionRange(input.value.length, input.value.length)
}

const inputsOf = 'input:not([type=hidden], [type=radio]:not(:checked)), textarea, button:not([data-end]), a[href]'

/** Returns the step after a key that ends the editing; undefined if the key is for an input. */
function stepOf(event: KeyboardEvent, form: HTMLFormElement | null): LeavingStep {
  const { key, shiftKey, target } = event
  if (key === 'Enter') {
    const isBreak = (shiftKey || event.altKey) && target instanceof HTMLTextAreaElement
    return isBreak || target instanceof HTMLButtonElement ? undefined : [shiftKey ? -1 : 1, 0]
  }
  if (key !== 'Tab') return undefined
  // Of several inputs it leads to the next one.
  const inputs = [...(form?.querySelectorAll<HTMLElement>(inputsOf) ?? [])].filter(({ tabIndex }) => tabIndex >= 0)
  const isLast = inputs.at(shiftKey ? 0 : -1) === target || (target instanceof Element && target.matches('[data-end]'))
  return isLast ? [0, shiftKey ? -1 : 1] : undefined
}
