import { Group, Popover, Select, Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Certainty } from '../../src/exchange/understanding/understanding.ts'
import { useDirectoryEntries } from '../directory/directory-queries.ts'
import { Button } from '../kit/button.tsx'
import { Soft } from '../kit/dimmed.tsx'
import { placeWords } from '../place/place-words.ts'
import { TypeSelect } from '../place/type-select.tsx'
import { useFormat, useWords } from '../words/language.tsx'
import {
  Choice,
  CountryInput,
  DatesInput,
  EmptyMeanings,
  FlagGuessInput,
  FlagMeaning,
  type GuessProps,
  inside,
  OwnerInput,
  SystemInput,
  TypeMeaning,
} from './guess-inputs.tsx'
import styles from './import.module.css'
import { importWords } from './import-words.ts'
import { needsOwner } from './plan.ts'

interface UnderstoodProps extends GuessProps {
  /** Reads another sheet; absent if the file is not at hand. */
  readonly onSheet?: ((sheet: string) => void) | undefined
}

/** The understanding of a file, each part a chip that opens the way to change it. */
export function Understood(props: UnderstoodProps) {
  const isRecords = props.plan.file.format === 'ndjson'
  return (
    <Group gap="xs">
      {!isRecords && <FileChips {...props} />}
      {!isRecords && <GuessChips {...props} />}
      <EffectChips {...props} />
      {!isRecords && <NewPlaceChips {...props} />}
    </Group>
  )
}

interface GuessChipProps {
  readonly label: string
  readonly value?: string | undefined
  readonly certainty?: Certainty
  readonly children: (close: () => void) => ReactNode
}

function GuessChip({ label, value, certainty = 'sure', children }: GuessChipProps) {
  const { guess } = useWords(importWords)
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus returnFocus shadow="md" width={300} position="bottom-start">
      <Popover.Target>
        <Button variant="default" size="md" isRound opensBelow className={styles.chip} onClick={() => setOpen(!isOpen)}>
          <Text span size="xs" c="dimmed">
            {label}
          </Text>{' '}
          {value}
          {certainty === 'likely' && (
            <Text span size="xs" c="dimmed">
              {' '}
              ({guess})
            </Text>
          )}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>{children(() => setOpen(false))}</Popover.Dropdown>
    </Popover>
  )
}

/** The rows among which the headings are looked for. */
const headingRows = 20

/** The sheet and the row of headings. */
function FileChips({ plan: { file }, understanding, edit, onSheet }: UnderstoodProps) {
  const words = useWords(importWords)
  const { sheets = [], sheet } = file
  const { headingLine } = understanding
  return (
    <>
      {sheets.length > 1 && onSheet && (
        <GuessChip label={words.sheet.chip} value={sheet}>
          {() => (
            <Select
              label={words.sheet.label}
              searchable
              allowDeselect={false}
              comboboxProps={inside}
              data={[...sheets]}
              value={sheet ?? null}
              onChange={(name) => name && onSheet(name)}
            />
          )}
        </GuessChip>
      )}
      {headingLine !== undefined && (
        <GuessChip label={words.heading.chip} value={String(headingLine)}>
          {(close) => (
            <Select
              label={words.heading.label}
              searchable
              comboboxProps={inside}
              data={Array.from({ length: headingRows }, (_, at) => String(at + 1))}
              value={String(headingLine)}
              onChange={(line) => {
                close()
                if (line) edit({ headingLine: Number(line) })
              }}
            />
          )}
        </GuessChip>
      )}
    </>
  )
}

/** The guesses that are no questions any more. */
function GuessChips(props: GuessProps) {
  const words = useWords(importWords)
  const format = useFormat()
  const { plan, understanding } = props
  const { system, dates, country, types, flags, empties } = understanding
  const { choices } = plan
  const isSaid = (guess: { readonly certainty: string } | undefined) => guess && guess.certainty !== 'asked'
  return (
    <>
      {system && isSaid(system) && (
        <GuessChip
          label={words.system.chip}
          value={choices.systems.find(({ epsg }) => epsg === system.value)?.name}
          certainty={system.certainty}
        >
          {() => <SystemInput {...props} />}
        </GuessChip>
      )}
      {dates && isSaid(dates) && (
        <GuessChip label={words.dates.chip} value={words.dates[dates.value ?? 'dmy']} certainty={dates.certainty}>
          {() => <DatesInput {...props} />}
        </GuessChip>
      )}
      {country?.value && isSaid(country) && (
        <GuessChip label={words.country.chip} value={format.country(country.value)} certainty={country.certainty}>
          {() => <CountryInput {...props} />}
        </GuessChip>
      )}
      {(['swapped', 'swappedRows', 'featureIds'] as const).map((name) => {
        const guess = understanding[name]
        if (!guess || !isSaid(guess)) return null
        const value = guess.value ? words.yes : words.no
        return (
          <GuessChip key={name} label={words[name].chip} value={value} certainty={guess.certainty}>
            {() => <FlagGuessInput {...props} name={name} />}
          </GuessChip>
        )
      })}
      <MeaningChip label={words.meaning.types} meanings={types.filter(isSaid)}>
        {(text) => <TypeMeaning {...props} text={text} />}
      </MeaningChip>
      <MeaningChip label={words.meaning.flags} meanings={flags.filter(isSaid)}>
        {(text) => <FlagMeaning {...props} text={text} />}
      </MeaningChip>
      {empties.length > 0 && (
        <GuessChip
          label={words.meaning.empties}
          value={empties.flatMap(({ text, value }) => (value ? [text] : [])).join(', ') || words.none}
        >
          {() => <EmptyMeanings {...props} />}
        </GuessChip>
      )}
    </>
  )
}

