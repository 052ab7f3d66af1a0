import { Input, SegmentedControl, Select, Switch, TagsInput, Text } from '@mantine/core'
import { useId } from 'react'
import { typeKeyIn } from '../body/json.ts'
import { DayInput, instantOf, localOf, MomentInput } from '../kit/date-inputs.tsx'
import { Soft } from '../kit/dimmed.tsx'
import { TypeSelect } from '../place/type-select.tsx'
import { useWords } from '../words/language.tsx'
import { present } from './field-kinds.ts'
import { type InputProps, inputOf, textOf } from './input-props.ts'
import { inputWords } from './input-words.ts'
import styles from './inputs.module.css'

/** Yes or no, or unknown. */
export function FlagInput({ at, label, hint, value, onChange, faults, isKnown = false }: InputProps) {
  const words = useWords(inputWords)
  const id = useId()
  const choices = isKnown ? (['yes', 'no'] as const) : (['yes', 'no', 'unknown'] as const)
  const fault = faults?.get('')
  return (
    <div className={styles.flag} data-field={at}>
      <div data-label>
        <Text id={id} size="sm" fw={500}>
          {label}
        </Text>
        {hint && <Soft size="xs">{hint}</Soft>}
      </div>
      <SegmentedControl
        aria-labelledby={id}
        size="xs"
        value={typeof value === 'boolean' ? (value ? 'yes' : 'no') : isKnown ? '' : 'unknown'}
        onChange={(next) => onChange(next === 'unknown' ? undefined : next === 'yes')}
        data={choices.map((name) => ({ value: name, label: words[name] }))}
      />
      {fault && <Input.Error className={styles.fault}>{fault}</Input.Error>}
    </div>
  )
}

/** A flag that is off unless it is on. */
export function SwitchInput(props: InputProps) {
  const { value, onChange } = props
  const { 'data-field': at, label, description, error } = inputOf(props)
  return (
    <Switch
      {...{ 'data-field': at, label, description, error }}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked ? true : value === undefined ? undefined : false)}
    />
  )
}

/** One of the values that the schema lists. */
export function ChoiceInput(props: InputProps) {
  const { value, onChange, schema } = props
  const choices = present(schema ?? {}).enum ?? []
  return (
    <Select
      {...inputOf(props)}
      clearable
      data={choices.map(String)}
      value={value === undefined ? null : textOf(value)}
      onChange={(chosen) => onChange(choices.find((choice) => String(choice) === chosen))}
    />
  )
}

/** The type of a place. Another type removes the data of the former one. */
export function TypeInput(props: InputProps) {
  const words = useWords(inputWords)
  const chosen = typeKeyIn(props.value)
  return (
    <TypeSelect
      {...inputOf(props)}
      allowDeselect={false}
      value={chosen ?? null}
      placeholder={words.chooseType}
      onChange={(key) => key && key !== chosen && props.onChange({ [key]: {} })}
    />
  )
}

/** Several short texts. */
export function TextsInput(props: InputProps) {
  const { textsHint } = useWords(inputWords)
  const { at = '', value, onChange } = props
  const isOfWords = at.endsWith('/tags')
  return (
    <TagsInput
      {...inputOf({ ...props, hint: props.hint ?? textsHint })}
      value={Array.isArray(value) ? value.map(textOf) : []}
      onChange={(texts) => onChange(texts.length > 0 ? texts : undefined)}
      acceptValueOnBlur
      splitChars={isOfWords ? [',', ';', ' '] : [',']}
    />
  )
}

/** A calendar day, as `YYYY-MM-DD`. */
export function DayField(props: InputProps) {
  const { value, onChange } = props
  return (
    <DayInput
      {...useDated(props)}
      value={value === undefined ? null : textOf(value)}
      onChange={(day) => onChange(day ?? undefined)}
    />
  )
}

/** An instant, in local time. */
export function MomentField(props: InputProps) {
  const { value, onChange } = props
  const { clear: _, ...dated } = useDated(props)
  return (
    <MomentInput
      {...dated}
      value={localOf(typeof value === 'string' ? value : undefined)}
      onChange={(time) => onChange(instantOf(time) ?? undefined)}
    />
  )
}

function useDated({ at, label, hint, faults, addUnread }: InputProps) {
  const words = useWords(inputWords)
  return {
    className: styles.short,
    'data-field': at,
    label,
    ...(hint !== undefined && { description: hint }),
    clear: words.clearField(label),
    error: faults?.get(''),
    addUnread: (detail: string) => addUnread?.({ detail }),
  }
}
