import { useEffect } from 'react'

const reasons = new Set<object>()

/** Whether something would be lost if the session ended now, beside what is kept over a reload. */
export function isAtStake(): boolean {
  return reasons.size > 0
}

/** Says for what holds it whether something would be lost. */
export function setAtStake(holder: object, isHeld: boolean): void {
  if (isHeld) reasons.add(holder)
  else reasons.delete(holder)
}

/** Lets the browser ask before the page is left, as long as something would be lost by that. */
export function useStayWhile(condition: boolean): void {
  useEffect(() => {
    if (!condition) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    setAtStake(ask, true)
    addEventListener('beforeunload', ask)
    return () => {
      setAtStake(ask, false)
      removeEventListener('beforeunload', ask)
    }
  }, [condition])
}
