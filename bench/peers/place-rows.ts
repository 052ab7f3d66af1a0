import { randomUUIDv7 } from 'node:crypto'
import { createCountryAt } from '../../src/geo/locator.ts'
import type { JsonObject } from '../../src/place/json.ts'
import { createModel } from '../../src/place/model.ts'
import type { LonLat, PlaceView } from '../../src/place/place.ts'
import { mergePatch } from '../../src/place/rules/draft.ts'
import { createSlugs } from '../../src/place/rules/slug.ts'
import { createRowReader, type Row } from '../corpus.ts'

type Members = Record<string, unknown>

/**
 * Creates rows of written places, including the names of owners, categories and tags. The author of a change is only
 * for the journal, and not shown. Instants are RFC 3339.
 */
export async function createPlaceRows(names: Readonly<Record<string, string>>) {
  const countryAt = await createCountryAt()
  const rowOf = createRowReader(createModel())
  const slugs = createSlugs('sv')
  const named = (entry: Members): Members => {
    const name = names[String(entry.id)]
    return name === undefined ? entry : { ...entry, name }
  }
  const whereIs = ({ geolocation }: Members): Members => {
    const { coordinates } = (geolocation as PlaceView['geolocation']).geometry
    const country = countryAt(coordinates as LonLat)
    return country === undefined ? {} : { geolocationInfo: { country } }
  }
  const rowFrom = (plain: Members): Row => {
    const view = { ...plain, owner: named(plain.owner as Members) } as Members
    for (const list of ['categories', 'tags']) {
      if (Array.isArray(plain[list])) view[list] = (plain[list] as Members[]).map(named)
    }
    return rowOf(view as unknown as PlaceView, JSON.stringify(plain))
  }
  return {
    /** The row of a new place, with the next slug at each step, until one is free. */
    *created(body: Readonly<Members>, at: string): Generator<Row, never> {
      const id = randomUUIDv7()
      const { updatedBy: _, ...place } = body
      const base = slugs.base(names[String((body.owner as Members).id)] ?? '', String(body.name), id)
      for (let number = 1; ; number++) {
        const slug = number === 1 ? base : `${base}-${number}`
        yield rowFrom({
          id,
          slug,
          shortDescription: body.name,
          ...place,
          ...whereIs(place),
          created: at,
          updated: at,
          parent: {},
        })
      }
    },
    /** The row of a place after a change (RFC 7396). */
    changed(document: string, change: Readonly<Members>, at: string): Row {
      const { updatedBy: _, ...place } = mergePatch(JSON.parse(document), change as JsonObject, {
        kind: 'plain',
      }) as Members
      return rowFrom({ ...place, ...whereIs(place), updated: at })
    },
  }
}
