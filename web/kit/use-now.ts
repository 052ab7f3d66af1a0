import { useSyncExternalStore } from 'react'

const minuteMillis = 60_000
const thisMinute = () => Math.floor(Date.now() / minuteMillis) * minuteMillis

/** One clock for all who ask, which ticks only while somebody does. */
let minute = thisMinute()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(tick, 5_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function tick(): void {
  if (thisMinute() === minute) return
  minute = thisMinute()
  for (const listener of listeners) listener()
}

const dates = new Map<number, Date>()

/** The present minute; the same value for all who ask within it. */
function now(): Date {
  const known = dates.get(minute)
  if (known) return known
  dates.clear()
  const date = new Date(minute)
  dates.set(minute, date)
  return date
}

/** The present moment to the minute; the view is drawn again when it has passed. */
export function useNow(): Date {
  return useSyncExternalStore(subscribe, now)
}
