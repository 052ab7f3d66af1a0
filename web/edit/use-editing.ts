import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import type { Fault, Place } from '../../client/client.ts'
import { Failure } from '../api/answered.ts'
import { useBodySchema } from '../api/document-query.ts'
import { cleaned } from '../body/clean.ts'
import { changedPointers, isSame, mergePatch } from '../body/difference.ts'
import type { Json, JsonObject, Pointer } from '../body/pointer.ts'
import { writable } from '../body/writable.ts'
import { createPlace, findCreated, patchPlace, readPlace } from '../body/write-place.ts'
import type { OpenHours } from '../hours/calendar.ts'
import { editorWords } from '../hours/editor-words.ts'
import { inOrder } from '../hours/in-order.ts'
import { useFailureText } from '../kit/use-failure-text.ts'
import { useStayWhile } from '../kit/use-stay-while.ts'
import { forgetPlaces, type TaggedPlace } from '../place/place-queries.ts'
import type { PublicationTimes } from '../publish/times.ts'
import { useSession } from '../session/session.tsx'
import { useWords } from '../words/language.tsx'
import { useFaultText } from '../words/use-fault-text.ts'
import { checkBody } from './check-body.ts'
import { type Comparison, compare, resolve } from './conflict.ts'
import { readDraft } from './draft.ts'
import { createEditStore, type EditStore } from './edit-store.ts'
import { editWords } from './edit-words.ts'
import { type Base, useKeptDraft } from './use-kept-draft.ts'

/** How far the saving of a form is. */
export type SaveStatus = 'idle' | 'saving' | 'refused' | 'lost'

/** Someone else's change that has come in between. */
export interface Conflict extends Comparison {
  readonly theirs: TaggedPlace
}

/** A form at work. */
export interface Editing {
  readonly store: EditStore
  readonly status: SaveStatus
  /** What the service said that belongs to no field. */
  readonly refusal: string | undefined
  /** How often saving was refused: each time whoever saves is led to what has to be put right. */
  readonly refusals: number
  /** How many members differ from what is stored. */
  readonly changes: number
  /** When the work was left that has been brought back, if it was. */
  readonly restored: number | undefined
  readonly conflict: Conflict | undefined
  /** Saves; a new place is public from and until the times that are given, and a draft without them. */
  save(times?: PublicationTimes): Promise<void>
  /** Saves what results from the choice between the changes. */
  settle(theirsChosen: ReadonlySet<Pointer>): Promise<void>
  leaveConflict(): void
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
}

