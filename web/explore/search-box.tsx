import { useDebouncedCallback } from '@mantine/hooks'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { operations } from '../../client/client.ts'
import { addresses } from '../addresses.ts'
import { answered } from '../api/answered.ts'
import { IconButton } from '../kit/button.tsx'
import { Icon, type IconName } from '../kit/icon.tsx'
import { useLoadedBehind } from '../kit/later.tsx'
import { queryNames, useFacets } from '../place/place-queries.ts'
import { type ChangeSearch, nearBy, type SearchProps, type SearchValue } from '../search/search-value.ts'
import { useSession } from '../session/session.tsx'
import { useLanguage, useWords } from '../words/language.tsx'
import { exploreWords, writtenPosition } from './explore-words.ts'
import type { NearTown } from './near-towns.ts'
import styles from './search-box.module.css'

/**
 * The first key triggers a search at once. Of further keys within this time, such as two pressed together, only the
 * last does.
 */
const pauseMillis = 30

interface SearchBoxProps extends SearchProps {
  /** True if the list shows the results of the text; the suggestions are requested after them. */
  readonly isListed: boolean
  /** True if a town must be selected, because the position is unknown. */
  readonly isAskedForTown: boolean
  readonly onAsked: (isAsked: boolean) => void
}

/** The search text. The search follows during typing, and suggestions appear (an ARIA combobox). */
export function SearchBox({ value, onChange, isListed, isAskedForTown, onAsked }: SearchBoxProps) {
  const words = useWords(exploreWords)
  const id = useId()
  const { text, type, finish } = useTyping(value.q, onChange)
  const { list, box } = useSuggesting(isAskedForTown, onAsked)
  const options = useOptions(text, value, { onChange, isOpen: list.isOpen, isListed, isAskedForTown })
  const isShown = list.isOpen && (options.length > 0 || isAskedForTown)
  const chosen = isShown ? options.find(({ key }) => key === list.chosenKey) : undefined
  const typed = (next: string) => {
    type(next)
    list[next.trim() === '' ? 'close' : 'open']()
  }
  const clear = () => {
    typed('')
    box.ref.current?.focus()
  }
  const leave = () => {
    finish()
    list.close()
  }
  const take = (option: Option) => {
    leave()
    option.take()
  }
  const pressed = (event: KeyboardEvent) => {
    // These keys belong to an input method that composes text.
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (isShown) list.move(step, options)
      else list.open()
    } else if (event.key === 'Escape') list.close()
    else if (event.key === 'Enter') {
      const meant = chosen ?? options.find(({ isMeant }) => isMeant)
      if (meant) take(meant)
      else list.close()
    }
  }
  return (
    <div className={styles.box}>
      <Icon name="search" />
      <input
        {...box}
        className={styles.input}
        role="combobox"
        data-search
        aria-label={words.searchLabel}
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={`${id}list`}
        aria-activedescendant={chosen && `${id}${options.indexOf(chosen)}`}
        autoComplete="off"
        placeholder={words.searchHint}
        value={text}
        onChange={(event) => typed(event.currentTarget.value)}
        onKeyDown={pressed}
        onBlur={leave}
        maxLength={200}
        enterKeyHint="search"
      />
      {text !== '' && (
        <IconButton className={styles.clear} icon="close" label={words.clear} color="gray" onClick={clear} />
      )}
      {isShown && (
        <Suggestions id={id} options={options} chosen={chosen} isAskedForTown={isAskedForTown} onTake={take} />
      )}
    </div>
  )
}

interface SuggestionsProps {
  /** The prefix of the ids of the list and its options. */
  readonly id: string
  readonly options: readonly Option[]
  readonly chosen: Option | undefined
  readonly isAskedForTown: boolean
  readonly onTake: (option: Option) => void
}

