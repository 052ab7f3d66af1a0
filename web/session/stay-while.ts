import { useEffect } from 'react'
import { setUnsaved } from './tabs.ts'

let isLeaving = false

/** Must be called before the tab opens another page of the service, where kept work waits unharmed. */
export function leaveKeptWork(): void {
  isLeaving = true
  // A person who stays after all is asked again.
  setTimeout(() => {
    isLeaving = false
  })
}

interface StayOptions {
  /** True if the tab keeps what would be lost, so that other pages of the service may be opened. */
  readonly isKept?: boolean
}

/** Makes the browser ask before the page closes, while the condition holds. */
export function useStayWhile(condition: boolean, { isKept = false }: StayOptions = {}): void {
  useEffect(() => {
    if (!condition) return
    const ask = (event: BeforeUnloadEvent) => {
      if (!isKept || !isLeaving) event.preventDefault()
    }
    setUnsaved(ask, true)
    addEventListener('beforeunload', ask)
    return () => {
      setUnsaved(ask, false)
      removeEventListener('beforeunload', ask)
    }
  }, [condition, isKept])
}
