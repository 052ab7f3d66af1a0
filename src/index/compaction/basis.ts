import { hash } from 'node:crypto'
import type { Position, Revision } from '../../place/journal.ts'
import type { ModelOptions } from '../../place/model.ts'
import { placeSchema } from '../../place/schema.ts'
import type { Store } from '../../store/store.ts'
import { segmentFormat } from '../segment/segment-data.ts'
import type { Basis, Manifest } from './snapshot-files.ts'

/** The record that a snapshot is of. */
export type Journal = Pick<Store, 'historyId' | 'changes'>

/** Applying a change takes so many times as long as taking in a place when the index is built anew. */
const applyCost = 3
const tailMin = 20_000
const anotherWay = 'the journal has gone on in another way'

/**
 * What a snapshot that this program writes now follows from, and one that it reads must follow from. The schema of a place
 * says what can be searched and who sees it, so a snapshot of another one is not used.
 */
export function basisOf({ locale, placeTypeSchemas }: ModelOptions, { historyId }: Journal): Basis {
  const sealedBy = [
    locale,
    placeTypeSchemas,
    placeSchema(placeTypeSchemas),
    process.versions.icu,
    process.versions.unicode,
  ]
  return { format: segmentFormat, historyId, model: hash('sha256', JSON.stringify(sealedBy), 'base64url') }
}

/** What an entry of the journal says that no purge takes away. Rejects where it is another than the one that was `seen`. */
export async function markOf(journal: Journal, revision: Revision, seen?: Position): Promise<string> {
  const [entry] = await journal.changes(revision - 1, 1)
  if (seen && (entry?.revision !== seen.revision || (entry.mark ?? 0) !== seen.mark)) throw new Error(anotherWay)
  return JSON.stringify(entry && [entry.revision, entry.kind, entry.id, entry.action, entry.time, entry.mark])
}

/** Why a snapshot cannot be used for a journal that ends at `last`, or undefined when it can. */
export async function misfitOf(
  manifest: Manifest,
  { format, historyId, model }: Basis,
  journal: Journal,
  last: Revision,
): Promise<string | undefined> {
  if (manifest.format !== format) return `its format must be ${format}, got ${manifest.format}`
  if (manifest.historyId !== historyId) return 'it is of another history'
  if (manifest.model !== model) return 'the locale, the place types or the Unicode version has changed'
  if (manifest.revision > last) return `the journal ends at ${last}, before its revision ${manifest.revision}`
  if (manifest.mark !== (await markOf(journal, manifest.revision))) return anotherWay
  const tail = last - manifest.revision
  if (tail > Math.max(tailMin, manifest.places / applyCost)) return `${tail} changes came after it`
  return undefined
}
