import { useEffect } from 'react'

/** Lets the browser ask before the page is left, as long as something would be lost by that. */
export function useStayWhile(condition: boolean): void {
  useEffect(() => {
    if (!condition) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [condition])
}
