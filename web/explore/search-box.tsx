import { ActionIcon, Combobox, TextInput, useCombobox } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { addresses } from '../addresses.ts'
import { Icon } from '../kit/icon.tsx'
import type { SearchValue } from '../search/search-value.ts'
import type { ChangeSearch } from '../search/use-search-value.ts'
import { useWords } from '../words/language.tsx'
import { exploreWords } from './explore-words.ts'
import { SuggestionOption } from './suggestion-option.tsx'
import { type Suggestion, useSuggestions } from './suggestion-query.ts'
import { usePaced } from './use-paced.ts'

/** Keys that follow one another sooner, such as those of a rolled pair, are searched for once. */
const pauseMillis = 30

interface SearchBoxProps {
  readonly value: SearchValue
  readonly onChange: ChangeSearch
}

/** The text that is searched for, followed by the search while it is typed, with what it may become. */
export function SearchBox({ value, onChange }: SearchBoxProps) {
  const words = useWords(exploreWords)
  const { text, type, finish } = useTyping(value.q, onChange)
  const list = useCombobox({ onDropdownClose: () => list.resetSelectedOption() })
  const suggestions = useSuggestions(value.q, { enabled: list.dropdownOpened })
  const take = useTaking(value, onChange)
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
    leave()
    if (suggestion) take(suggestion)
  }
  const pressed = ({ key }: KeyboardEvent) => {
    if (key === 'Enter' && list.getSelectedOptionIndex() === -1) list.closeDropdown()
  }
  return (
    <Combobox store={list} onOptionSubmit={chosen} offset={4} shadow="md" withinPortal={false}>
      <Combobox.Target withExpandedAttribute autoComplete="off">
        <TextInput
          size="md"
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
      <Combobox.Dropdown hidden={suggestions.length === 0}>
        <Combobox.Options aria-label={words.suggestions}>
          {suggestions.map((suggestion) => (
            <SuggestionOption key={keyOf(suggestion)} value={keyOf(suggestion)} suggestion={suggestion} />
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
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
  const send = usePaced((next: string) => {
    sent.current = next
    onChange({ q: next }, { replace: hasBegun.current })
    hasBegun.current = true
  }, pauseMillis)
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
