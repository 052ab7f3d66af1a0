import type { Place } from '../../src/place/place.ts'
import { isShown, type Row, readRows } from './corpus.ts'

/** What questions need to know of a place that they ask about. */
export interface Known extends Pick<Row, 'id' | 'name' | 'city' | 'nameWords' | 'longitude' | 'latitude'> {
  /** When it was published: YYYY-MM-DD, UTC. */
  readonly day: string
  /** What a create of such a place sends. */
  readonly body: Readonly<Record<string, unknown>>
}

const knownMax = 20_000

/** Visible places spread evenly over the rows of a file, with values that need no quoting in a filter. */
export async function readKnown(rows: string, places: number): Promise<Known[]> {
  const known: Known[] = []
  const now = Date.now()
  let number = 0
  for await (const row of readRows(rows)) {
    const wanted = number++ >= (known.length * places) / knownMax
    if (wanted && isShown(row, now) && !/^[!^~]|[,\\]/.test(row.city ?? '')) known.push(knownOf(row))
  }
  return known
}

const sent = ['published', 'geolocation', 'visitingInfo', 'contactInfo', 'placeTypes'] as const

function knownOf(row: Row): Known {
  const { id, name, city, nameWords, longitude, latitude } = row
  const place = JSON.parse(row.document) as Place
  const ids = (list: readonly { readonly id: string }[] = []) => list.map((entry) => ({ id: entry.id }))
  const body = {
    ...Object.fromEntries(
      sent.filter((member) => place[member] !== undefined).map((member) => [member, place[member]]),
    ),
    owner: { id: place.owner.id, type: place.owner.type },
    ...(place.categories && { categories: ids(place.categories) }),
    ...(place.tags && { tags: ids(place.tags) }),
  }
  const day = new Date(row.published ?? 0).toISOString().slice(0, 10)
  return { id, name, city, nameWords, longitude, latitude, day, body }
}
