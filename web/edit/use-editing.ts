import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import type { Gazetteer, Place } from '../../client/client.ts'
import { Failure, isLost } from '../api/answered.ts'
import {
  changedPointers,
  isSame,
  type Json,
  type JsonObject,
  mergePatch,
  type Pointer,
  typeKeyIn,
  valueAt,
} from '../body/json.ts'
import { cleaned, createPlace, findCreated, patchPlace, readPlace, writable } from '../body/place-body.ts'
import { inOrder, type OpenHours } from '../hours/calendar.ts'
import { useHoursFaults } from '../hours/hours-faults.ts'
import { useStore } from '../kit/hooks.ts'
import { useFailureText } from '../kit/message.tsx'
import { asStored, forgetPlaces, revisionOf, type TaggedPlace } from '../place/place-queries.ts'
import type { PublicationTimes } from '../publish/use-publishing.tsx'
import { useSession } from '../session/session.tsx'
import { useStayWhile } from '../session/stay-while.ts'
import type { FieldFault } from '../words/fault-words.ts'
import { useFaultText, useWords } from '../words/language.tsx'
import { type Comparison, compare, resolve } from './conflict.ts'
import { createEditStore, type EditStore } from './edit-store.ts'
import { editWords } from './edit-words.ts'
import { readDraft } from './kept-drafts.ts'
import { type Base, keepWork, useKeptDraft } from './use-kept-draft.ts'

/** The state and actions of a form. */
export type Editing = ReturnType<typeof useEditing>

interface EditingOptions {
  /** The place to edit. Undefined for a new one. */
  readonly start: TaggedPlace | undefined
  /** The initial owner of a new place. */
  readonly owner: JsonObject | undefined
  /** Called when everything is saved. */
  readonly onSaved: (place: Place) => void
  /** Called when the place is saved, except for what was typed in the meantime. */
  readonly onRest: (place: Place) => void
}

/** Edits an existing or new place: keeps a draft across reloads, validates and saves it, and resolves conflicts. */
export function useEditing({ start, owner, onSaved, onRest }: EditingOptions) {
  const queries = useQueryClient()
  const draftName = start?.place.id ?? 'new'
  const [begun] = useState(() => beginning(start, owner, draftName))
  const { store, restored } = begun
  const [base, setBase] = useState<Base>(begun.base)
  const { values, unread } = useStore(store)
  /** Number of members that differ from the stored ones or contain unreadable text. */
  const changes = useMemo(() => {
    const changed = changedPointers(base.body, cleaned(values))
    return new Set([...changed, ...unread.map(({ pointer }) => pointer)]).size
  }, [base, values, unread])
  const dropKept = useKeptDraft(draftName, base, store)
  useStayWhile(changes > 0, { isKept: true })
  const finish = (place: Place) => {
    dropKept()
    void forgetPlaces(queries)
    onSaved(place)
  }
  const goOn = (place: Place, rest: Base) => {
    // The formerly new place is edited as an existing one from now on.
    dropKept()
    keepWork(place.id, rest, store)
    setBase(rest)
    void forgetPlaces(queries)
    onRest(place)
  }
  const saving = useSaving({ store, id: start?.place.id, base, onBase: setBase, onSaved: finish, onRest: goOn })
  return {
    ...saving,
    store,
    changes,
    /** The time of the restored draft, if there was one. */
    restored,
    /** The place as somebody else has changed it since this form last adopted it; undefined if nobody has. */
    newer: start && saving.status !== 'saving' && revisionOf(start) > revisionOf(base) ? start.place : undefined,
    /** Discards all changes, as one step that can be undone. */
    discard: () => store.discard(base.body),
  }
}

/** Starts from the draft, if any, otherwise from the stored place. */
function beginning(start: TaggedPlace | undefined, owner: JsonObject | undefined, draftName: string) {
  const newBody: JsonObject = cleaned({ placeTypes: {}, ...(owner && { owner }) })
  const stored = start ? baseOf(start) : { body: newBody, etag: '' }
  const draft = readDraft(draftName)
  if (!draft) return { base: stored, store: createEditStore(stored.body), restored: undefined }
  const base = { body: draft.base, etag: draft.etag }
  const store = createEditStore(draft.values, { texts: draft.texts ?? [] })
  return { base, store, restored: draft.time }
}

function baseOf({ place, etag }: TaggedPlace): Base {
  return { body: cleaned(writable(place)), etag }
}

/** The progress of saving a form. */
type SaveStatus = 'idle' | 'saving' | 'refused' | 'lost'

