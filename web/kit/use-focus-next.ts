import { type RefObject, useCallback, useEffect, useRef } from 'react'

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
  useEffect(() => {
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
