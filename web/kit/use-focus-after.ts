import { type RefObject, useEffect, useRef } from 'react'

/** Whether no control has the focus: the one that had it is gone, or has been disabled. */
export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body
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