/** Someone else's concurrent change. */
export interface Conflict extends Comparison {
  readonly theirs: TaggedPlace
  /** True if it was found during typing, so nothing is to be saved yet. */
  readonly isEarly: boolean
}

interface SavingOptions {
  readonly store: EditStore
  /** The place to save. Undefined for a new one. */
  readonly id: string | undefined
  readonly base: Base
  /** Receives the new base for comparison. */
  readonly onBase: (base: Base) => void
  /** Called when everything is saved. */
  readonly onSaved: (place: Place) => void
  /** Called if the form changed while it was being saved: its contents are now a change of the base. */
  readonly onRest: (place: Place, base: Base) => void
}

/** Validates the form, sends its changes, and handles the result. */
function useSaving({ store, id = '', base, onBase, onSaved, onRest }: SavingOptions) {
  const { api, name } = useSession()
  const { setStatus, refuse, refuseFaults, accept, ...refusal } = useRefusal(store)
  const check = useCheck(store)
  const create = useCreation()
  const [conflict, setConflict] = useState<Conflict>()

  const finish = ({ place, etag }: TaggedPlace, sent: JsonObject): void => {
    accept()
    if (holdsMore(store, sent)) onRest(place, { body: sent, etag })
    else onSaved(place)
  }

  const send = async (from: Base, body: JsonObject): Promise<void> => {
    setStatus('saving')
    try {
      const change = mergePatch(from.body, body)
      const sending = change && patchPlace(api, { id, change: { ...change, updatedBy: name }, etag: from.etag })
      const etag = (await sending) ?? from.etag
      // Changes by others since then are handled when the rest of the form is saved.
      finish({ place: (await readPlace(api, id)).place, etag }, body)
    } catch (error) {
      if (error instanceof Failure && error.status === 412) await meet(from, body)
      else refuse(error)
    }
  }

  /**
   * Handles a concurrent change: the user resolves what both changed, including what was typed during the save. If
   * nothing differs, saving is complete.
   */
  const meet = async (from: Base, body: JsonObject, isEarly = false): Promise<void> => {
    try {
      const theirs = await asStored(api, await readPlace(api, id))
      const { body: theirBody } = baseOf(theirs)
      if (isSame(theirBody, body) && !isEarly) return finish(theirs, body)
      setConflict({ ...compare(from.body, cleaned(store.state().values), theirBody), theirs, isEarly })
      setStatus('idle')
    } catch (error) {
      refuse(error)
    }
  }

  return {
    ...refusal,
    conflict,
    /** Saves. A new place is public between the given times, and a draft without them. */
    async save(times: PublicationTimes = {}) {
      if (refusal.status === 'saving') return
      const { body, faults } = check()
      if (faults.length > 0) return refuseFaults(faults)
      if (id !== '') return send(base, body)
      setStatus('saving')
      await create(body, times).then((made) => finish(made, body), refuse)
    },
    /** Compares the concurrent change with what has been typed so far. */
    review: () => meet(base, cleaned(store.state().values), true),
    /** Applies the user's choice between the changes, and saves the result, unless it was an early review. */
    async settle(theirsChosen: ReadonlySet<Pointer>) {
      if (!conflict) return
      const next = baseOf(conflict.theirs)
      const bodies = { base: base.body, mine: cleaned(store.state().values), theirs: next.body }
      const body = cleaned(resolve(bodies, theirsChosen))
      store.replace(body)
      onBase(next)
      setConflict(undefined)
      if (!conflict.isEarly) await send(next, body)
    },
    leaveConflict: () => setConflict(undefined),
  }
}

/** Returns whether a form has changed since its body was sent. */
function holdsMore(store: EditStore, sent: JsonObject): boolean {
  const { values, unread } = store.state()
  return unread.length > 0 || !isSame(cleaned(values), sent)
}

/** Manages the status of saving, and the faults of fields and form when it is refused. */
function useRefusal(store: EditStore) {
  const faultText = useFaultText()
  const failureText = useFailureText()
  const { busy } = useWords(editWords)
  const [status, setStatus] = useState<SaveStatus>('idle')
  /** The message of the service that belongs to no field, in the language of the page. */
  const [refusal, setRefusal] = useState<string>()
  /** Number of refusals; each one moves the user to the first fault. */
  const [refusals, setRefusals] = useState(0)
  const report = (next: SaveStatus, faults: readonly FieldFault[], text?: string) => {
    setStatus(next)
    setRefusal(text)
    setRefusals((count) => count + 1)
    store.setFaults(faults)
  }
  const refuse = (error: unknown) => {
    if (!(error instanceof Failure)) throw error
    const mayBeDone = isLost(error)
    const faults = error.faults.map((fault) => ({ pointer: fault.pointer, detail: faultText(fault) }))
    const text = error.status >= 500 ? busy : mayBeDone || faults.length > 0 ? undefined : failureText(error)
    report(mayBeDone ? 'lost' : 'refused', faults, text)
  }
  const refuseFaults = (faults: readonly FieldFault[]) => report('refused', faults)
  const accept = () => {
    setStatus('idle')
    setRefusal(undefined)
    store.setFaults([])
  }
  return { status, setStatus, refusal, refusals, refuse, refuseFaults, accept }
}