/** Edits a place or a new one: keeps the work over a reload, checks it, sends it, and meets whatever comes of that. */
export function useEditing({ start, owner, onSaved }: EditingOptions): Editing {
  const { api, name } = useSession()
  const queries = useQueryClient()
  const schema = useBodySchema()
  const words = { edit: useWords(editWords), hours: useWords(editorWords) }
  const faultText = useFaultText()
  const failureText = useFailureText()
  const draftName = start?.place.id ?? 'new'
  const [begun] = useState(() => beginning(start, owner, draftName))
  const { store } = begun
  const [base, setBase] = useState<Base>(begun.base)
  const [status, setStatus] = useState<SaveStatus>('idle')
  const [refusal, setRefusal] = useState<string>()
  const [refusals, setRefusals] = useState(0)
  const [conflict, setConflict] = useState<Conflict>()
  const values = useSyncExternalStore(store.subscribe, () => store.state().values)
  const changes = useMemo(() => changedPointers(base.body, cleaned(values)).length, [base, values])
  const dropKept = useKeptDraft(draftName, base, store)
  useStayWhile(changes > 0)

  const finish = useCallback(
    (place: Place) => {
      dropKept()
      void forgetPlaces(queries)
      setStatus('idle')
      onSaved(place)
    },
    [dropKept, queries, onSaved],
  )

  const refuse = (error: unknown) => {
    if (!(error instanceof Failure)) throw error
    const isLost = error.status === 0 || error.status >= 500
    setStatus(isLost ? 'lost' : 'refused')
    setRefusal(isLost || error.faults.length > 0 ? undefined : failureText(error))
    setRefusals((count) => count + 1)
    store.setFaults(error.faults.map(({ pointer, detail }) => ({ pointer, detail: faultText(detail) })))
  }

  /** The body as it is sent; undefined when it cannot be sent, and the fields say why. */
  const checked = (): JsonObject | undefined => {
    const body = inSavingOrder(cleaned(store.state().values))
    // Faults name entries and spans by their places, so the form shows them where they are sent.
    if (!isSame(body.openHours, store.state().values.openHours)) store.set('/openHours', body.openHours)
    const faults: Fault[] = checkBody(body, schema, words)
    if (faults.length === 0) return body
    store.setFaults(faults)
    setRefusals((count) => count + 1)
    setRefusal(undefined)
    setStatus('refused')
    return undefined
  }

  const send = async (from: Base, body: JsonObject): Promise<void> => {
    setStatus('saving')
    const id = start?.place.id ?? ''
    try {
      const change = mergePatch(from.body, body)
      if (change) await patchPlace(api, { id, change: { ...change, updatedBy: name }, etag: from.etag })
      finish((await readPlace(api, id)).place)
    } catch (error) {
      if (error instanceof Failure && error.status === 412) await meet(from, body)
      else refuse(error)
    }
  }

  /** Someone was here in between: what both changed is put to choice; if nothing is, there is nothing left to do. */
  const meet = async (from: Base, body: JsonObject): Promise<void> => {
    try {
      const theirs = await readPlace(api, start?.place.id ?? '')
      const theirBody = cleaned(writable(theirs.place))
      if (isSame(theirBody, body)) return finish(theirs.place)
      setConflict({ ...compare(from.body, body, theirBody), theirs })
      setStatus('idle')
    } catch (error) {
      refuse(error)
    }
  }

  return {
    store,
    status,
    refusal,
    refusals,
    changes,
    restored: begun.restored,
    conflict,
    async save(times = {}) {
      if (status === 'saving') return
      const body = checked()
      if (!body) return
      if (start) return send(base, body)
      const given = times as JsonObject
      setStatus('saving')
      try {
        // What the service has made without being heard is not made once more.
        const made = status === 'lost' ? await findCreated(api, body) : undefined
        if (!made) finish(await createPlace(api, { ...body, ...given, updatedBy: name }))
        else if (times.published === undefined || made.published) finish(made)
        else {
          await patchPlace(api, { id: made.id, change: { ...given, updatedBy: name } })
          finish((await readPlace(api, made.id)).place)
        }
      } catch (error) {
        refuse(error)
      }
    },
    async settle(theirsChosen) {
      if (!conflict) return
      const { place, etag } = conflict.theirs
      const theirs = cleaned(writable(place))
      const body = resolve({ base: base.body, mine: cleaned(store.state().values), theirs }, theirsChosen)
      const next = { body: theirs, etag }
      store.replace(body)
      setBase(next)
      setConflict(undefined)
      await send(next, body)
    },
    leaveConflict: () => setConflict(undefined),
    // A step like any other, so that it can be undone too.
    discard: () => store.set('', base.body),
  }
}

/** Begins with the work that was left here, or with what is stored. */
function beginning(start: TaggedPlace | undefined, owner: JsonObject | undefined, draftName: string) {
  const newBody: JsonObject = cleaned({ placeTypes: {}, ...(owner && { owner }) })
  const stored: Base = start ? { body: cleaned(writable(start.place)), etag: start.etag } : { body: newBody, etag: '' }
  const draft = readDraft(draftName)
  if (!draft) return { base: stored, store: createEditStore(stored.body), restored: undefined }
  const base = { body: draft.base, etag: draft.etag }
  return { base, store: createEditStore(draft.values), restored: draft.time }
}

function inSavingOrder(body: JsonObject): JsonObject {
  if (!Array.isArray(body.openHours)) return body
  return { ...body, openHours: inOrder(body.openHours as unknown as OpenHours[]) as unknown as Json[] }
}
