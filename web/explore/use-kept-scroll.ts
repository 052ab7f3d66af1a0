import { type RefCallback, useCallback, useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Keeps how far a list is scrolled with the entry of the browser's history: whoever follows a link and comes back finds
 * the list as it was, also after a reload. What the list shows is named by a text; with another it begins at its top.
 */
export function useKeptScroll(shown: string): RefCallback<HTMLElement> {
  const list = useRef<HTMLElement>(null)
  const former = useRef(shown)
  // The list may come later than the view, when its places are there.
  const attach = useCallback((element: HTMLElement | null) => {
    list.current = element
    element?.scrollTo({ top: keptTop() })
  }, [])
  useLayoutEffect(() => {
    if (former.current === shown) return
    former.current = shown
    list.current?.scrollTo({ top: keptTop() })
  }, [shown])
  useEffect(() => {
    const leave = ({ target }: MouseEvent) => {
      if (!list.current || !(target instanceof Element) || !target.closest('a[href]')) return
      history.replaceState({ ...history.state, listTop: list.current.scrollTop }, '')
    }
    document.addEventListener('click', leave, { capture: true })
    return () => document.removeEventListener('click', leave, { capture: true })
  }, [])
  return attach
}

/** How far the list of the present entry was scrolled when it was left; 0 for one that never was. */
function keptTop(): number {
  return Number(history.state?.listTop ?? 0)
}
