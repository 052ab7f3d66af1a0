import { useCallback, useEffect, useMemo, useRef } from 'react'

/** A call that keeps a pace; `flush` makes the call that waits, if one does, without waiting. */
export interface Paced<Value> {
  (value: Value): void
  flush(): void
}

/**
 * Calls at once; of what follows sooner than a pause after what was before, the last alone, when there is a pause. What
 * still waits when the view goes is given up.
 */
export function usePaced<Value>(call: (value: Value) => void, pauseMillis: number): Paced<Value> {
  const latest = useRef(call)
  useEffect(() => {
    latest.current = call
  })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const waiting = useRef<{ readonly value: Value }>(undefined)
  const flush = useCallback(() => {
    const given = waiting.current
    waiting.current = undefined
    if (given) latest.current(given.value)
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])
  return useMemo(() => {
    const paced = (value: Value) => {
      if (timer.current === undefined) latest.current(value)
      else waiting.current = { value }
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        timer.current = undefined
        flush()
      }, pauseMillis)
    }
    return Object.assign(paced, { flush })
  }, [flush, pauseMillis])
}
