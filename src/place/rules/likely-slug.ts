import { canonicalText } from '../check/clean.ts'
import { isJsonObject, type JsonObject, ownMember } from '../json.ts'
import type { Place } from '../place.ts'
import type { PlaceRequest } from '../request.ts'
import { limits } from '../schema.ts'
import { ownerNameOf } from './assemble.ts'
import type { Rules } from './rules.ts'

/**
 * What the slug will most likely be made from, so that a store can look ahead whether it is free; undefined where the
 * slug will stay. A guess: the rules are not asked, and nothing may depend on it.
 */
export function likelySlugBase(request: PlaceRequest, place: Place | undefined, { slugs }: Rules): string | undefined {
  if (request.action === 'restore') return place && slugs.base(ownerNameOf(place, request), place.name, place.id)
  if (!('body' in request)) return undefined
  const name = textOf(request.body, 'name')
  if (name === undefined || name === place?.name) return undefined
  const owner = isJsonObject(request.body) ? ownMember(request.body, 'owner') : undefined
  const ownerId = textOf(owner, 'id') ?? place?.owner.id ?? ''
  const sent = textOf(owner, 'name') ?? (ownerId === place?.owner.id ? place?.owner.name : undefined)
  const ownerName = ownMember(request.ownerEntries, ownerId)?.name ?? sent ?? ownerId
  // Nothing has been judged yet, and slugs are remembered with their texts.
  if (name.length > limits.name || ownerName.length > limits.string) return undefined
  return slugs.base(ownerName, name, place?.id ?? ('newId' in request ? request.newId : request.id))
}

function textOf(value: unknown, member: string): string | undefined {
  const text = isJsonObject(value) ? ownMember(value as JsonObject, member) : undefined
  return typeof text === 'string' ? canonicalText(text) : undefined
}
