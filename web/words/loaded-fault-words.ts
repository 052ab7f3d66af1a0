import type { Language } from '../../src/words/words.ts'
import type { GivenReason } from './fault-words.ts'

let faultWords: typeof import('./fault-words.ts') | undefined

/**
 * Loads the words of faults, which the first view does not need. Without them, faults appear in the service's own
 * words.
 */
export async function loadFaultWords(): Promise<void> {
  faultWords ??= await import('./fault-words.ts').catch(() => undefined)
}

/** Describes a fault of a value in a language, if its words are loaded. */
export function faultTextIn(reason: GivenReason, language: Language): string {
  return faultWords?.faultText(reason, language) ?? reason.detail
}
