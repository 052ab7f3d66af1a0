import { useDebouncedCallback, useWindowEvent } from '@mantine/hooks'
import { useEffect } from 'react'
import { isSame, type JsonObject } from '../body/json.ts'
import { cleaned } from '../body/place-body.ts'
import { keptJson } from '../kit/store.ts'
import type { EditStore, LeftText } from './edit-store.ts'
import { draftName, tellDraft } from './kept-drafts.ts'

/** Work that is not saved yet, as it is kept over a reload. */
interface Draft {
  /** The body that was there when the work began, and its entity tag; both empty for a new place. */
  readonly base: JsonObject
  readonly etag: string
  readonly values: JsonObject
  /** What stands in fields and cannot be read; absent where nothing does. */
  readonly texts?: readonly LeftText[]
  /** When it was last changed, in milliseconds. */
  readonly time: number
}

/** The work that was left on this place (or on the new one), if there is any. */
export function readDraft(name: string): Draft | undefined {
  return keptJson(draftName(name))
}

/** Keeps the work; where there is no room for it, it is only as safe as the tab. */
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
