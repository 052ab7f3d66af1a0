/** The search from which a place was opened in this tab, so that there is a way back to it. */
interface LastSearch {
  /** Its address, as the explorer formats it. */
  readonly text: string
  readonly total: number | undefined
}

let last: LastSearch | undefined
let isPrevious = false
let openedSlug: string | undefined

/** To be called by the explorer with what it shows. */
export function keepSearch(search: LastSearch): void {
  last = search
}

/** To be called when the explorer is left: the next view may go back to it. */
export function leaveSearch(): void {
  isPrevious = true
}

/** The last search, and whether the explorer was the view before the page of this place, which is opened now. */
export function takeSearch(slug: string): (LastSearch & { readonly isPrevious: boolean }) | undefined {
  const taken = last && { ...last, isPrevious }
  isPrevious = false
  openedSlug = slug
  return taken
}

/** The place that was opened last, once. */
export function takeOpened(): string | undefined {
  const slug = openedSlug
  openedSlug = undefined
  return slug
}
