import { Streams } from './connections/streams.ts'
import { openApiDocument } from './openapi/document.ts'
import { asyncApiDocument } from './openapi/events.ts'
import { pageRoutes } from './pages/page.ts'
import type { Route } from './route.ts'
import type { RouteParts } from './route-parts.ts'
import { assistantRoutes } from './routes/assistants.ts'
import { directoryRoutes } from './routes/directory.ts'
import { docsRoutes } from './routes/docs.ts'
import { exchangeRoutes } from './routes/exchange.ts'
import { finderRoutes } from './routes/finder.ts'
import { historyRoutes } from './routes/history.ts'
import { keyRoutes } from './routes/keys.ts'
import { mapTileRoutes } from './routes/map-tiles.ts'
import { operationRoutes } from './routes/operations.ts'
import { publicPageRoutes } from './routes/pages.ts'
import { placeRoutes } from './routes/place.ts'
import { searchRoutes } from './routes/search.ts'
import { signInRoutes } from './routes/sign-in.ts'
import { webhookRoutes } from './routes/webhooks.ts'

/**
 * Returns every route of the service, in the order of its documentation. Without a built page, the API reference takes
 * its place.
 */
export function allRoutes(parts: RouteParts): Route[] {
  const { page } = parts
  const streams = new Streams()
  const routes = [
    ...searchRoutes(parts, streams),
    ...placeRoutes(parts),
    ...historyRoutes(parts),
    ...directoryRoutes(parts),
    ...keyRoutes(parts),
    ...signInRoutes(parts),
    ...webhookRoutes(parts),
    ...exchangeRoutes(parts),
    ...assistantRoutes(parts),
    ...operationRoutes(parts),
  ]
  return [
    ...routes,
    ...docsRoutes(
      {
        '/openapi.json': (address) => openApiDocument(routes, { ...parts, address }),
        '/asyncapi.json': (address) => asyncApiDocument({ ...parts, address }),
      },
      parts.config,
    ),
    ...pageRoutes(parts, page),
    ...finderRoutes(parts, page),
    ...publicPageRoutes(parts, page, streams),
    ...mapTileRoutes(parts.mapTiles),
  ]
}
