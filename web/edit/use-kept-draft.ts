import { useCallback, useEffect, useRef } from 'react'
import { cleaned } from '../body/clean.ts'
import { isSame } from '../body/difference.ts'
import type { JsonObject } from '../body/pointer.ts'
import { dropDraft, keepDraft } from './draft.ts'
import type { EditStore } from './edit-store.ts'

/** What is being edited: the body that is stored, and its entity tag; both empty for a new place. */
export interface Base {
  readonly body: JsonObject
  readonly etag: string
}

const keepPauseMillis = 250

/** Keeps what is edited under a name, as long as there is something to keep. */
export function keepWork(draftName: string, { body, etag }: Base, store: EditStore): void {
  const { values } = store.state()
  const texts = store.texts()
  if (texts.length === 0 && isSame(body, cleaned(values))) dropDraft(draftName)
  else keepDraft(draftName, { base: body, etag, values, texts, time: Date.now() })
}

/**
 * Keeps what is edited over a reload, as long as there is something to keep: when nothing has been typed for a moment,
 * and when the form or the page is left. Gives what forgets it, for when it is saved.
 */
export function useKeptDraft(draftName: string, base: Base, store: EditStore): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const present = useRef(base)
  useEffect(() => {
    present.current = base
  }, [base])
  const stopWaiting = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
  }, [])
  useEffect(() => {
    const keep = () => {
      stopWaiting()
      keepWork(draftName, present.current, store)
    }
    const leave = () => timer.current !== undefined && keep()
    const stop = store.subscribe(() => {
      stopWaiting()
      timer.current = setTimeout(keep, keepPauseMillis)
    })
    addEventListener('pagehide', leave)
    return () => {
      stop()
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [draftName, store, stopWaiting])
  return useCallback(() => {
    stopWaiting()
    dropDraft(draftName)
  }, [draftName, stopWaiting])
}
