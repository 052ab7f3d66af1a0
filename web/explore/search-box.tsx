import { ActionIcon, Combobox, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { operations } from '../../client/client.ts'
import { addresses } from '../addresses.ts'
import { answered } from '../api/answered.ts'
import { parseCoordinates } from '../edit/parse-coordinates.ts'
import { Icon, type IconName } from '../kit/icon.tsx'
import { queryNames } from '../place/place-queries.ts'
import type { LonLat } from '../place/place-traits.ts'
import { type ChangeSearch, nearBy, type SearchProps, type SearchValue } from '../search/search-value.ts'
import { useSession } from '../session/session.tsx'
import { useWords } from '../words/language.tsx'
import { exploreWords, writtenPosition } from './explore-words.ts'
import { type NearTown, useNearTowns } from './near-towns.ts'
import styles from './search-box.module.css'

/** The first key is searched for at once; of others within this time, such as those of a rolled pair, the last alone. */
const pauseMillis = 30

interface SearchBoxProps extends SearchProps {
  /** Whether a town is to be chosen, since nobody tells the position. */
  readonly isAskedForTown: boolean
  readonly onAsked: (isAsked: boolean) => void
}

/** The text that is searched for, followed by the search while it is typed, with what it may become. */
export function SearchBox({ value, onChange, isAskedForTown, onAsked }: SearchBoxProps) {
  const words = useWords(exploreWords)
  const { text, type, finish } = useTyping(value.q, onChange)
  const { list, input } = useSuggesting(isAskedForTown, onAsked)
  const suggestions = useSuggestions(value.q, { enabled: list.dropdownOpened })
  const towns = useNearTowns(text.trim(), {
    enabled: list.dropdownOpened && (isAskedForTown || text.trim().length > 1),
  })
  const take = useTaking(value, onChange)
  // Two small numbers may as well be what is searched for.
  const position = /^\d{1,3}\s+\d{1,3}$/.test(text.trim()) ? undefined : parseCoordinates(text)
  const typed = (next: string) => {
    type(next)
    list.resetSelectedOption()
    if (next.trim() === '') list.closeDropdown()
    else list.openDropdown()
  }
  const leave = () => {
    finish()
    list.closeDropdown()
  }
  const chosen = (key: string) => {
    const suggestion = suggestions.find((one) => keyOf(one) === key)
    const town = towns.find(({ label }) => townKey(label) === key)
    leave()
    if (key === nearKey && position) onChange({ q: '', ...nearBy(position) }, { replace: true })
    else if (town) onChange(town.change, { replace: true })
    else if (suggestion) take(suggestion)
  }
  const pressed = ({ key }: KeyboardEvent) => {
    if (key !== 'Enter' || list.getSelectedOptionIndex() !== -1) return
    if (position) chosen(nearKey)
    else list.closeDropdown()
  }
  return (
    <Combobox store={list} onOptionSubmit={chosen} offset={4} shadow="md" withinPortal={false}>
      <Combobox.Target withExpandedAttribute autoComplete="off">
        <TextInput
          ref={input}
          size="md"
          classNames={{ input: styles.input }}
          aria-label={words.searchLabel}
          aria-autocomplete="list"
          placeholder={words.searchHint}
          value={text}
          onChange={(event) => typed(event.currentTarget.value)}
          onKeyDown={pressed}
          onBlur={leave}
          leftSection={<Icon name="search" />}
          maxLength={200}
          enterKeyHint="search"
          rightSection={
            text !== '' && (
              <ActionIcon variant="subtle" color="gray" aria-label={words.clear} onClick={() => typed('')}>
                <Icon name="close" size={18} />
              </ActionIcon>
            )
          }
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={suggestions.length + towns.length === 0 && !position && !isAskedForTown}>
        {isAskedForTown && <Combobox.Header role="status">{words.noPosition}</Combobox.Header>}
        <Combobox.Options aria-label={words.suggestions}>
          <Suggested position={position} towns={towns} suggestions={suggestions} />
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

/** The list of suggestions, which is opened with the box when a town is to be chosen. */
function useSuggesting(isAskedForTown: boolean, onAsked: SearchBoxProps['onAsked']) {
  const input = useRef<HTMLInputElement>(null)
  const list = useCombobox({
    onDropdownClose: () => {
      list.resetSelectedOption()
      onAsked(false)
    },
  })
  const { openDropdown } = list
  useEffect(() => {
    if (!isAskedForTown) return
    input.current?.focus()
    openDropdown()
  }, [isAskedForTown, openDropdown])
  return { list, input }
}

interface SuggestedProps {
  readonly position: LonLat | undefined
  readonly towns: readonly NearTown[]
  readonly suggestions: readonly Suggestion[]
}

/** What the text may become, the points first. */
function Suggested({ position, towns, suggestions }: SuggestedProps) {
  const words = useWords(exploreWords)
  return (
    <>
      {position && <NearOption value={nearKey} label={words.nearPoint(writtenPosition(position))} />}
      {towns.map(({ label }) => (
        <NearOption key={label} value={townKey(label)} label={label} kind={words.town} />
      ))}
      {suggestions.map((suggestion) => (
        <SuggestionOption key={keyOf(suggestion)} value={keyOf(suggestion)} suggestion={suggestion} />
      ))}
    </>
  )
}

/** The option of a position; no suggestion has this key, nor those of towns. */
const nearKey = 'near'

function townKey(label: string): string {
  return `${nearKey} ${label}`
}

interface NearOptionProps {
  readonly value: string
  readonly label: string
  readonly kind?: string
}

/** An option that sets the point that the nearest are looked for from. */
function NearOption({ value, label, kind }: NearOptionProps) {
  return (
    <Combobox.Option value={value} className={styles.option}>
      <span className={styles.sign}>
        <Icon name="locate" size={18} />
      </span>
      <span className={styles.text}>{label}</span>
      {kind && <span className={styles.kind}>{kind}</span>}
    </Combobox.Option>
  )
}

function keyOf({ type, text }: Suggestion): string {
  return `${type} ${text}`
}

/** What is typed, and the search that follows it: one entry of the history for a text, however many keys it took. */
function useTyping(value: string, onChange: ChangeSearch) {
  const [text, setText] = useState(value)
  const sent = useRef(value)
  const hasBegun = useRef(false)
  const search = (next: string) => {
    sent.current = next
    onChange({ q: next }, { replace: hasBegun.current })
    hasBegun.current = true
  }
  // What still waits when the view goes is given up.
  const send = useDebouncedCallback(search, { delay: pauseMillis, leading: true, maxWait: pauseMillis })
  // The address may change by other ways, such as the back button.
  useEffect(() => {
    if (value !== sent.current) {
      setText(value)
      hasBegun.current = false
    }
    sent.current = value
  }, [value])
  return {
    text,
    type(next: string) {
      setText(next)
      send(next)
    },
    finish() {
      send.flush()
      hasBegun.current = false
    },
  }
}

/** What a suggestion means: the page of a place, a filter, or a text that several places have. */
function useTaking({ owner_id, geolocationinfo_municipality }: SearchValue, onChange: ChangeSearch) {
  const [, navigate] = useLocation()
  const added = (list: readonly string[], one: string) => [...new Set([...list, one])]
  return ({ type, text, id }: Suggestion) => {
    const replace = { replace: true }
    if (type === 'municipality')
      onChange({ q: '', geolocationinfo_municipality: added(geolocationinfo_municipality, text) }, replace)
    else if (id === undefined) onChange({ q: text }, replace)
    else if (type === 'owner') onChange({ q: '', owner_id: added(owner_id, id) }, replace)
    else navigate(addresses.place(id))
  }
}

const icons: Readonly<Record<Suggestion['type'], IconName>> = { municipality: 'map', owner: 'people', place: 'pin' }

interface SuggestionOptionProps {
  readonly suggestion: Suggestion
  /** By which the box knows it again. */
  readonly value: string
}

/** One completion: what it is, and how many places it stands for where it is more than one. */
function SuggestionOption({ suggestion: { type, text, count }, value }: SuggestionOptionProps) {
  const words = useWords(exploreWords)
  return (
    <Combobox.Option value={value} className={styles.option}>
      <span className={styles.sign}>
        <Icon name={icons[type]} size={18} />
      </span>
      <span className={styles.text}>{text}</span>
      <span className={styles.kind}>
        {[
          (type !== 'place' || count === 1) && words.suggested[type],
          (type !== 'place' || count !== 1) && words.hits(count),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </Combobox.Option>
  )
}

type Answer = operations['getPlaceSuggest']['responses'][200]['content']['application/json']

/** What a text that is being typed may become. */
type Suggestion = Answer['Results'][number]

const suggestionsMax = 8

/** What the service completes at most. */
const charactersMax = 100

const wordsMax = 10

/** Completions of a text; none while there are none to ask for. Those of the former text stay until the next are there. */
function useSuggestions(text: string, { enabled }: { readonly enabled: boolean }): readonly Suggestion[] {
  const { api } = useSession()
  const q = text.trim().split(/\s+/).slice(0, wordsMax).join(' ').slice(0, charactersMax)
  const { data } = useQuery({
    queryKey: [...queryNames.searches, 'suggestions', q],
    placeholderData: keepPreviousData,
    enabled: enabled && q !== '',
    queryFn: ({ signal }) =>
      answered(api.GET('/place/suggest', { params: { query: { q, limit: suggestionsMax } }, signal })),
  })
  return enabled && q !== '' ? (data?.Results ?? []) : []
}
