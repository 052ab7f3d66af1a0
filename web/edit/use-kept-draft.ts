import { useDebouncedCallback, useWindowEvent } from '@mantine/hooks'
import { useEffect } from 'react'
import { isSame, type JsonObject } from '../body/json.ts'
import { cleaned } from '../body/place-body.ts'
import type { EditStore } from './edit-store.ts'
import { type Draft, draftName, tellDraft } from './kept-drafts.ts'

/** Keeps a draft. If the storage of the tab is full, a reload loses it. */
function keepDraft(name: string, draft: Draft): void {
  try {
    sessionStorage.setItem(draftName(name), JSON.stringify(draft))
  } catch {
    sessionStorage.removeItem(draftName(name))
  }
  tellDraft(name)
}

/** Drops the draft with a name. */
function dropDraft(name: string): void {
  sessionStorage.removeItem(draftName(name))
  tellDraft(name)
}

/** The body as stored, and its entity tag; both empty for a new place. */
export interface Base {
  readonly body: JsonObject
  readonly etag: string
}

const keepPauseMillis = 250

/** Keeps a draft under a name, or drops it if nothing has changed. */
export function keepWork(name: string, { body, etag }: Base, store: EditStore): void {
  const { values } = store.state()
  const texts = store.texts()
  if (texts.length === 0 && isSame(body, cleaned(values))) dropDraft(name)
  else keepDraft(name, { base: body, etag, values, texts, time: Date.now() })
}

/**
 * Keeps the draft across reloads while there are changes: after a pause in typing, and when the form or the page
 * closes. Returns the function that drops it, for use after saving.
 */
export function useKeptDraft(name: string, base: Base, store: EditStore): () => void {
  const keep = useDebouncedCallback(() => keepWork(name, base, store), {
    delay: keepPauseMillis,
    flushOnUnmount: true,
  })
  useEffect(() => store.subscribe(keep), [store, keep])
  useWindowEvent('pagehide', () => keep.flush())
  return () => {
    keep.cancel()
    dropDraft(name)
  }
}
