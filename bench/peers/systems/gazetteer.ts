import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Request } from '../../support/request.ts'
import { makeBenchKey, startGazetteer } from '../../support/world.ts'
import type { Asked, AskedSearch } from '../asked.ts'
import { worldOf } from '../prepare.ts'
import { copyOf, removeFolder } from '../scratch.ts'
import { foundInPage, type System } from '../system.ts'

const manifest = join(import.meta.dirname, '../../../package.json')

/** The service itself: the real program over HTTP, the key checked, counted, timed and logged. */
export function gazetteer(): System {
  return {
    name: 'gazetteer',
    about: () => `Gazetteer ${JSON.parse(readFileSync(manifest, 'utf8')).version}, Node ${process.version}`,
    missing: () => undefined,
    // The places were imported before the others got theirs from it.
    load: async () => undefined,
    async start(materials, scratch) {
      const { dataDir } = worldOf(materials.folder)
      const folder = scratch ? copyOf(dataDir) : dataDir
      const server = await startGazetteer(folder)
      return {
        ...server,
        headers: { 'X-API-Key': await makeBenchKey(server, ['read', 'create', 'update']) },
        async stop() {
          await server.stop()
          if (scratch) removeFolder(folder)
        },
      }
    },
    lacks: {},
    requestOf,
    found: foundInPage,
  }
}

function requestOf(asked: Asked): Request {
  if (asked.what === 'place') return { path: `/v4/place/${asked.id}` }
  if (asked.what === 'create') return { method: 'PUT', path: '/v4/place', body: JSON.stringify(asked.body) }
  if (asked.what === 'patch')
    return { method: 'PATCH', path: `/v4/place/${asked.id}`, body: JSON.stringify(asked.change) }
  return { path: searchPath(asked) }
}

function searchPath(asked: AskedSearch): string {
  const { ids, city, nameStart, type, published, words, nearby, order, limit, offset } = asked
  const query = new URLSearchParams({ limit: String(limit) })
  if (offset > 0) query.set('offset', String(offset))
  if (ids) query.set('id', ids.join())
  if (city !== undefined) query.set('visitinginfo_city', city)
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
