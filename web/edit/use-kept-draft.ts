import { useDebouncedCallback, useWindowEvent } from '@mantine/hooks'
import { useEffect } from 'react'
import { isSame, type JsonObject } from '../body/json.ts'
import { cleaned } from '../body/place-body.ts'
import type { EditStore } from './edit-store.ts'
import { type Draft, draftName, tellDraft } from './kept-drafts.ts'

/** Keeps the work; where the storage of the tab is full, it is lost with a reload. */
function keepDraft(name: string, draft: Draft): void {
  try {
    sessionStorage.setItem(draftName(name), JSON.stringify(draft))
  } catch {
    sessionStorage.removeItem(draftName(name))
  }
  tellDraft(name)
}

/** Forgets the work that was kept under a name. */
function dropDraft(name: string): void {
  sessionStorage.removeItem(draftName(name))
  tellDraft(name)
}

/** What is being edited: the body that is stored, and its entity tag; both empty for a new place. */
export interface Base {
  readonly body: JsonObject
  readonly etag: string
}

const keepPauseMillis = 250

/** Keeps what is edited under a name, as long as there is something to keep. */
export function keepWork(name: string, { body, etag }: Base, store: EditStore): void {
  const { values } = store.state()
  const texts = store.texts()
  if (texts.length === 0 && isSame(body, cleaned(values))) dropDraft(name)
  else keepDraft(name, { base: body, etag, values, texts, time: Date.now() })
}

/**
 * Keeps what is edited over a reload, as long as there is something to keep: when nothing has been typed for a moment,
 * and when the form or the page is left. Gives what forgets it, for when it is saved.
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
