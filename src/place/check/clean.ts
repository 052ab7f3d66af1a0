import { nearestOf } from '../../common/nearest-word.ts'
import { type Reason, reason } from '../../common/reason.ts'
import { dateFault, formatInstant, isLocalDate, parseInstant } from '../dates.ts'
import { isJsonObject } from '../json.ts'
import { limits } from '../schema.ts'
import { canonicalText, canonicalUuid, lengthFault, textFault, undirectedText } from '../text.ts'
import { addFault, type FaultList, isFaulty, leavesOut, pointerOf, shown } from './fault-list.ts'
import type { ListShape, ObjectShape, Shape } from './shape.ts'

/** Options for cleaning a body. */
interface CleaningOptions {
  /** Drops members that a client may not send, instead of reporting them as faults (D17). */
  readonly allowOverposting: boolean
  /** Keeps nulls (and values that count as null) in objects, as a merge patch needs them; never inside lists. */
  readonly keepNulls: boolean
  /** Advice to the client about a member that may not be sent. */
  readonly advice: Reason
}

interface Walk extends CleaningOptions {
  readonly list: FaultList
  readonly path: (string | number)[]
}

/** The most known members that a message about an unknown member lists. */
const listedMax = 12
/** Faults beyond this number carry no suggestion, since nobody reads that many. */
const hintedFaultsMax = 20
/** The maximum nesting of free objects and lists. */
const depthMax = 32
const noMembers: ObjectShape['members'] = new Map()

/**
 * Returns the canonical form of a parsed body (D16, D17, D19, D29), or undefined if nothing is left. Text is trimmed
 * and in NFC, instants are in the format of responses, UUIDs in lower case. Nulls and empty values are removed, also
 * from lists. Faults are added to `list`; a value of the wrong type is kept for the validator. The body itself is not
 * changed.
 */
export function clean(body: unknown, shape: Shape, list: FaultList, options: CleaningOptions): unknown {
  return cleanValue(body, shape, { ...options, list, path: [] })
}

/**
 * Latin letters, digits and punctuation without surrounding white space. Text that matches needs no further cleaning.
 */
const cleanText = /^[!-~\u00a1-\u00ac\u00ae-\u02ff](?:[ -~\u00a0-\u02ff]*[!-~\u00a1-\u00ac\u00ae-\u02ff])?$/

function cleanValue(value: unknown, shape: Shape, walk: Walk): unknown {
  if (typeof value === 'string') return cleanString(value, shape, walk)
  if (typeof value === 'number') return cleanNumber(value, walk)
  if (typeof value !== 'object') return value
  if (value === null) return undefined
  if (shape.kind === 'free') return cleanFree(value, shape, walk)
  if (Array.isArray(value)) return shape.kind === 'list' ? cleanList(value, shape, walk) : value
  return shape.kind === 'object' ? cleanObject(value as Record<string, unknown>, shape, walk) : value
}

function cleanString(value: string, shape: Shape, walk: Walk): string | undefined {
  const free = shape.kind === 'free'
  const freeFault = free ? (textFault(value, 'free') ?? lengthFault(value, limits.string)) : undefined
  if (freeFault) return refuse(walk, freeFault)
  const isClean = cleanText.test(value)
  const text = isClean ? value : shape.kind === 'person' ? undirectedText(value) : canonicalText(value)
  if (text === '') return undefined
  if (free) return value
  const fault = isClean ? undefined : textFault(text, shape.kind === 'text' ? 'text' : 'plain')
  if (fault) return refuse(walk, fault)
  switch (shape.kind) {
    case 'instant': {
      const instant = parseInstant(text)
      return instant === undefined
        ? refuse(walk, reason(dateFault(text) ?? 'date', { got: shown(text) }))
        : formatInstant(instant)
    }
    case 'date':
      return isLocalDate(text) ? text : refuse(walk, reason('local-day', { got: shown(text) }))
    case 'uuid':
      return canonicalUuid(text) ?? refuse(walk, reason('uuid', { got: shown(text) }))
    case 'plain':
    case 'person':
    case 'text':
    case 'list':
    case 'object':
      return text
  }
}

function cleanNumber(value: number, walk: Walk): number | undefined {
  if (!Number.isFinite(value)) return refuse(walk, reason('not-finite'))
  // The parser may have rounded it unnoticed.
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    return refuse(walk, reason('unsafe-integer', { max: Number.MAX_SAFE_INTEGER }))
  return value === 0 ? 0 : value
}

