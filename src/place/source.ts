import type { Reason } from '../common/reason.ts'
import { canonicalText, lengthFault, textFault } from './text.ts'

/** The source of keys whose requests name none, and of all keys from before sources (D49). */
export const defaultSource = 'import'

export const sourceCharactersMax = 60

/** An imported record's own id, and the source in which it is unique (D49). */
export interface SourceKey {
  readonly source: string
  readonly key: string
}

/** Returns true if the key has the form of a place's id: it then refers to the place with that id, in any source. */
export function isPlaceId(key: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key)
}

/** Returns the name of a source as it is stored: in lower case, so that no source comes to be twice. */
export function sourceName(text: string): string {
  return canonicalText(text).toLowerCase()
}

/** Returns the reason why a stored name cannot be that of a source, or undefined. */
export function sourceFault(name: string): Reason | undefined {
  return textFault(name) ?? lengthFault(name, sourceCharactersMax)
}