/** Returns the function that builds the body to send and finds the faults known to the page. */
function useCheck(store: EditStore) {
  const { required } = useWords(editWords)
  const { contradictions, gaps } = useHoursFaults()
  return () => {
    const { values, unread } = store.state()
    const entries = (values.openHours ?? []) as unknown as OpenHours[]
    const hours = [...contradictions(entries), ...gaps(entries)]
    const faults = hours.map(({ pointer, detail }) => ({ pointer: `/openHours${pointer}`, detail }))
    const body = faults.length > 0 ? cleaned(values) : inSavingOrder(cleaned(values))
    // The service identifies entries and spans by index, so the form shows them in the order sent.
    if (faults.length === 0 && !isSame(body.openHours, values.openHours)) store.set('/openHours', body.openHours)
    const missing = missingIn(body).map((pointer) => ({ pointer, detail: required }))
    return { body, faults: [...unread, ...missing, ...faults] }
  }
}

function inSavingOrder(body: JsonObject): JsonObject {
  if (!Array.isArray(body.openHours)) return body
  return { ...body, openHours: inOrder(body.openHours as unknown as OpenHours[]) as unknown as Json[] }
}

/**
 * Returns the function that creates a place, public between the given times. It creates only one, even if answers are
 * lost and the body changes between attempts.
 */
function useCreation(): (body: JsonObject, times: PublicationTimes) => Promise<TaggedPlace> {
  const { api, name } = useSession()
  const unanswered = useRef<readonly JsonObject[]>([])
  return async (body, times) => {
    const before = unanswered.current
    unanswered.current = [...before, body]
    try {
      return await create(api, body, { times, name, unanswered: before })
    } catch (error) {
      if (error instanceof Failure && !isLost(error)) unanswered.current = before
      throw error
    }
  }
}

interface Creation {
  readonly times: PublicationTimes
  /** The person who creates it. */
  readonly name: string | undefined
  /** Bodies sent before; the service may have accepted one although no answer came. */
  readonly unanswered: readonly JsonObject[]
}

/** Creates a place. If an earlier attempt created it, updates that one. */
async function create(api: Gazetteer, body: JsonObject, { times, name, unanswered }: Creation): Promise<TaggedPlace> {
  const made = unanswered.length > 0 ? await findCreated(api, unanswered) : undefined
  if (!made) return createPlace(api, { ...body, ...(times as JsonObject), updatedBy: name })
  const { id } = made.place
  const change = { ...mergePatch(made.body, body), ...mergePatch(timesOf(made.place), timesWanted(made.place, times)) }
  if (Object.keys(change).length > 0) await patchPlace(api, { id, change: { ...change, updatedBy: name } })
  return readPlace(api, id)
}

const timesOf = ({ published, depublished }: Pick<Place, 'published' | 'depublished'>): JsonObject =>
  cleaned({ published, depublished })

/** Returns the times that a place should have. If an attempt already made it public, that time stays. */
function timesWanted({ published }: Place, times: PublicationTimes): JsonObject {
  const isOver = (time: string | null | undefined) => Boolean(time && Date.parse(time) <= Date.now())
  const wanted = cleaned({ ...times })
  return isOver(published) && isOver(times.published) ? { ...wanted, published } : wanted
}

const requiredAt: readonly Pointer[] = ['/name', '/owner/id', '/owner/type', '/geolocation']

/**
 * Returns the missing members, reported before the call. Only the service checks all rules; they are not repeated here.
 */
function missingIn(body: JsonObject): Pointer[] {
  const isMissing = (pointer: Pointer) => (valueAt(body, pointer) ?? '') === ''
  // Choosing an owner also sets its type, so both count as one fault.
  const missing = requiredAt.filter((at) => isMissing(at) && !(at === '/owner/type' && isMissing('/owner/id')))
  return typeKeyIn(body.placeTypes) === undefined ? [...missing, '/placeTypes'] : missing
}
