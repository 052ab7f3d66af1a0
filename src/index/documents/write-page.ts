import type { DirectoryEntry, Names } from '../../place/directory-entry.ts'
import { type DocumentForm, type Form, withContact } from '../../read-model/document.ts'
import type { DocumentRef, HitRun, Hits } from '../hits.ts'
import { ClockedPace } from '../in-turns.ts'
import { comma, GrowableBytes } from '../memory/growable.ts'

/** Initial buffer size: about one document. */
const documentBytes = 1024
/** Number of documents that are copied in a step. */
const copiedAtOnce = 50

/** The JSON of one place in a form, with fetched contact details if the place asks for them. */
export function writeDocument(hit: DocumentRef, form: DocumentForm, names: Names): Buffer {
  const out = new GrowableBytes(documentBytes)
  writeFilled(out, hit, form, ownerOf(hit, names))
  return out.view()
}

/** The names of the directory, and the output. */
interface PageParts {
  readonly names: Names
  readonly out: GrowableBytes
}

/** Writes the documents of a page in steps, a comma between neighbours. Returns the end of each. */
export function* writePage(hits: Hits, form: Form, { names, out }: PageParts): Generator<void, number[]> {
  const { runs } = hits
  const ends: number[] = []
  const distances = form.distance ? hits.distances : undefined
  const pace = new ClockedPace()
  for (const { leaf, ordinals } of runs) {
    // Copying a megabyte from a segment takes a fraction of a millisecond; rendering it takes some 45 ms.
    const atOnce = leaf.isSegment ? copiedAtOnce : 1
    for (let from = 0; from < ordinals.length; from += atOnce) {
      if (ends.length > 0) out.writeByte(comma)
      if (pace.isDue) yield
      const run = { leaf, ordinals: ordinals.subarray(from, from + atOnce) }
      writeRun(out, run, { form, names, distances: distances?.subarray(ends.length), ends })
    }
  }
  return ends
}

interface PageContext {
  readonly form: DocumentForm
  readonly names: Names
  /** The distances of the run, if they are shown. */
  readonly distances: Float64Array | undefined
  /** The ends of documents, added to as they are written. */
  readonly ends: number[]
}

/** Writes documents with a distance or contact details one by one, and those between them together. */
function writeRun(out: GrowableBytes, { leaf, ordinals }: HitRun, { form, names, distances, ends }: PageContext): void {
  const one = distances !== undefined || leaf.asksForContacts
  let next = 0
  for (let at = 0; one && at < ordinals.length; at++) {
    const hit = { leaf, ordinal: ordinals[at]! }
    const owner = ownerOf(hit, names)
    if (owner === undefined && distances === undefined) continue
    if (at > next) {
      leaf.writeAll(out, ordinals.subarray(next, at), form, ends)
      out.writeByte(comma)
    }
    writeFilled(out, hit, form, owner)
    if (distances) writeDistance(out, distances[at]!)
    ends.push(out.length)
    next = at + 1
    if (next < ordinals.length) out.writeByte(comma)
  }
  if (next < ordinals.length) leaf.writeAll(out, ordinals.subarray(next), form, ends)
}

function ownerOf({ leaf, ordinal }: DocumentRef, names: Names): DirectoryEntry | undefined {
  const id = leaf.contactOwnerOf(ordinal)
  return id === undefined ? undefined : names.entry('owners', id)
}

/** Writes one document; fills in the contact details of the owner if the place asks for them and the owner has any. */
function writeFilled(
  out: GrowableBytes,
  { leaf, ordinal }: DocumentRef,
  form: DocumentForm,
  owner?: DirectoryEntry,
): void {
  if (owner?.contactInfo === undefined) {
    leaf.write(out, ordinal, form)
    return
  }
  const stored = new GrowableBytes(documentBytes)
  leaf.write(stored, ordinal, form)
  out.writeText(withContact(stored.view().toString('utf8'), owner.contactInfo))
}

/** Appends the distance to the document just written; exact, so that it can be used as a radius (D34). */
function writeDistance(out: GrowableBytes, metres: number): void {
  out.dropByte()
  out.writeText(`,"distance":${metres}}`)
}
