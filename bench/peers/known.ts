import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Place } from '../../src/place/place.ts'
import { isShown, type Row, readRows } from './corpus.ts'
import type { Materials } from './system.ts'

/** What questions need to know of a place that they ask about. */
export interface Known extends Pick<Row, 'id' | 'name' | 'city' | 'nameWords' | 'longitude' | 'latitude'> {
  /** When it was published: YYYY-MM-DD, UTC. */
  readonly day: string
  /** What a create of such a place sends. */
  readonly body: Readonly<Record<string, unknown>>
}

const knownMax = 20_000

/** The places that questions know, which are selected from all rows the first time. */
export async function readKnown(materials: Materials): Promise<readonly Known[]> {
  const file = fileOf(materials)
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(await selectKnown(materials)))
  return JSON.parse(readFileSync(file, 'utf8')) as Known[]
}

const fileOf = ({ folder }: Materials) => join(folder, 'known-places.json')

/** Visible places spread evenly over the rows, with values that need no quoting in a filter. */
async function selectKnown({ corpus, places }: Materials): Promise<Known[]> {
  const known: Known[] = []
  const now = Date.now()
  let number = 0
  for await (const row of readRows(corpus.rows)) {
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
