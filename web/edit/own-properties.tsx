import { ActionIcon, Box, Button, Group, SegmentedControl, Select, Text, Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { isSame } from '../body/difference.ts'
import type { Json, JsonObject, Pointer } from '../body/pointer.ts'
import { within } from '../body/pointer.ts'
import { Icon } from '../kit/icon.tsx'
import { useFocusNext } from '../kit/use-focus-next.ts'
import { useWords } from '../words/language.tsx'
import styles from './edit.module.css'
import { editWords } from './edit-words.ts'
import { FreeField } from './free-field.tsx'
import {
  asKind,
  formatRow,
  isNamedBefore,
  newRow,
  objectOf,
  type PropertyRow,
  parseRow,
  type RowKind,
  readRow,
  rowKinds,
  rowsOf,
} from './property-rows.ts'
import {
  useDiscards,
  useFaultsBelow,
  useField,
  useHasUnread,
  useLeftBelow,
  useLeftText,
  useUnread,
} from './use-field.ts'

interface OwnPropertiesProps {
  readonly at: Pointer
  readonly label: string
  readonly hint?: string
  /** What stands for an object without members; nothing where nothing else is said. */
  readonly whenEmpty?: Json
}

/** An object that no schema describes: a row with name and value for each member; as JSON for whoever wants that. */
export function OwnProperties({ at, label, hint, whenEmpty }: OwnPropertiesProps) {
  const words = useWords(editWords)
  const left = useLeftText(at)
  const [isJson, setJson] = useState(left !== undefined)
  const { container, focusNext } = useFocusNext<HTMLFieldSetElement>()
  const hasUnread = useHasUnread(at)
  const turn = () => {
    // The other way of showing it has no place for what cannot be read.
    if (hasUnread()) return container.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    setJson(!isJson)
    focusNext('[data-turn]')
  }
  return (
    <fieldset ref={container} className={styles.group}>
      <legend>{label}</legend>
      {hint !== undefined && (
        <Text size="xs" c="dimmed">
          {hint}
        </Text>
      )}
      {isJson ? (
        <div className={styles.wide}>
          <FreeField at={at} label={words.freeType} whenEmpty={whenEmpty} />
        </div>
      ) : (
        <PropertyRows at={at} whenEmpty={whenEmpty} />
      )}
      <Button
        variant="subtle"
        size="compact-sm"
        ml={-8}
        data-turn
        // JSON that loses the focus is laid out anew, and the button would have moved before it is let go.
        onMouseDown={(event) => event.preventDefault()}
        onClick={turn}
      >
        {isJson ? words.asRows : words.asJson}
      </Button>
    </fieldset>
  )
}

function PropertyRows({ at, whenEmpty }: Pick<OwnPropertiesProps, 'at' | 'whenEmpty'>) {
  const words = useWords(editWords)
  const [rows, change] = useRows(at, whenEmpty)
  const faults = useFaultsBelow(at)
  const { container, focusNext } = useFocusNext<HTMLDivElement>()
  const nameFaultOf = (row: PropertyRow) => {
    if (isNamedBefore(rows, row)) return words.nameTwice
    return row.name.trim() === '' && row.text.trim() !== '' ? words.required : undefined
  }
  const remove = (index: number) => {
    change(rows.toSpliced(index, 1))
    focusNext(`[data-row="${Math.min(index, rows.length - 2)}"] input`, '[data-add]')
  }
  const add = () => {
    change([...rows, newRow()])
    focusNext(`[data-row="${rows.length}"] input`)
  }
  return (
    <div ref={container} className={styles.rows}>
      {rows.map((row, index) => (
        <RowFields
          key={row.key}
          row={row}
          index={index}
          at={within(at, row.name.trim())}
          nameFault={nameFaultOf(row)}
          fault={faults.get(within('', row.name.trim()))}
          onChange={(next) => change(rows.with(index, next))}
          onRemove={() => remove(index)}
        />
      ))}
      <Button
        variant="light"
        size="compact-md"
        fz="sm"
        leftSection={<Icon name="plus" size={16} />}
        data-add
        onClick={add}
      >
        {words.addProperty}
      </Button>
    </div>
  )
}

/** The rows of an object of the form, which follow when it is changed elsewhere (a step back, JSON). */
function useRows(at: Pointer, whenEmpty: Json) {
  const { value, set } = useField<JsonObject>(at)
  const discards = useDiscards()
  const [seen, setSeen] = useState({ value, discards })
  const left = useLeftBelow(at)
  const [rows, setRows] = useState<readonly PropertyRow[]>(() => [...rowsOf(value ?? {}), ...left.flatMap(parseRow)])
  if (seen.value !== value || seen.discards !== discards) {
    setSeen({ value, discards })
    if (seen.discards !== discards || !isSame(objectOf(rows), value ?? {})) setRows(rowsOf(value ?? {}))
  }
  const change = (next: readonly PropertyRow[]) => {
    const [before, after] = [objectOf(rows), objectOf(next)]
    setRows(next)
    if (!isSame(before, after)) set(Object.keys(after).length > 0 ? after : whenEmpty)
  }
  return [rows, change] as const
}

interface RowFieldsProps {
  readonly row: PropertyRow
  readonly index: number
  /** The pointer of the property, as far as it has a name. */
  readonly at: Pointer
  readonly nameFault: string | undefined
  readonly fault: string | undefined
  readonly onChange: (row: PropertyRow) => void
  readonly onRemove: () => void
}

function RowFields({ row, index, at, nameFault, fault, onChange, onRemove }: RowFieldsProps) {
  const words = useWords(editWords)
  const { property: labels } = words
  const name = row.name.trim() || words.unnamed
  const wrongWords = { text: undefined, number: words.notDecimal, truth: undefined, json: words.jsonWrong }
  const valueFault = row.text.trim() !== '' && readRow(row) === undefined ? wrongWords[row.kind] : undefined
  useUnread(at, nameFault ?? valueFault, formatRow(row))
  return (
    <Box className={styles.property} role="group" aria-label={name} data-row={index}>
      <TextInput
        aria-label={labels.name}
        placeholder={labels.name}
        value={row.name}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => onChange({ ...row, name: event.currentTarget.value })}
        error={nameFault}
      />
      <Select
        className={styles.propertyKind}
        aria-label={labels.kind}
        allowDeselect={false}
        value={row.kind}
        data={rowKinds.map((value) => ({ value, label: labels.kinds[value] }))}
        onChange={(kind) => onChange(asKind(row, kind as RowKind))}
      />
      <div className={styles.propertyValue}>
        <ValueField row={row} fault={valueFault ?? fault} onChange={(text) => onChange({ ...row, text })} />
      </div>
      <Group className={styles.propertyEnd}>
        <ActionIcon variant="subtle" color="red" size="lg" onClick={onRemove} aria-label={words.removeNamed(name)}>
          <Icon name="trash" size={18} />
        </ActionIcon>
      </Group>
    </Box>
  )
}

interface ValueFieldProps {
  readonly row: PropertyRow
  readonly fault: string | undefined
  readonly onChange: (text: string) => void
}

function ValueField({ row, fault, onChange }: ValueFieldProps): ReactNode {
  const words = useWords(editWords)
  const { kind, text } = row
  const label = words.property.value
  if (kind === 'truth') {
    const data = (['true', 'false'] as const).map((value) => ({
      value,
      label: value === 'true' ? words.yes : words.no,
    }))
    return <SegmentedControl aria-label={label} value={text} onChange={onChange} data={data} />
  }
  const common = {
    'aria-label': label,
    placeholder: label,
    value: text,
    error: fault,
    autoComplete: 'off',
  }
  if (kind === 'number') {
    return <TextInput {...common} inputMode="decimal" onChange={(event) => onChange(event.currentTarget.value)} />
  }
  return (
    <Textarea
      {...common}
      {...(kind === 'json' && { ff: 'monospace', spellCheck: false })}
      autosize
      minRows={1}
      maxRows={16}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