/** The suggestions below the box. */
function Suggestions({ id, options, chosen, isAskedForTown, onTake }: SuggestionsProps) {
  const words = useWords(exploreWords)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press on the list must not move the focus out of the box.
    <div className={styles.list} onMouseDown={(event) => event.preventDefault()}>
      {isAskedForTown && (
        <p role="status" className={styles.status}>
          {words.noPosition}
        </p>
      )}
      <div id={`${id}list`} role="listbox" className={styles.options} aria-label={words.suggestions}>
        {options.map((option, at) => (
          <Suggested
            key={option.key}
            id={`${id}${at}`}
            option={option}
            isChosen={option === chosen}
            onTake={() => onTake(option)}
          />
        ))}
      </div>
    </div>
  )
}

/**
 * Returns the state of the suggestions: open or not, and the selected one. They open together with the box if a town
 * must be selected.
 */
function useSuggesting(isAskedForTown: boolean, onAsked: SearchBoxProps['onAsked']) {
  const queries = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [chosenKey, choose] = useState<string>()
  const list = {
    isOpen,
    /** Identifies the selected option, because the options above it may change. */
    chosenKey,
    open() {
      choose(undefined)
      setOpen(true)
    },
    close() {
      choose(undefined)
      setOpen(false)
      onAsked(false)
    },
    /** Selects the next or previous option; the first follows the last. */
    move(step: number, options: readonly Option[]) {
      const at = options.findIndex(({ key }) => key === chosenKey)
      choose(options.at(Math.max(at + step, -1) % options.length)?.key)
    },
  }
  useEffect(() => {
    if (!isAskedForTown) return
    input.current?.focus()
    setOpen(true)
  }, [isAskedForTown])
  // Coordinates may be pasted and confirmed at once.
  const box = { ref: input, onFocus: () => void queries.prefetchQuery(coordinates) }
  return { list, box }
}

/** A suggestion for the text. */
interface Option {
  readonly key: string
  readonly icon: IconName
  readonly label: string
  readonly kind?: string
  /** True if it is what the text means, so it need not be selected. */
  readonly isMeant?: boolean
  readonly take: () => void
}

interface SuggestedProps {
  readonly id: string
  readonly option: Option
  readonly isChosen: boolean
  readonly onTake: () => void
}

function Suggested({ id, option: { icon, label, kind }, isChosen, onTake }: SuggestedProps) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the box keeps the focus and names the active option.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the box handles the keys.
    <div
      ref={row}
      id={id}
      role="option"
      aria-selected={isChosen}
      data-combobox-selected={isChosen || undefined}
      className={`pressable ${styles.option}`}
      onClick={onTake}
    >
      <span className={styles.sign}>
        <Icon name={icon} size={18} />
      </span>
      <span className={styles.text}>{label}</span>
      {kind && <span className={styles.kind}>{kind}</span>}
    </div>
  )
}

interface OptionsOf extends Pick<SearchBoxProps, 'onChange' | 'isListed' | 'isAskedForTown'> {
  readonly isOpen: boolean
}

/** Returns the suggestions for a text, points first. */
function useOptions(text: string, value: SearchValue, of: OptionsOf): Option[] {
  const { onChange, isOpen, isListed, isAskedForTown } = of
  const words = useWords(exploreWords)
  const take = useTaking(value, onChange)
  const suggestions = useSuggestions(value.q, { isOpen, isListed })
  const towns = useNearTowns(text.trim(), { enabled: isOpen && (isAskedForTown || text.trim().length > 1) })
  // Two small numbers may also be search text.
  const position = usePosition(/^\d{1,3}\s+\d{1,3}$/.test(text.trim()) ? '' : text, { enabled: isOpen })
  const replace = { replace: true }
  return [
    ...(position
      ? [
          {
            key: 'near',
            icon: 'locate',
            label: words.nearPoint(writtenPosition(position)),
            isMeant: true,
            take: () => onChange({ q: '', ...nearBy(position) }, replace),
          } as const,
        ]
      : []),
    ...towns.map(
      ({ label, change }): Option => ({
        key: `near ${label}`,
        icon: 'locate',
        label,
        kind: words.town,
        take: () => onChange(change, replace),
      }),
    ),
    ...suggestions.map(
      (suggestion): Option => ({
        key: `${suggestion.type} ${suggestion.text}`,
        icon: icons[suggestion.type],
        label: suggestion.text,
        kind: kindOf(suggestion, words),
        take: () => take(suggestion),
      }),
    ),
  ]
}

