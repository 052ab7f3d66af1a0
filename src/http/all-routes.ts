import { docsRoutes } from './docs.ts'
import { openApiDocument } from './openapi/document.ts'
import { type BuiltPage, pageRoutes } from './page.ts'
import type { HttpParts } from './parts.ts'
import type { Route } from './route.ts'
import { directoryRoutes } from './routes/directory.ts'
import { exchangeRoutes } from './routes/exchange.ts'
import { historyRoutes } from './routes/history.ts'
import { keyRoutes } from './routes/keys.ts'
import { operationRoutes } from './routes/operations.ts'
import { placeRoutes } from './routes/place.ts'
import { searchRoutes } from './routes/search.ts'

/** What routes that hold an answer back need to know. */
export interface RouteSettings {
  /** Aborted when the service is being stopped. */
  readonly stopping: AbortSignal
  readonly idleMillis: number
  /** Absent where none was built: the reference stands in. */
  readonly page?: BuiltPage | undefined
}

/** Every route of the service, in the order of its documentation. */
export function allRoutes(parts: HttpParts, { stopping, idleMillis, page }: RouteSettings): Route[] {
  const routes = [
    ...searchRoutes(parts),
    ...placeRoutes(parts),
    ...historyRoutes({ ...parts, stopping }),
    ...directoryRoutes(parts),
    ...keyRoutes(parts),
    ...exchangeRoutes({ ...parts, idleMillis, stopping }),
    ...operationRoutes(parts),
  ]
  return [
    ...routes,
    ...docsRoutes((address) => openApiDocument(routes, { ...parts, address }), parts.config),
    ...pageRoutes(parts, page),
  ]
}
