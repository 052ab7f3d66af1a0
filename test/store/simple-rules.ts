import { invalidBody, Problem } from '../../src/common/problem.ts'
import { reason } from '../../src/common/reason.ts'
import { formatInstant } from '../../src/place/dates.ts'
import type { PlaceAction } from '../../src/place/journal.ts'
import type { Place } from '../../src/place/place.ts'
import type { PlaceChange, PlaceRequest, Situation } from '../../src/place/request.ts'
import type { PlaceRules } from '../../src/store/writing/place-rules.ts'

/**
 * Rules that are just enough to exercise a store: the name is the slug's base, a parent is named by its id, a removal
 * takes the children along, and the name tells of faults to inject.
 */
export async function createPlaceRules(): Promise<PlaceRules> {
  return { parentIdOf, revise }
}

function parentIdOf(request: PlaceRequest, place: Place | undefined): string | undefined {
  if (!('body' in request)) return place?.parent?.id
  const parent = request.body.parent as { id: string } | undefined
  return parent?.id ?? place?.parent?.id
}

function revise(request: PlaceRequest, { place, children, parent }: Situation): readonly PlaceChange[] {
  if (request.action === 'create') return [written('create', request, undefined, request.newId)]
  if (request.action === 'import') {
    if (request.parentKey !== undefined && !parent)
      throw invalidBody([{ pointer: '/parentKey', ...reason('other', { text: 'unknown' }) }])
    const change = written(
      place ? 'replace' : 'create',
      request,
      place?.place,
      place?.place.id ?? request.newId,
      parent,
    )
    const isSame = place?.place.name === change.place.name && place.place.parent?.id === change.place.parent?.id
    return isSame ? [] : [change]
  }
  if (!place) throw new Problem('not-found', `there is no place '${request.id}'`)
  if (request.ifMatch && !request.ifMatch.includes(place.revision)) throw new Problem('precondition-failed', 'changed')
  if (request.action === 'remove') {
    return [place, ...children].map((each) => removed(each.place, request.now, request.deletedBy))
  }
  if (request.action === 'restore') {
    const { deleted, deletedBy, ...rest } = place.place
    return [{ action: 'restore', who: request.updatedBy, place: rest as Place, slugBase: rest.name }]
  }
  if (request.action === 'geolocate' || request.action === 'undo') return []
  return [written(request.action, request, place.place, place.place.id)]
}

function removed(place: Place, now: number, who: string): PlaceChange {
  const next = { ...place, deleted: formatInstant(now), deletedBy: who }
  return { action: 'delete', who, place: next, slug: `${place.slug}-deleted-${place.id.slice(-8)}` }
}

type WithBody = Extract<PlaceRequest, { body: unknown }>

function written(
  action: PlaceAction,
  { body, now }: WithBody,
  before: Place | undefined,
  id: string,
  parent?: Situation['parent'],
): PlaceChange {
  const name = String(body.name ?? before?.name ?? '')
  if (name === 'refused') throw invalidBody([{ pointer: '/name', ...reason('other', { text: 'refused' }) }])
  if (name === 'faulty') throw new TypeError('a fault inside the rules')
  if (name === 'deadly') process.exit(3)
  const parentId = parent?.place.id ?? (body.parent as { id: string } | undefined)?.id ?? before?.parent?.id
  const who = String(body.updatedBy ?? 'Ada')
  const place = {
    ...body,
    id,
    name,
    slug: before?.slug ?? '',
    updated: formatInstant(now),
    updatedBy: who,
    ...(parentId !== undefined && { parent: { id: parentId } }),
  } as unknown as Place
  return before?.name === name ? { action, who, place } : { action, who, place, slugBase: name }
}
