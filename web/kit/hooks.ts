import type { ComboboxParsedItem } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import {
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { Store } from './store.ts'

/** Whether no control has the focus: the one that had it is gone, is not shown any more, or has been disabled. */
export function isFocusLost(): boolean {
  const at = document.activeElement
  // A view that waits for its successor is hidden at first: what is focused in it loses the focus a moment later.
  return !at || at.matches('body, #content') || !at.checkVisibility()
}

/**
 * Gives the focus to an element once something is over that may have taken it away (a dialog, an act that disables its
 * button), unless the focus has found another place by then.
 */
export function useFocusAfter<Element extends HTMLElement>(isAway: boolean): RefObject<Element | null> {
  const element = useRef<Element>(null)
  const wasAway = useRef(false)
  useEffect(() => {
    if (wasAway.current && !isAway && isFocusLost()) element.current?.focus()
    wasAway.current = isAway
  }, [isAway])
  return element
}

/**
 * Gives the focus to an element that a change is about to bring or leave, once it has been drawn: the first within the
 * container that a CSS selector names. Selectors are tried in order; the focus stays where it is when none fits.
 */
export function useFocusNext<Element extends HTMLElement>(): {
  readonly container: RefObject<Element | null>
  readonly focusNext: (...selectors: readonly string[]) => void
} {
  const container = useRef<Element>(null)
  const wanted = useRef<readonly string[]>([])
  // A passive effect of an earlier drawing may still wait when the change is asked for, and would run before it is drawn.
  useLayoutEffect(() => {
    const [found] = wanted.current.flatMap((selector) => [
      ...(container.current?.querySelectorAll<HTMLElement>(selector) ?? []),
    ])
    wanted.current = []
    found?.focus()
  })
  const focusNext = useCallback((...selectors: readonly string[]) => {
    wanted.current = selectors
  }, [])
  return { container, focusNext }
}

/** The value of a store, in a view that is drawn again when another is set. */
export function useStore<Value>({ state, subscribe }: Omit<Store<Value>, 'set'>): Value {
  return useSyncExternalStore(subscribe, state)
}

/** Whether some field shows what cannot be read, and for fields to note it until what is given back is called. */
export function useUnread(): { readonly isUnread: boolean; readonly addUnread: () => () => void } {
  const [count, setCount] = useState(0)
  const addUnread = useCallback(() => {
    setCount((count) => count + 1)
    return () => setCount((count) => count - 1)
  }, [])
  return { isUnread: count > 0, addUnread }
}

const searchPauseMillis = 150

/**
 * What a select needs that finds its options by what is typed, as the service has searched them: what is typed takes the
 * place of what is shown until the list is closed.
 */
export function useSearchedSelect(shown: string) {
  const [typed, setTyped] = useState<string>()
  const [searched] = useDebouncedValue(typed === shown ? '' : (typed ?? ''), searchPauseMillis)
  const select = {
    searchable: true,
    filter: ({ options }: { options: ComboboxParsedItem[] }) => options,
    searchValue: typed ?? shown,
    onSearchChange: setTyped,
    onDropdownClose: () => setTyped(undefined),
  }
  return { searched, select }
}

const minuteMillis = 60_000
const lookMillis = 5_000
const thisMinute = () => Math.floor(Date.now() / minuteMillis) * minuteMillis

const watchers = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** One timer for all who look at the time: each row of a list does. */
function watchTime(watcher: () => void): () => void {
  watchers.add(watcher)
  timer ??= setInterval(() => {
    for (const watch of watchers) watch()
  }, lookMillis)
  return () => {
    watchers.delete(watcher)
    if (watchers.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The present moment to the minute; the view is drawn again when it has passed. */
export function useNow(): Date {
  const minute = useSyncExternalStore(watchTime, thisMinute)
  return useMemo(() => new Date(minute), [minute])
}

/** Names the page in the browser's tab and history. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · Gazetteer` : 'Gazetteer'
  }, [title])
}
