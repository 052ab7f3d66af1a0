import type { ComboboxParsedItem } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import {
  type KeyboardEvent,
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

/** Returns whether no control has the focus: the focused one was removed, hidden or disabled. */
export function isFocusLost(): boolean {
  const at = document.activeElement
  // A view that waits for its successor is hidden first. A focused element in it loses the focus a moment later.
  return !at || at.matches('body, #content') || !at.checkVisibility()
}

/**
 * Focuses an element after something may have taken the focus away (a dialog, an action that disables its button),
 * unless another element has the focus by then.
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

/** Focuses an element whenever a value has changed, unless a control has the focus. */
export function useFocusAt<Element extends HTMLElement>(value: unknown): RefObject<Element | null> {
  const element = useRef<Element>(null)
  useEffect(() => {
    if (!isFocusLost()) return
    element.current?.focus({ preventScroll: true })
    element.current?.scrollIntoView({ block: 'nearest' })
  }, [value])
  return element
}

/**
 * Focuses an element that a pending change renders or keeps, once it is rendered: the first in the container that
 * matches a CSS selector. Selectors are tried in order. The focus stays if none matches.
 */
export function useFocusNext<Element extends HTMLElement>(): {
  readonly container: RefObject<Element | null>
  readonly focusNext: (...selectors: readonly string[]) => void
} {
  const container = useRef<Element>(null)
  const wanted = useRef<readonly string[]>([])
  // A passive effect of an earlier render may still be pending when the change is requested, and would run too early.
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

/** Returns the value of a store, and re-renders the view when it changes. */
export function useStore<Value>({ state, subscribe }: Omit<Store<Value>, 'set'>): Value {
  return useSyncExternalStore(subscribe, state)
}

/** Counts the fields with unreadable input. A field calls `addUnread`, and later the function that it returns. */
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
 * Returns the properties of a select whose options the service searches. Typed text replaces the shown value until the
 * list closes.
 */
export function useSearchedSelect(shown: string) {
  const [typed, setTyped] = useState<string>()
  const [searched] = useDebouncedValue(typed === shown ? '' : (typed ?? ''), searchPauseMillis)
  const select = {
    searchable: true,
    filter: ({ options }: { options: ComboboxParsedItem[] }) => options,
    searchValue: typed ?? shown,
    onSearchChange: setTyped,
    // A name that is not chosen yet would be missing from the form that it sends.
    onKeyDown: (event: KeyboardEvent) => event.key === 'Enter' && typed && event.preventDefault(),
    onDropdownClose: () => setTyped(undefined),
  }
  return { searched, select }
}

const minuteMillis = 60_000
const lookMillis = 5_000
const thisMinute = () => Math.floor(Date.now() / minuteMillis) * minuteMillis

const watchers = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** One timer for all users of the time, since each row of a list is one. */
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

/** Returns the current time to the minute, and re-renders the view every minute. */
export function useNow(): Date {
  const minute = useSyncExternalStore(watchTime, thisMinute)
  return useMemo(() => new Date(minute), [minute])
}

/** Sets the document title, shown in tab and history. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · Gazetteer` : 'Gazetteer'
  }, [title])
}

/** Makes the focused field commit its text, as on blur. */
export function commitFocused(): void {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || focused === document.body) return
  focused.blur()
  focused.focus({ preventScroll: true })
}
