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
import { useStayWhile } from '../session/tabs.ts'
import type { FieldFault } from '../words/fault-words.ts'
import { useFaultText, useWords } from '../words/language.tsx'
import { type Comparison, compare, resolve } from './conflict.ts'
import { createEditStore, type EditStore } from './edit-store.ts'
import { editWords } from './edit-words.ts'
import { readDraft } from './kept-drafts.ts'
import { type Base, keepWork, useKeptDraft } from './use-kept-draft.ts'

/** A form at work. */
export type Editing = ReturnType<typeof useEditing>

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
export function useEditing({ start, owner, onSaved, onRest }: EditingOptions) {
  const queries = useQueryClient()
  const draftName = start?.place.id ?? 'new'
  const [begun] = useState(() => beginning(start, owner, draftName))
  const { store, restored } = begun
  const [base, setBase] = useState<Base>(begun.base)
  const { values, unread } = useStore(store)
  /** How many members differ from what is stored, or are shown as what cannot be read. */
  const changes = useMemo(() => {
    const changed = changedPointers(base.body, cleaned(values))
    return new Set([...changed, ...unread.map(({ pointer }) => pointer)]).size
  }, [base, values, unread])
  const dropKept = useKeptDraft(draftName, base, store)
  useStayWhile(changes > 0)
  const finish = (place: Place) => {
    dropKept()
    void forgetPlaces(queries)
    onSaved(place)
  }
  const goOn = (place: Place, rest: Base) => {
    // What was a new place is one that is edited from now on.
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
    /** When the work was left that has been brought back, if it was. */
    restored,
    /** The place as somebody else has left it since this form last met it; undefined where nobody has. */
    newer: start && saving.status !== 'saving' && revisionOf(start) > revisionOf(base) ? start.place : undefined,
    /** Takes all changes back, as one step that can be undone. */
    discard: () => store.discard(base.body),
  }
}

/** Begins with the work that was left here, or with what is stored. */
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

/** How far the saving of a form is. */
type SaveStatus = 'idle' | 'saving' | 'refused' | 'lost'

/** Someone else's change that has come in between. */
export interface Conflict extends Comparison {
  readonly theirs: TaggedPlace
  /** Whether it was met while typing, so that nothing is to be saved yet. */
  readonly isEarly: boolean
}

interface SavingOptions {
  readonly store: EditStore
  /** The place that is saved; absent for a new one. */
  readonly id: string | undefined
  readonly base: Base
  /** Told what the form is compared with from now on. */
  readonly onBase: (base: Base) => void
  /** Called when everything is saved. */
  readonly onSaved: (place: Place) => void
  /** Called when the form was written on while it was saved: what it holds since is a change of the base. */
  readonly onRest: (place: Place, base: Base) => void
}

/** Checks what a form holds, sends what differs from what is stored, and meets whatever comes of that. */
function useSaving({ store, id = '', base, onBase, onSaved, onRest }: SavingOptions) {
  const { api, name } = useSession()
  const { setStatus, refuse, refuseFaults, accept, ...told } = useRefusal(store)
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
      // What another person has changed since then is met when the rest of the form is saved.
      finish({ place: (await readPlace(api, id)).place, etag }, body)
    } catch (error) {
      if (error instanceof Failure && error.status === 412) await meet(from, body)
      else refuse(error)
    }
  }

  /**
   * Someone was here in between: what both changed is put to choice, also what was typed while the change was under way; if
   * nothing is, there is nothing left to do.
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
    ...told,
    conflict,
    /** Saves; a new place is public from and until the times that are given, and a draft without them. */
    async save(times: PublicationTimes = {}) {
      if (told.status === 'saving') return
      const { body, faults } = check()
      if (faults.length > 0) return refuseFaults(faults)
      if (id !== '') return send(base, body)
      setStatus('saving')
      await create(body, times).then((made) => finish(made, body), refuse)
    },
    /** Lays the change that has come in between beside what is typed so far. */
    review: () => meet(base, cleaned(store.state().values), true),
    /** Takes what results from the choice between the changes, and saves it unless that is still to come. */
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

/** Whether a form holds what it did not when its body was sent. */
function holdsMore(store: EditStore, sent: JsonObject): boolean {
  const { values, unread } = store.state()
  return unread.length > 0 || !isSame(cleaned(values), sent)
}

/** How saving stands, and what the fields and the form say when it is refused. */
function useRefusal(store: EditStore) {
  const faultText = useFaultText()
  const failureText = useFailureText()
  const { busy } = useWords(editWords)
  const [status, setStatus] = useState<SaveStatus>('idle')
  /** What the service said that belongs to no field, in the language of the page. */
  const [refusal, setRefusal] = useState<string>()
  /** How often saving was refused: each time whoever saves is led to what has to be put right. */
  const [refusals, setRefusals] = useState(0)
  const told = (next: SaveStatus, faults: readonly FieldFault[], text?: string) => {
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
    told(mayBeDone ? 'lost' : 'refused', faults, text)
  }
  const refuseFaults = (faults: readonly FieldFault[]) => told('refused', faults)
  const accept = () => {
    setStatus('idle')
    setRefusal(undefined)
    store.setFaults([])
  }
  return { status, setStatus, refusal, refusals, refuse, refuseFaults, accept }
}

/** The body of a form as it is sent, and what is wrong with it as far as the page can tell. */
function useCheck(store: EditStore) {
  const { required } = useWords(editWords)
  const { contradictions, gaps } = useHoursFaults()
  return () => {
    const { values, unread } = store.state()
    const entries = (values.openHours ?? []) as unknown as OpenHours[]
    const hours = [...contradictions(entries), ...gaps(entries)]
    const faults = hours.map(({ pointer, detail }) => ({ pointer: `/openHours${pointer}`, detail }))
    const body = faults.length > 0 ? cleaned(values) : inSavingOrder(cleaned(values))
    // The service names entries and spans by their places, so the form shows them where they are sent.
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
 * Gives what creates a place, public from and until the times that are given: once, also where the answer to an attempt
 * is lost and the body is another one in the next.
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
  /** Who creates it. */
  readonly name: string | undefined
  /** What was sent before: the service may have taken it though no answer came. */
  readonly unanswered: readonly JsonObject[]
}

/** Creates a place; one that is there already is changed to what is wanted now. */
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

/** The times that a place is to have. One that an attempt has made public already stays so since then. */
function timesWanted({ published }: Place, times: PublicationTimes): JsonObject {
  const isOver = (time: string | null | undefined) => Boolean(time && Date.parse(time) <= Date.now())
  const wanted = cleaned({ ...times })
  return isOver(published) && isOver(times.published) ? { ...wanted, published } : wanted
}

const requiredAt: readonly Pointer[] = ['/name', '/owner/id', '/owner/type', '/geolocation']

/** What a body lacks, told before the service is asked, which judges all of it by rules that this does not repeat. */
function missingIn(body: JsonObject): Pointer[] {
  const isMissing = (pointer: Pointer) => (valueAt(body, pointer) ?? '') === ''
  // Who chooses an owner says of what type it is: one thing to put right.
  const missing = requiredAt.filter((at) => isMissing(at) && !(at === '/owner/type' && isMissing('/owner/id')))
  return typeKeyIn(body.placeTypes) === undefined ? [...missing, '/placeTypes'] : missing
}
