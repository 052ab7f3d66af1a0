import { Problem } from '../common/problem.ts'
import { pathOf } from './address.ts'
import { identify } from './admit.ts'
import type { Answer } from './answer.ts'
import type { Call } from './call.ts'
import { referencePaths } from './docs.ts'
import type { HttpParts } from './parts.ts'
import type { Route } from './route.ts'

/**
 * What is answered where no route fits: 401 first, unless the path is open; then 405 with `Allow` when the path knows
 * other methods; then 404 (D45, D46). A path that nobody knows is open to those whom a page tells so.
 */
export function createNotFound(
  routes: readonly Route[],
  parts: Pick<HttpParts, 'keys' | 'clock' | 'config'>,
  unknownPage: (request: Call) => Answer | undefined,
): (request: Call) => Problem | Answer {
  const pages = referencePaths.map((path) => ({ method: 'GET', path, needs: 'nothing', rootOnly: true }) as const)
  const patterns = [...routes, ...pages].map((route) => ({ route, segments: route.path.split('/') }))
  return (request) => {
    const path = pathOf(request.url)
    const here = patterns
      .filter(({ route, segments }) => fits(path, segments, route.rootOnly))
      .map(({ route }) => route)
    const shown = here.length === 0 ? unknownPage(request) : undefined
    if (shown) return shown
    const open = here.length > 0 && here.every(({ needs }) => needs === 'nothing')
    try {
      if (!open) identify(request, parts)
    } catch (error) {
      if (error instanceof Problem) return error
      throw error
    }
    if (here.length > 0) return wrongMethod(request, here)
    const shorter = path.endsWith('/') ? path.slice(0, -1) : undefined
    const slash = patterns.some(({ route, segments }) => shorter && fits(shorter, segments, route.rootOnly))
    const hint = slash ? '; leave out the slash at its end' : ''
    return new Problem('not-found', `there is nothing at this address${hint}`)
  }
}

function fits(path: string, segments: readonly string[], rootOnly: boolean): boolean {
  const given = (!rootOnly && path.startsWith('/v4/') ? path.slice('/v4'.length) : path).split('/')
  return given.length === segments.length && segments.every((segment, at) => fitsSegment(given[at]!, segment))
}

/** Behind a parameter may stand an ending, as in `:y.mvt`. */
function fitsSegment(given: string, segment: string): boolean {
  return segment.startsWith(':') ? given.endsWith(segment.replace(/^:\w+/, '')) : given === segment
}

function wrongMethod({ method }: Call, here: readonly Pick<Route, 'method'>[]): Problem {
  const methods = new Set(here.flatMap((route) => (route.method === 'GET' ? ['GET', 'HEAD'] : [route.method])))
  const allow = [...methods].sort().join(', ')
  return new Problem('method-not-allowed', `this address does not know ${method}, only ${allow}`, {
    headers: { allow },
  })
}
