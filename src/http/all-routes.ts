import { Streams } from './connections/streams.ts'
import { asyncApiDocument } from './openapi/event-schemas.ts'
import { openApiDocument } from './openapi/openapi-document.ts'
import { pageRoutes } from './pages/page.ts'
import type { Route } from './route.ts'
import type { RouteParts } from './route-parts.ts'
import { actRoutes } from './routes/act-routes.ts'
import { assistantRoutes } from './routes/assistant-routes.ts'
import { directoryRoutes } from './routes/directory-routes.ts'
import { docsRoutes } from './routes/docs-routes.ts'
import { exchangeRoutes } from './routes/exchange-routes.ts'
import { finderRoutes } from './routes/finder-routes.ts'
import { historyRoutes } from './routes/history-routes.ts'
import { keyRoutes } from './routes/key-routes.ts'
import { mapTileRoutes } from './routes/map-tile-routes.ts'
import { operationRoutes } from './routes/operation-routes.ts'
import { placeRoutes } from './routes/place-routes.ts'
import { positionRoutes } from './routes/position-routes.ts'
import { publicPageRoutes } from './routes/public-page-routes.ts'
import { searchRoutes } from './routes/search-routes.ts'
import { signInRoutes } from './routes/sign-in-routes.ts'
import { webhookRoutes } from './routes/webhook-routes.ts'

/**
 * Returns every route of the service, in the order of its documentation. Without a built page, the API reference takes
 * its place.
 */
export function allRoutes(parts: RouteParts): Route[] {
  const { page } = parts
  const streams = new Streams()
  const routes = [
    ...searchRoutes(parts, streams),
    ...positionRoutes(parts),
    ...placeRoutes(parts),
    ...historyRoutes(parts),
    ...actRoutes(parts),
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
    ...mapTileRoutes(parts),
  ]
}
