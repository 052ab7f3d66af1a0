import { asVisitor, isNarrowed, may } from '../access/access.ts'
import { Problem } from '../common/problem.ts'
import { asksForSamples, splitQuery } from '../query/raw-query.ts'
import { queryOf } from './address.ts'
import { authenticate, keyInQuery, presentedKey } from './authenticate.ts'
import type { Call } from './call.ts'
import type { HttpParts, Readiness } from './parts.ts'
import type { Route } from './route.ts'

/** Who the command line is when it comes with the secret of the data folder, which only that machine has. */
const localCallerId = 'local'

type Gate = Pick<HttpParts, 'keys' | 'clock' | 'config' | 'readiness'>

/**
 * The faults that are judged before the body is read, in the order of D45: the key, the permission, the address.
 * Places are not read or written before the service is ready.
 */
export function admit(request: Call, route: Route, gate: Gate): void {
  request.pattern = route.path
  const rawQuery = queryOf(request.url)
  if (route.needs !== 'nothing') {
    identify(request, gate)
    // What is at the root only is about the service itself, and is answered before the index is complete.
    if (!route.rootOnly) checkReady(gate.readiness())
    checkPermission(request, route, rawQuery)
  }
  request.timing.end('key')
  request.proceed = route.plan(rawQuery, request)
  request.timing.end('parse')
}

/** Finds out who calls, or throws 401. */
export function identify(request: Call, { keys, clock, config }: Pick<HttpParts, 'keys' | 'clock' | 'config'>): void {
  const inQuery = keyInQuery(queryOf(request.url))
  const key = presentedKey(request.headers, inQuery)
  const caller = authenticate(keys, key, clock())
  request.caller = key === config.publicKey ? asVisitor(caller) : caller
}

function checkReady({ ready, reason }: Readiness): void {
  if (ready) return
  throw new Problem('unavailable', `the service is not ready yet: ${reason ?? 'it is starting'}`, {
    headers: { 'retry-after': '1' },
  })
}

function checkPermission({ caller }: Call, { needs, sample }: Route, rawQuery: string): void {
  if (needs === 'key' || needs === 'nothing') return
  if (needs === 'key-not-narrowed') {
    if (!isNarrowed(caller)) return
    throw new Problem('forbidden', `the key '${caller.name}' lacks the permission 'read'`)
  }
  if (needs !== 'local' && may(caller, needs)) return
  if (needs === 'local') {
    if (caller.id === localCallerId) return
    throw new Problem('forbidden', 'only the command line on the machine of the service may do this')
  }
  if (sample && asksForSamples(splitQuery(rawQuery))) return
  const wanted = needs === 'read-published' ? `'read', or 'read-published'` : `'${needs}'`
  throw new Problem('forbidden', `the key '${caller.name}' lacks the permission ${wanted}`)
}
