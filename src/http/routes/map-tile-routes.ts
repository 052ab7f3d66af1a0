import { Problem } from '../../common/problem.ts'
import { noContent } from '../answers/answer.ts'
import { mapFileNames } from '../pages/map-files.ts'
import { forever, openRoute } from '../pages/page.ts'
import { queryOf } from '../requests/call.ts'
import type { Route } from '../route.ts'
import type { HttpParts } from '../route-parts.ts'
import { readTileAddress, vectorTileType } from './search-routes.ts'

/**
 * Serves the tiles of the background map; open, like the page. Their query is the version, and a version never changes.
 */
export function mapTileRoutes(parts: Pick<HttpParts, 'map'>): Route[] {
  return mapFileNames.map((name) =>
    openRoute(`/map/${name}/:z/:x/:y.mvt`, async (call) => {
      const address = readTileAddress(call)
      const file = parts.map.files[name]
      if (!file) throw new Problem('not-found', `this service has no map of ${name}`)
      const isVersioned = queryOf(call.url) === file.settings.version
      const headers = { 'cache-control': isVersioned ? forever : 'no-cache' }
      const body = await file.read(address)
      return body ? { status: 200, headers: { ...headers, 'content-type': vectorTileType }, body } : noContent(headers)
    }),
  )
}
