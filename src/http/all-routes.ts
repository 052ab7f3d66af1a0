import { docsRoutes } from './docs.ts'
import { openApiDocument } from './openapi/document.ts'
import { type BuiltPage, pageRoutes } from './page.ts'
import type { RouteParts } from './parts.ts'
import type { Route } from './route.ts'
import { directoryRoutes } from './routes/directory.ts'
import { exchangeRoutes } from './routes/exchange.ts'
import { historyRoutes } from './routes/history.ts'
import { keyRoutes } from './routes/keys.ts'
import { operationRoutes } from './routes/operations.ts'
import { publicPageRoutes } from './routes/pages.ts'
import { placeRoutes } from './routes/place.ts'
import { searchRoutes } from './routes/search.ts'
import { signInRoutes } from './routes/sign-in.ts'
import { webhookRoutes } from './routes/webhooks.ts'

/** Every route of the service, in the order of its documentation; without a built page the reference stands in. */
export function allRoutes(parts: RouteParts, page?: BuiltPage): Route[] {
  const routes = [
    ...searchRoutes(parts),
    ...placeRoutes(parts),
    ...historyRoutes(parts),
    ...directoryRoutes(parts),
    ...keyRoutes(parts),
    ...signInRoutes(parts),
    ...webhookRoutes(parts),
    ...exchangeRoutes(parts),
    ...operationRoutes(parts),
  ]
  return [
    ...routes,
    ...docsRoutes((address) => openApiDocument(routes, { ...parts, address }), parts.config),
    ...pageRoutes(parts, page),
    ...publicPageRoutes(parts, page),
  ]
}
