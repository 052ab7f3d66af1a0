import type { PlaceId } from '../../place/place.ts'
import { asBuffer, sharedBytes, sharedUint32 } from '../memory/shared.ts'
import { radixOrder } from '../memory/sorting.ts'
import { ascending, nothing, type Selection, selectList } from '../sets/selection.ts'
import { inverseOf } from './inverted.ts'

/** The ids of a segment's places by ordinal, and the reverse: the ordinals in ascending order of the ids. */
export interface IdData {
  /** 16 bytes per id. */
  readonly bytes: Uint8Array
  /** The ordinals in the order of their ids. */
  readonly order: Uint32Array
  /** A hash table of the ids with linear probing: an ordinal + 1, or 0 for an empty slot. */
  readonly slots: Uint32Array
}

export const idBytes = 16
const textLength = 36
const hyphen = 45
const slotsPerId = 1.5
/**
 * Maximum number of slots probed for an id. About one in a thousand ids finds them all taken; chosen ids may all do so.
 * These are found through `order`.
 */
const probesMax = 32

/**
 * Reads the 16 bytes of a lower-case id; returns false, with undefined contents of `into`, if the text is not an id.
 */
export function readId(text: string, into: Uint8Array): boolean {
  if (text.length !== textLength) return false
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
  return wrong === 0
}

/** The value of a lower-case hexadecimal digit; negative for anything else. */
function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48
  return code >= 97 && code <= 102 ? code - 87 : -1
}

/** Builds the column from the bytes of the ids, 16 per id. */
export function buildIds(bytes: Uint8Array): IdData {
  const count = bytes.length / idBytes
  const shared = sharedBytes(bytes.length)
  shared.set(bytes)
  const view = new DataView(shared.buffer, shared.byteOffset, shared.byteLength)
  const words = [0, 4, 8, 12].map((offset) =>
    Uint32Array.from({ length: count }, (_, ordinal) => view.getUint32(ordinal * idBytes + offset)),
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

/** The first slot by the FNV-1a hash of the id (Fowler, Noll and Vo, 32 bits). */
function firstSlot(bytes: Uint8Array, ordinal: number, count: number): number {
  let hash = 0x811c9dc5
  for (let at = ordinal * idBytes; at < (ordinal + 1) * idBytes; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193)
  return Math.floor(((hash >>> 0) / 2 ** 32) * count)
}

/** The rank of each ordinal's id among the ids of the segment. */
export function idRanks({ order }: IdData): Uint32Array {
  return inverseOf(order)
}

/** The id to find; one shared buffer, since a look-up never yields. */
const wanted = new Uint8Array(idBytes)

/** The ordinal of the id, or -1 if it is absent. */
export function findId({ bytes, order, slots }: IdData, id: PlaceId): number {
  if (slots.length === 0 || !readId(id, wanted)) return -1
  const first = firstSlot(wanted, 0, slots.length)
  for (let probe = 0; probe < probesMax; probe++) {
    const ordinal = slots[(first + probe) % slots.length]! - 1
    if (ordinal < 0 || isRow(bytes, ordinal)) return ordinal
  }
  return searchId(bytes, order)
}

/** True if the row of an ordinal has the id to find. */
function isRow(bytes: Uint8Array, ordinal: number): boolean {
  for (let at = 0; at < idBytes; at++) if (bytes[ordinal * idBytes + at] !== wanted[at]) return false
  return true
}

/** Finds the id by binary search in the order; -1 if it is absent. */
function searchId(bytes: Uint8Array, order: Uint32Array): number {
  let low = 0
  for (let high = order.length; low < high; ) {
    const middle = (low + high) >>> 1
    if (compareBytes(bytes, order[middle]!, wanted, 0) < 0) low = middle + 1
    else high = middle
  }
  return low < order.length && isRow(bytes, order[low]!) ? order[low]! : -1
}

/** The ordinals, all below `size`, of the ids that exist. */
export function selectIds(ids: IdData, texts: readonly PlaceId[], size: number): Selection {
  const found = new Uint32Array(texts.length)
  let length = 0
  for (const text of texts) {
    const ordinal = findId(ids, text)
    if (ordinal >= 0) found[length++] = ordinal
  }
  return length === 0 ? nothing : selectList(ascending(found.subarray(0, length), size))
}

/** The id of an ordinal as text. */
export function idAt({ bytes }: IdData, ordinal: number): PlaceId {
  const hex = asBuffer(bytes).toString('hex', ordinal * idBytes, (ordinal + 1) * idBytes)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** Negative, 0 or positive as the id at one ordinal is before, equal to or behind that of another segment. */
export function compareIds(a: IdData, ordinalA: number, b: IdData, ordinalB: number): number {
  return compareBytes(a.bytes, ordinalA, b.bytes, ordinalB)
}

function compareBytes(a: Uint8Array, ordinalA: number, b: Uint8Array, ordinalB: number): number {
  for (let at = 0; at < idBytes; at++) {
    const difference = a[ordinalA * idBytes + at]! - b[ordinalB * idBytes + at]!
    if (difference !== 0) return difference
  }
  return 0
}
