import { useRef } from 'react'
import type { Gazetteer, Place } from '../../client/client.ts'
import { Failure, isLost } from '../api/answered.ts'
import { cleaned } from '../body/clean.ts'
import { mergePatch } from '../body/difference.ts'
import type { JsonObject } from '../body/pointer.ts'
import { createPlace, findCreated, patchPlace, readPlace } from '../body/write-place.ts'
import type { TaggedPlace } from '../place/place-queries.ts'
import type { PublicationTimes } from '../publish/times.ts'
import { useSession } from '../session/session.tsx'

/**
 * Gives what creates a place, public from and until the times that are given: once, also where the answer to an attempt
 * is lost and the body is another one in the next.
 */
export function useCreation(): (body: JsonObject, times: PublicationTimes) => Promise<TaggedPlace> {
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
  /** What was sent before: the service may have taken it without being heard. */
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