const forGood = { staleTime: Number.POSITIVE_INFINITY } as const

const coordinates = {
  queryKey: ['coordinates'],
  ...forGood,
  queryFn: () => import('../fields/parse-coordinates.ts'),
} as const

/** Returns the position that a text contains. The parser loads in the background, or when the box gets the focus. */
function usePosition(text: string, { enabled }: { readonly enabled: boolean }) {
  const queries = useQueryClient()
  useLoadedBehind({ load: () => queries.prefetchQuery(coordinates) })
  const { data } = useQuery({ ...coordinates, enabled })
  return useMemo(() => data?.parseCoordinates(text), [data, text])
}

const countryField = 'geolocationinfo_country'
const everywhere = { is: ['*' as const] }
/** Maximum number of countries whose towns are loaded, those with the most places. */
const countriesMax = 8

/** Returns searches near towns of the countries that have places. */
function useNearTowns(text: string, { enabled }: { readonly enabled: boolean }): readonly NearTown[] {
  const { language } = useLanguage()
  const counted = useFacets([countryField], everywhere, { enabled })?.[countryField]
  const countries = counted?.slice(0, countriesMax).map(({ value }) => String(value)) ?? []
  const { data: find } = useQuery({
    queryKey: ['towns', countries],
    enabled: enabled && counted !== undefined,
    ...forGood,
    queryFn: async () => (await import('./near-towns.ts')).readNearTowns(countries),
  })
  return useMemo(() => (enabled && find ? find(text, language) : []), [enabled, text, find, language])
}

const icons: Readonly<Record<Suggestion['type'], IconName>> = { municipality: 'map', owner: 'people', place: 'pin' }

/** Describes a suggestion: its kind, and the number of its places if there are several. */
function kindOf({ type, count }: Suggestion, words: (typeof exploreWords)['en']): string {
  const parts = [
    (type !== 'place' || count === 1) && words.suggested[type],
    (type !== 'place' || count !== 1) && words.hits(count),
  ]
  return parts.filter(Boolean).join(' · ')
}

/** Handles typing and the search that follows it. One text makes one history entry, however many keys it took. */
function useTyping(value: string, onChange: ChangeSearch) {
  const [text, setText] = useState(value)
  const sent = useRef(value)
  const hasBegun = useRef(false)
  const search = (next: string) => {
    sent.current = next
    onChange({ q: next }, { replace: hasBegun.current })
    hasBegun.current = true
  }
  // A pending search is dropped when the view closes.
  const send = useDebouncedCallback(search, { delay: pauseMillis, leading: true, maxWait: pauseMillis })
  // The address may also change otherwise, for example by the back button.
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

/**
 * Returns the function that applies a suggestion: opens the page of a place, sets a filter, or searches a text that
 * several places share.
 */
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

type Answer = operations['getPlaceSuggest']['responses'][200]['content']['application/json']

/** A suggestion of the service. */
type Suggestion = Answer['Results'][number]

const suggestionsMax = 8

/** The limits of the service for suggestions. */
const charactersMax = 100

const wordsMax = 10

/**
 * Returns suggestions for a text; empty if there is nothing to request. Those of the previous text stay until the next
 * are loaded.
 */
function useSuggestions(text: string, { isOpen, isListed }: Pick<OptionsOf, 'isOpen' | 'isListed'>) {
  const { api } = useSession()
  const q = text.trim().split(/\s+/).slice(0, wordsMax).join(' ').slice(0, charactersMax)
  const { data } = useQuery({
    queryKey: [...queryNames.searches, 'suggestions', q],
    placeholderData: keepPreviousData,
    enabled: isOpen && isListed && q !== '',
    queryFn: ({ signal }) =>
      answered(api.GET('/place/suggest', { params: { query: { q, limit: suggestionsMax } }, signal })),
  })
  return isOpen && q !== '' ? (data?.Results ?? []) : []
}
