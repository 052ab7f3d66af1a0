import { ownPrefix } from '../settings.ts'

const keptName = `${ownPrefix}search`

/** Keeps the search that the explorer shows in this tab, as the query of its address. */
export function keepSearch(text: string): void {
  sessionStorage.setItem(keptName, text)
}

/** Returns the query of the last search in this tab; '' without one. */
export function lastSearch(): string {
  return sessionStorage.getItem(keptName) ?? ''
}
