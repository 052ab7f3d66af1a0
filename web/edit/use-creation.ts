import { useRef } from 'react'
import type { Gazetteer } from '../../client/client.ts'
import { Failure, isLost } from '../api/answered.ts'
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
  const given = times as JsonObject
  const made = unanswered.length > 0 ? await findCreated(api, unanswered) : undefined
  if (!made) return createPlace(api, { ...body, ...given, updatedBy: name })
  const { id, published } = made.place
  const change = { ...mergePatch(made.body, body), ...(!published && given) }
  if (Object.keys(change).length > 0) await patchPlace(api, { id, change: { ...change, updatedBy: name } })
  return readPlace(api, id)
}
