/** The search from which a place was opened in this tab, for the link back to it. */
interface LastSearch {
  /** Its address, as the explorer formats it. */
  readonly text: string
  readonly total: number | undefined
}

let last: LastSearch | undefined
let isPrevious = false
let openedSlug: string | undefined

/** Records the search that the explorer shows. */
export function keepSearch(search: LastSearch): void {
  last = search
}

/** Records that the explorer was left; the next view may link back to it. */
export function leaveSearch(): void {
  isPrevious = true
}

/** Returns the last search, and whether the explorer directly precedes the page of this place, which opens now. */
export function takeSearch(slug: string): (LastSearch & { readonly isPrevious: boolean }) | undefined {
  const taken = last && { ...last, isPrevious }
  isPrevious = false
  openedSlug = slug
  return taken
}

/** Returns the slug of the last opened place once, then undefined. */
export function takeOpened(): string | undefined {
  const slug = openedSlug
  openedSlug = undefined
  return slug
}