function cleanList(value: readonly unknown[], shape: ListShape, walk: Walk): unknown {
  if (value.length > shape.limit) return refuse(walk, reason('max-elements', { max: shape.limit, count: value.length }))
  const inner = walk.keepNulls ? { ...walk, keepNulls: false } : walk
  const kept: unknown[] = []
  const indexes: number[] = []
  for (const [index, element] of value.entries()) {
    if (walk.list.hasMore) break
    walk.path.push(index)
    const cleaned = cleanValue(element, shape.item, inner)
    if (cleaned !== undefined || shape.keepsElements || isFaulty(walk.list, pointerOf(walk.path))) {
      indexes.push(index)
      kept.push(cleaned ?? leftOf(element))
    }
    walk.path.pop()
  }
  if (kept.length < value.length) walk.list.moved.set(pointerOf(walk.path), indexes)
  if (kept.length > 0) return kept
  if (value.length > 0 && shape.item.kind === 'object') return refuse(walk, reason('only-empty'))
  return shape.keepsEmpty ? [] : undefined
}

/** Stands for a list element that has become empty: objects and lists stay, so that the validator can judge them. */
function leftOf(element: unknown): unknown {
  if (Array.isArray(element)) return []
  return isJsonObject(element) ? {} : element
}

function cleanObject(value: Record<string, unknown>, shape: ObjectShape, walk: Walk): unknown {
  const result: Record<string, unknown> = {}
  let empty = true
  let overposts = false
  for (const member in value) {
    if (walk.list.hasMore) break
    const inner = member === '__proto__' ? undefined : (shape.members.get(member) ?? shape.rest)
    if (inner === undefined || inner === 'readOnly') {
      overposted(member, shape, walk)
      overposts ||= value[member] !== null
      continue
    }
    walk.path.push(member)
    const cleaned = cleanValue(value[member], inner, walk)
    walk.path.pop()
    if (cleaned === undefined && !walk.keepNulls) continue
    result[member] = cleaned ?? null
    empty = false
  }
  // An emptied object stays if it has required members, so that these are reported instead of the whole being dropped.
  const stays = shape.keepsEmpty || walk.keepNulls || (overposts && shape.hasRequired)
  return empty && !stays ? undefined : result
}

function cleanFree(value: object, shape: Extract<Shape, { kind: 'free' }>, walk: Walk): unknown {
  if (walk.path.length > depthMax) return refuse(walk, reason('too-deep', { max: depthMax }))
  const { keepsEmpty } = shape
  if (Array.isArray(value))
    return cleanList(value, { kind: 'list', item: shape, limit: limits.list, keepsEmpty, keepsElements: true }, walk)
  for (const member of Object.keys(value)) {
    if (walk.list.hasMore) break
    const fault = textFault(member, 'free')
    if (fault) addFault(walk.list, pointerOf([...walk.path, member.toWellFormed()]), reason('member-name', { fault }))
  }
  const open = { kind: 'object', members: noMembers, rest: shape, keepsEmpty, hasRequired: false } as const
  return cleanObject(value as Record<string, unknown>, open, walk)
}

function overposted(member: string, shape: ObjectShape, walk: Walk): void {
  if (walk.allowOverposting) return
  if (leavesOut(walk.list)) return
  const { advice, list } = walk
  const isReadOnly = shape.members.get(member) === 'readOnly'
  const known = [...shape.members].filter(([, inner]) => inner !== 'readOnly').map(([name]) => name)
  const found = isReadOnly
    ? reason('read-only', { advice })
    : reason('unknown-member', { hint: memberHint(member, known, list), advice })
  // It is dropped, so it hides no other fault.
  list.faults.push({ pointer: pointerOf([...walk.path, member.toWellFormed()]), ...found })
}

/** Suggests the nearest known member for an unknown one, or lists the known members if they are few. */
export function memberHint(member: string, known: readonly string[], list: FaultList): Reason | '' {
  const meant = list.faults.length < hintedFaultsMax ? nearestOf(member, known) : undefined
  if (meant !== undefined) return reason('meant-member', { name: meant })
  const [first] = known
  if (first === undefined || known.length > listedMax) return ''
  return known.length === 1 ? reason('only-member', { name: first }) : reason('known-members', { names: known })
}

function refuse(walk: Walk, found: Reason): undefined {
  addFault(walk.list, pointerOf(walk.path), found)
}
