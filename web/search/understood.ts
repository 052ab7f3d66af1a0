import type { operations } from '../../client/client.ts'
import { facilities } from '../../src/place/facilities.ts'
import { splitElements, unescaped } from '../../src/query/parse/filter-signs.ts'
import type { LonLat } from '../place/place-traits.ts'
import { nearBy, type SearchValue } from './search-value.ts'

type Answer = operations['getPlaceSuggest']['responses'][200]['content']['application/json']

/** A search as the service understood it. */
export type UnderstoodSearch = NonNullable<Answer['Search']>
type Part = UnderstoodSearch['parts'][number]

/** Returns true if more than text was understood. */
export function isUnderstood(search: UnderstoodSearch | undefined): search is UnderstoodSearch {
  return search?.parts.some(({ member }) => member !== 'q') === true
}

/** Returns true if the search needs the position of the person. */
export function needsPosition({ parts }: UnderstoodSearch): boolean {
  return parts.some(({ value }) => value === undefined)
}

/** Returns the change of a search to an understood one. Its filters join those that are set. */
export function changeTo({ parts }: UnderstoodSearch, value: SearchValue): Partial<SearchValue> {
  const change: Partial<SearchValue> = { q: '' }
  for (const part of parts) Object.assign(change, changeOf(part, { ...value, ...change }))
  return change
}

function changeOf({ member, value: given, name }: Part, value: SearchValue): Partial<SearchValue> {
  if (given === undefined) return {}
  const added = (list: readonly string[], more: readonly string[]) => [...new Set([...list, ...more])]
  const elements = () => splitElements(given).map(unescaped)
  switch (member) {
    case 'q':
      return { q: given }
    case 'is':
      return { is: given.split(',') }
    case 'openAt':
    case 'openOn':
      return { openAt: given }
    case 'telephone':
      return { telephone: given }
    case 'visitinginfo_address':
      return { address: name }
    case 'id':
      return { id: [given] }
    case 'owner_id':
    case 'geolocationinfo_municipality':
    case 'geolocationinfo_county':
      return { [member]: added(value[member], elements()) }
    case 'nearbyRadius':
      return { within: Number(given) }
    case 'nearby':
      return nearBy(given.split(',').map(Number) as unknown as LonLat, name)
    default:
      return {
        has: added(
          value.has,
          facilities.flatMap(({ field, filter }) => (field === member ? [filter] : [])),
        ),
      }
  }
}
