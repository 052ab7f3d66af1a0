import type { IncomingHttpHeaders } from 'node:http'
import { Problem } from '../common/problem.ts'
import type { Revision } from '../place/journal.ts'

/**
 * Says in an answer which revision of the journal it has seen, where several copies serve one record; and in a request
 * which revision its answer must have seen, so that a caller reads what it wrote whichever copy it comes to.
 */
export const revisionHeader = 'gazetteer-revision'

const form = /^\d{1,15}$/

/** The revision that a request wants its answer to have seen; 0 when it does not say. Throws what is no revision. */
export function wantedRevision(headers: IncomingHttpHeaders): Revision {
  const text = headers[revisionHeader]
  if (text === undefined) return 0
  if (form.test(String(text))) return Number(text)
  throw new Problem('bad-request', `Gazetteer-Revision must be a whole number, got '${String(text).slice(0, 100)}'`)
}
