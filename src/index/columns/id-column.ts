import type { PlaceId } from '../../place/place.ts'
import type { Orphan } from '../../query/appearance.ts'
import { asBuffer, sharedBytes, sharedUint32 } from '../memory/shared.ts'
import { radixOrder } from '../memory/sorting.ts'
import { ascending, nothing, type Selection, selectList } from '../sets/selection.ts'
import { inverseOf } from './inverted.ts'

/**
 * The ids of the rows of a segment by ordinal, and the way back: the ordinals in ascending order of the ids of the
 * places. All ids of places have the same variant (RFC 9562), in whose two bits an orphan has its number.
 */
export interface IdData {
  /** 16 bytes to an id. */
  readonly bytes: Uint8Array
  /** The ordinals in the order of their ids. */
  readonly order: Uint32Array
  /** A hash table of the ids, by linear probing: an ordinal + 1, or 0 where none is. */
  readonly slots: Uint32Array
}

export const idBytes = 16
const textLength = 36
const hyphen = 45
/** The byte that begins with the variant, and the variant there of a place and of orphans 1 and 2. */
const variantByte = 8
const variants = [0x80, 0x00, 0x40] as const
const slotsPerId = 1.5
/**
 * Slots from its own in which an id may be. Of a thousand about one finds them taken, of ids that somebody chose all may;
 * those are found by `order`.
 */
const probesMax = 32

/** Reads the 16 bytes of the id of a row (see `rowIdOf`) in lower case; false, with anything in `into`, when the text is none. */
export function readRowId(text: string, into: Uint8Array): boolean {
  const orphan = text.length === textLength ? 0 : text === `${text.slice(0, textLength)}/1` ? 1 : 2
  if (orphan === 2 && text !== `${text.slice(0, textLength)}/2`) return false
  let wrong = 0
  for (let index = 0, at = 0; index < textLength; ) {
    if (index === 8 || index === 13 || index === 18 || index === 23) {
      wrong |= text.charCodeAt(index++) ^ hyphen
      continue
    }
    const digits = (hexDigit(text.charCodeAt(index)) << 4) | hexDigit(text.charCodeAt(index + 1))
    wrong |= digits & ~255
    into[at++] = digits
    index += 2
  }
  wrong |= (into[variantByte]! & 0xc0) ^ variants[0]
  into[variantByte] = (into[variantByte]! & 0x3f) | variants[orphan]
  return wrong === 0
}

/** The value of a hexadecimal digit in lower case; for anything else a negative number. */
function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48
  return code >= 97 && code <= 102 ? code - 87 : -1
}

/** The column of the ids in these bytes, 16 to each. */
export function buildIds(bytes: Uint8Array): IdData {
  const count = bytes.length / idBytes
  const shared = sharedBytes(bytes.length)
  shared.set(bytes)
  const view = new DataView(shared.buffer, shared.byteOffset, shared.byteLength)
  const words = [0, 4, 8, 12].map((offset) =>
    Uint32Array.from({ length: count }, (_, ordinal) => {
      const word = view.getUint32(ordinal * idBytes + offset)
      return offset === variantByte ? word & 0x3fffffff : word
    }),
  )
  const order = sharedUint32(count)
  order.set(radixOrder(words, count))
  return { bytes: shared, order, slots: slotsOf(shared, count) }
}

function slotsOf(bytes: Uint8Array, count: number): Uint32Array {
  const slots = sharedUint32(Math.ceil(count * slotsPerId))
  for (let ordinal = 0; ordinal < count; ordinal++) {
    const first = firstSlot(bytes, ordinal, slots.length)
    for (let probe = 0; probe < probesMax; probe++) {
      const slot = (first + probe) % slots.length
      if (slots[slot] !== 0) continue
      slots[slot] = ordinal + 1
      break
    }
  }
  return slots
}

/** By the hash FNV-1a of the row's id (Fowler, Noll and Vo, 32 bits). */
function firstSlot(bytes: Uint8Array, ordinal: number, count: number): number {
  let hash = 0x811c9dc5
  for (let at = ordinal * idBytes; at < (ordinal + 1) * idBytes; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193)
  return Math.floor(((hash >>> 0) / 2 ** 32) * count)
}

/** The rank of each ordinal's id among the ids of the segment. */
export function idRanks({ order }: IdData): Uint32Array {
  return inverseOf(order)
}

/** The id that is looked for; one for all, since a look-up never waits. */
const wanted = new Uint8Array(idBytes)

/** The ordinal of the id, or -1 when it is not there. */
export function findId({ bytes, order, slots }: IdData, id: PlaceId): number {
  if (slots.length === 0 || !readRowId(id, wanted)) return -1
  const first = firstSlot(wanted, 0, slots.length)
  for (let probe = 0; probe < probesMax; probe++) {
    const ordinal = slots[(first + probe) % slots.length]! - 1
    if (ordinal < 0 || isRow(bytes, ordinal)) return ordinal
  }
  return searchId(bytes, order)
}

/** Whether the row of an ordinal is the wanted one. */
function isRow(bytes: Uint8Array, ordinal: number): boolean {
  for (let at = 0; at < idBytes; at++) if (bytes[ordinal * idBytes + at] !== wanted[at]) return false
  return true
}

/** Finds the wanted row by its place in the order, or gives -1. */
function searchId(bytes: Uint8Array, order: Uint32Array): number {
  let low = 0
  for (let high = order.length; low < high; ) {
    const middle = (low + high) >>> 1
    if (comparePlaces(bytes, order[middle]!, wanted, 0) < 0) low = middle + 1
    else high = middle
  }
  // A place and its orphans lie beside each other.
  for (; low < order.length && comparePlaces(bytes, order[low]!, wanted, 0) === 0; low++) {
    if (isRow(bytes, order[low]!)) return order[low]!
  }
  return -1
}

/** The ordinals of those ids that are there, of `size`. */
export function selectIds(ids: IdData, texts: readonly PlaceId[], size: number): Selection {
  const found = new Uint32Array(texts.length)
  let length = 0
  for (const text of texts) {
    const ordinal = findId(ids, text)
    if (ordinal >= 0) found[length++] = ordinal
  }
  return length === 0 ? nothing : selectList(ascending(found.subarray(0, length), size))
}

/** The id of the place of an ordinal as text. */
export function idAt({ bytes }: IdData, ordinal: number): PlaceId {
  const hex = asBuffer(bytes).toString('hex', ordinal * idBytes, (ordinal + 1) * idBytes)
  const variant = ((Number.parseInt(hex.charAt(2 * variantByte), 16) & 3) | 8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
}

/** Which appearance of its place an ordinal is. */
export function orphanAt({ bytes }: IdData, ordinal: number): Orphan {
  const variant = bytes[ordinal * idBytes + variantByte]! & 0xc0
  return variant === variants[0] ? 0 : variant === variants[1] ? 1 : 2
}

/** Below 0, 0 or above 0 as the place at one ordinal is before, is, or is behind that of another segment by id. */
export function compareIds(a: IdData, ordinalA: number, b: IdData, ordinalB: number): number {
  return comparePlaces(a.bytes, ordinalA, b.bytes, ordinalB)
}

function comparePlaces(a: Uint8Array, ordinalA: number, b: Uint8Array, ordinalB: number): number {
  for (let at = 0; at < idBytes; at++) {
    const mask = at === variantByte ? 0x3f : 0xff
    const difference = (a[ordinalA * idBytes + at]! & mask) - (b[ordinalB * idBytes + at]! & mask)
    if (difference !== 0) return difference
  }
  return 0
}
