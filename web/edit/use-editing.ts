import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import type { Place } from '../../client/client.ts'
import { changedPointers, type JsonObject } from '../body/json.ts'
import { cleaned, writable } from '../body/place-body.ts'
import { forgetPlaces, type TaggedPlace } from '../place/place-queries.ts'
import { useStayWhile } from '../session/unsaved.ts'
import { type Base, keepWork, readDraft, useKeptDraft } from './draft.ts'
import { createEditStore, type EditStore } from './edit-store.ts'
import { type Saving, useSaving } from './use-saving.ts'

/** A form at work. */
export interface Editing extends Saving {
  readonly store: EditStore
  /** How many members differ from what is stored, or are shown as what cannot be read. */
  readonly changes: number
  /** When the work was left that has been brought back, if it was. */
  readonly restored: number | undefined
  /** Takes all changes back, as one step that can be undone. */
  discard(): void
}

interface EditingOptions {
  /** The place that is edited; absent for a new one. */
  readonly start: TaggedPlace | undefined
  /** The owner that a new place begins with. */
  readonly owner: JsonObject | undefined
  /** Called when everything is saved. */
  readonly onSaved: (place: Place) => void
  /** Called when a place is saved but for what was typed meanwhile. */
  readonly onRest: (place: Place) => void
}

/** Edits a place or a new one: keeps the work over a reload, checks it, sends it, and meets whatever comes of that. */
export function useEditing({ start, owner, onSaved, onRest }: EditingOptions): Editing {
  const queries = useQueryClient()
  const draftName = start?.place.id ?? 'new'
  const [begun] = useState(() => beginning(start, owner, draftName))
  const { store, restored } = begun
  const [base, setBase] = useState<Base>(begun.base)
  const { values, unread } = useSyncExternalStore(store.subscribe, store.state)
  const changes = useMemo(() => {
    const changed = changedPointers(base.body, cleaned(values))
    return new Set([...changed, ...unread.map(({ pointer }) => pointer)]).size
  }, [base, values, unread])
  const dropKept = useKeptDraft(draftName, base, store)
  useStayWhile(changes > 0)
  const finish = useCallback(
    (place: Place) => {
      dropKept()
      void forgetPlaces(queries)
      onSaved(place)
    },
    [dropKept, queries, onSaved],
  )
  const goOn = useCallback(
    (place: Place, rest: Base) => {
      // What was a new place is one that is edited from now on.
      dropKept()
      keepWork(place.id, rest, store)
      setBase(rest)
      void forgetPlaces(queries)
      onRest(place)
    },
    [dropKept, store, queries, onRest],
  )
  const saving = useSaving({ store, id: start?.place.id, base, onBase: setBase, onSaved: finish, onRest: goOn })
  return { ...saving, store, changes, restored, discard: () => store.discard(base.body) }
}

/** Begins with the work that was left here, or with what is stored. */
function beginning(start: TaggedPlace | undefined, owner: JsonObject | undefined, draftName: string) {
  const newBody: JsonObject = cleaned({ placeTypes: {}, ...(owner && { owner }) })
  const stored: Base = start ? { body: cleaned(writable(start.place)), etag: start.etag } : { body: newBody, etag: '' }
  const draft = readDraft(draftName)
  if (!draft) return { base: stored, store: createEditStore(stored.body), restored: undefined }
  const base = { body: draft.base, etag: draft.etag }
  const store = createEditStore(draft.values, { texts: draft.texts ?? [] })
  return { base, store, restored: draft.time }
}
