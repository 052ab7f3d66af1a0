import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Place } from '../../client/client.ts'
import { type Json, type JsonObject, type Pointer, valueAt } from '../body/pointer.ts'
import { useSession } from '../session/session.tsx'
import { type Act, patchFor, pointersOf, present } from './act.ts'
import type { JobItem } from './job.ts'
import { loadPlaces } from './load-places.ts'
import type { Selection } from './selection.ts'

/** How many of the changes are shown. */
const shownMax = 100

/** What an act would change in one place. */
export interface PreviewRow {
  readonly item: JobItem
  /** The town and the owner, which tell places of the same name apart. */
  readonly where: string
  readonly changes: readonly MemberChange[]
}

/** A member of a place, before and after. */
export interface MemberChange {
  readonly at: Pointer
  readonly before: Json
  readonly after: Json
}

/** What an act would do with the places that are selected. */
export interface Preview {
  readonly items: readonly JobItem[]
  readonly rows: readonly PreviewRow[]
  readonly already: number
  /** Of owners that the key may not write for. */
  readonly forbidden: number
}

/** Reads all places of a selection and judges what an act would change in them; `read` tells how many it has read. */
export function usePreview(selection: Selection, act: Act) {
  const { api, mayEdit } = useSession()
  const [read, setRead] = useState(0)
  const query = useQuery({
    queryKey: ['preview', selection, act],
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<Preview> => {
      let seen = 0
      const preview = { items: [] as JobItem[], rows: [] as PreviewRow[], already: 0, forbidden: 0 }
      for await (const places of loadPlaces(api, selection, signal)) {
        seen += places.length
        setRead(seen)
        for (const place of places) {
          const patch = patchFor(place, act)
          const item = { id: place.id, name: place.name, updated: place.updated, parentId: place.parent?.id }
          if (!patch) preview.already += 1
          else if (!mayEdit(place.owner.id)) preview.forbidden += 1
          else {
            preview.items.push(item)
            if (preview.rows.length < shownMax)
              preview.rows.push({ item, where: whereOf(place), changes: changesOf(place, act, patch) })
          }
        }
      }
      return preview
    },
  })
  return { ...query, read }
}

function whereOf({ visitingInfo, geolocationInfo, owner }: Place): string {
  const town = visitingInfo?.city ?? geolocationInfo?.municipality
  return [town, owner.name ?? owner.id].filter(Boolean).join(' · ')
}

function changesOf(place: Place, act: Act, patch: JsonObject): MemberChange[] {
  const changes = pointersOf(act, patch).map((at) => ({ at, before: present(place, at), after: valueAt(patch, at) }))
  // What is not there is not taken away.
  return changes.filter(({ before, after }) => before !== undefined || after !== null)
}
