import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { IconButton } from '../kit/button.tsx'
import { Icon } from '../kit/icon.tsx'
import type { ChangeSearch, SearchProps } from '../search/search-value.ts'
import { useWords } from '../words/language.tsx'
import { exploreWords } from './explore-words.ts'
import styles from './search-box.module.css'
import { coordinates, type Option, useOptions, useTakingSearch } from './search-options.ts'

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
  const taking = useTakingSearch(value, onChange, () => onAsked(true))
  const options = useOptions(text, value, { onChange, taking, isOpen: list.isOpen, isListed, isAskedForTown })
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
  const enter = () => {
    const meant = chosen ?? options.find(({ isMeant }) => isMeant)
    if (meant) return take(meant)
    leave()
    void taking.read(text.trim())
  }
  const move = (step: number) => (isShown ? list.move(step, options) : list.open())
  return (
    <div className={styles.box}>
      <TextInput
        {...box}
        size="md"
        leftSection={<Icon name="search" />}
        rightSection={text !== '' && <IconButton icon="close" label={words.clear} color="gray" onClick={clear} />}
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
        onKeyDown={keysOf({ enter, move, close: list.close })}
        onBlur={leave}
        maxLength={200}
        enterKeyHint="search"
      />
      {isShown && (
        <Suggestions id={id} options={options} chosen={chosen} isAskedForTown={isAskedForTown} onTake={take} />
      )}
    </div>
  )
}

interface Keys {
  readonly enter: () => void
  readonly move: (step: number) => void
  readonly close: () => void
}

/** Returns the handler of the keys of a combobox. */
function keysOf({ enter, move, close }: Keys) {
  return (event: KeyboardEvent) => {
    // These keys belong to an input method that composes text.
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      move(step)
    } else if (event.key === 'Escape') close()
    else if (event.key === 'Enter') enter()
  }
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