interface MeaningChipProps {
  readonly label: string
  readonly meanings: readonly { readonly text: string }[]
  readonly children: (text: string) => ReactNode
}

/** Words of a file, and a list of their meanings. */
export function MeaningChip({ label, meanings, children }: MeaningChipProps) {
  const format = useFormat()
  if (meanings.length === 0) return null
  return (
    <GuessChip label={label} value={format.number(meanings.length)}>
      {() => (
        <Stack gap="xs" mah={360} style={{ overflowY: 'auto' }}>
          {meanings.map(({ text }) => (
            <div key={text}>
              <Soft>{text}</Soft>
              {children(text)}
            </div>
          ))}
        </Stack>
      )}
    </GuessChip>
  )
}

/** The treatment of known places, and the source by which they are known. */
function EffectChips({ plan: { file }, understanding: { mode, empty, source }, edit }: GuessProps) {
  const words = useWords(importWords)
  const { merge, replace, keep, remove } = words.mode
  return (
    <>
      <GuessChip label={words.source.chip} value={source}>
        {(close) => <SourceForm {...{ source, close }} onChange={(name) => edit({ source: name })} />}
      </GuessChip>
      <GuessChip label={words.mode.chip} value={words.mode[mode]}>
        {() => (
          <Choice
            label={words.mode.chip}
            options={{ merge, replace }}
            value={mode}
            onChange={(chosen) => edit({ mode: chosen })}
          />
        )}
      </GuessChip>
      {mode === 'merge' && file.format !== 'ndjson' && (
        <GuessChip label={words.mode.emptyChip} value={words.mode[empty]}>
          {() => (
            <Choice
              label={words.mode.emptyChip}
              options={{ keep, remove }}
              value={empty}
              onChange={(chosen) => edit({ empty: chosen })}
            />
          )}
        </GuessChip>
      )}
    </>
  )
}

interface SourceFormProps {
  readonly source: string
  readonly close: () => void
  readonly onChange: (source: string) => void
}

function SourceForm({ source, close, onChange }: SourceFormProps) {
  const words = useWords(importWords)
  const [text, setText] = useState(source)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        close()
        onChange(text)
      }}
    >
      <TextInput
        label={words.source.label}
        description={words.source.hint}
        maxLength={60}
        required
        withAsterisk={false}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        mb="xs"
      />
      <Button type="submit">{words.ok}</Button>
    </form>
  )
}

/** The values for new places whose rows have none. */
function NewPlaceChips(props: GuessProps) {
  const words = useWords(importWords)
  const { types } = useWords(placeWords)
  const { defaults } = props.understanding
  const { edit } = props
  const { ownerId, type, published } = defaults
  const [owner] = useDirectoryEntries('owners', ownerId === undefined ? [] : [ownerId])
  const { now, drafts } = words.published
  return (
    <>
      {!needsOwner(props.plan, props.understanding) && (
        <GuessChip label={words.owner.chip} value={owner ? owner.name || owner.id : words.none}>
          {() => <OwnerInput {...props} />}
        </GuessChip>
      )}
      <GuessChip label={words.type.chip} value={types[type ?? 'external']}>
        {(close) => (
          <TypeSelect
            label={words.type.label}
            searchable
            comboboxProps={inside}
            value={type ?? 'external'}
            onChange={(chosen) => {
              close()
              edit({ defaults: { ...defaults, type: chosen } })
            }}
          />
        )}
      </GuessChip>
      <GuessChip label={words.published.chip} value={published ? now : drafts}>
        {() => (
          <Choice
            label={words.published.chip}
            options={{ drafts, now }}
            value={published ? 'now' : 'drafts'}
            onChange={(chosen) =>
              edit({ defaults: { ...defaults, published: chosen === 'now' ? new Date().toISOString() : undefined } })
            }
          />
        )}
      </GuessChip>
    </>
  )
}
