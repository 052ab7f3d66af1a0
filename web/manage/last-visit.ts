import { ownPrefix } from '../settings.ts'

const lastVisitName = `${ownPrefix}visited`
const visitBeforeName = `${ownPrefix}visited-before`
const weekMillis = 7 * 86_400_000

/** Returns the start of the last visit before this one; of a first visit, a week ago. A tab is one visit. */
export function lastVisit(now: Date): string {
  const known = sessionStorage.getItem(visitBeforeName)
  if (known !== null) return known
  const before = localStorage.getItem(lastVisitName) ?? new Date(now.getTime() - weekMillis).toISOString()
  sessionStorage.setItem(visitBeforeName, before)
  localStorage.setItem(lastVisitName, now.toISOString())
  return before
}
