import type { Language } from '../../src/words/words.ts'
import type { Told } from './fault-words.ts'

let faultWords: typeof import('./fault-words.ts') | undefined

/** Loads the words of faults, which the first view does without; without them faults are told as the service says them. */
export async function loadFaultWords(): Promise<void> {
  faultWords ??= await import('./fault-words.ts').catch(() => undefined)
}

/** What the service says is wrong with a value, in a language where its words are there. */
export function faultTextIn(told: Told, language: Language): string {
  return faultWords?.faultText(told, language) ?? told.detail
}
