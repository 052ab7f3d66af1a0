import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { holderOf } from '../../access/access.ts'
import { Problem } from '../../common/problem.ts'
import { type ActKind, type ActRef, actLimits } from '../../place/act.ts'
import { canonicalUuid, lengthFault, textFault, undirectedText } from '../../place/text.ts'
import type { Call } from './call.ts'

/** The request headers of writes that form acts, for the documentation. */
export const actHeaders = {
  'Gazetteer-Act': `A UUID: opens an act, or continues one of the same key or person. 409 for the act of another, for one older than ${actLimits.hours} hours or with ${actLimits.revisions} revisions.`,
  'Gazetteer-Act-Label': `What the act is, percent-encoded in UTF-8, at most ${actLimits.labelCharacters} characters.`,
} as const

/** Returns the act that a request names, or labels; undefined if it does neither. Throws 400 if a header is faulty. */
export function actOf(
  { headers, caller }: Pick<Call, 'headers' | 'caller'>,
  kind: ActKind = 'group',
): ActRef | undefined {
  const [id, label] = [actIdIn(headers), labelIn(headers)]
  if (id === undefined && label === undefined) return undefined
  return {
    ...{ id: id ?? randomUUID(), kind, holder: holderOf(caller) },
    ...(id !== undefined && { isNamed: true }),
    ...(label !== undefined && { label }),
  }
}

/** Returns the act of an import: the one that the request names, or one of its own. */
export function importActOf(call: Pick<Call, 'headers' | 'caller'>): ActRef {
  return actOf(call, 'import') ?? { id: randomUUID(), kind: 'import', holder: holderOf(call.caller) }
}

function actIdIn({ 'gazetteer-act': given }: IncomingHttpHeaders): string | undefined {
  if (given === undefined) return undefined
  const id = canonicalUuid(String(given))
  if (id !== undefined) return id
  throw new Problem('bad-request', `Gazetteer-Act must be a UUID, got '${String(given).slice(0, 100)}'`)
}

function labelIn({ 'gazetteer-act-label': given }: IncomingHttpHeaders): string | undefined {
  if (given === undefined) return undefined
  const fault = (text: string) => new Problem('bad-request', `Gazetteer-Act-Label ${text}`)
  let label: string
  try {
    label = undirectedText(decodeURIComponent(String(given)))
  } catch {
    throw fault(`must be percent-encoded UTF-8, got '${String(given).slice(0, 100)}'`)
  }
  const wrong = textFault(label) ?? lengthFault(label, actLimits.labelCharacters)
  if (wrong) throw fault(wrong.detail)
  return label === '' ? undefined : label
}
