import { allRoutes } from '../../src/http/all-routes.ts'
import { readBuiltPage } from '../../src/http/pages/built-page.ts'
import type { Route } from '../../src/http/route.ts'
import type { RouteParts } from '../../src/http/route-parts.ts'
import { createModel } from '../../src/place/model.ts'

/** Every route of a service with a page. Their descriptions are looked at, so what they are made over is not touched. */
export function everyRoute(): readonly Route[] {
  const config = { version: '0', corsOrigins: [], mcp: true }
  return allRoutes({ model: createModel(), page: readBuiltPage(), config } as unknown as RouteParts)
}

const anyId = '11111111-2222-4333-8444-555555555555'

/** An address that a route takes; nothing is there, except for the first revision of the place with this id. */
export function addressOf({ path }: Pick<Route, 'path'>, id = anyId): string {
  return path
    .replaceAll(/:(?:z|x|y)\b/g, '0')
    .replace(':revision', '1')
    .replace(':position', '59,17')
    .replaceAll(/:\w+/g, id)
}
