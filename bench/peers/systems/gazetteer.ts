import { makeReadKey, startGazetteer, type World } from '../../support/world.ts'
import type { Asked } from '../questions.ts'
import { type System, together } from '../system.ts'

/** The service itself: over HTTP, the key checked, counted, timed and logged. */
export function gazetteer(world: World): System {
  return {
    name: 'gazetteer',
    missing: () => undefined,
    load: async () => world.importSeconds,
    async start() {
      const server = await startGazetteer(world.dataDir)
      return together(server, { 'X-API-Key': await makeReadKey(server) })
    },
    pathOf: (asked) => (asked.placeId === undefined ? searchPath(asked) : `/v4/place/${asked.placeId}`),
  }
}

function searchPath(asked: Asked): string {
  const { ids, city, ownerId, nameStart, type, published, words, nearby, order, limit, offset } = asked
  const query = new URLSearchParams({ limit: String(limit) })
  if (offset > 0) query.set('offset', String(offset))
  if (ids) query.set('id', ids.join())
  if (city !== undefined) query.set('visitinginfo_city', quoted(city))
  if (ownerId !== undefined) query.set('owner_id', quoted(ownerId))
  if (nameStart) query.set('name', `${nameStart.not ? '!' : ''}^${nameStart.start}`)
  if (type !== undefined) query.set('is', type[0]!.toUpperCase() + type.slice(1))
  if (published) query.set('published', `${published.from}-${published.to}`)
  if (words) query.set('q', words.join(' '))
  if (nearby) {
    query.set('nearby', `${nearby.longitude},${nearby.latitude}`)
    query.set('nearbyRadius', String(nearby.metres))
  }
  if (order) query.set('orderby', order)
  return `/v4/place?${query}`
}

/** What would be read as an operator or a list is left out of what is asked, so that nothing has to be quoted. */
function quoted(text: string): string {
  if (/^[!^~]|,/.test(text)) throw new Error(`a value of the bench must be plain, got ${text}`)
  return text
}
