import type { JournalEntry, PlaceSource } from '../../src/place/journal.ts'

/** Places of no store, which any thread can read. */
export function placeSource(entries: readonly JournalEntry[]): PlaceSource {
  const rows = entries.flatMap(({ document, revision }) => (document === undefined ? [] : [{ document, revision }]))
  return { module: import.meta.url, argument: JSON.stringify(rows) }
}

/** What a thread asks of the source above: its rows in two batches. */
export function* readPresentPlaces(argument: string): Generator<unknown[]> {
  const rows = JSON.parse(argument) as unknown[]
  const half = rows.length >> 1
  yield rows.slice(0, half)
  yield rows.slice(half)
}
