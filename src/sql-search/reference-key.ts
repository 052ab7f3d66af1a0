import { hash } from 'node:crypto'
import type { ReferenceKind } from './references.ts'

/** Longer keys are told by a digest: an index takes about 2,700 bytes, and an owner may have an id of 2,000 characters. */
const keyBytesMax = 1_000

/** A reference as its table has it. */
export interface ReferenceRow {
  readonly kind: ReferenceKind
  readonly key: string
  /** What the key stands for, where that is too long to be one. */
  readonly whole: string | null
}

/** What a place refers to by a text. */
export function referenceRow(kind: ReferenceKind, text: string): ReferenceRow {
  const key = referenceKey(text)
  return { kind, key, whole: key === text ? null : text }
}

/** The key of a reference: the text itself, unless it is too long. */
export function referenceKey(text: string): string {
  return Buffer.byteLength(text) <= keyBytesMax ? text : `#${hash('sha256', text, 'hex')}`
}
