import type { DirectoryEntry, Names } from '../../place/directory-entry.ts'
import { type FacetValues, facetName } from '../../query/facets.ts'
import { GrowableBytes } from '../memory/growable.ts'
import { type ByteSink, type PageBytes, type PageMemory, Pieces } from '../memory/pieces.ts'
import type { PlacedHit } from '../page-order.ts'
import type { Form } from '../place-index.ts'
import { withContact } from './contact.ts'
import { type DocumentForm, isBaseForm } from './documents.ts'

/** A page as it is written. */
export interface AnsweredPage {
  readonly total: number
  readonly hits: readonly PlacedHit[]
  /** Metres, in the order of the hits, where the form shows them. */
  readonly distances: Float64Array | undefined
  readonly facets: readonly FacetValues[] | undefined
}

const comma = 44
/** About what a document takes, to begin with. */
const documentBytes = 1024

/** The JSON of one place in a form, filled with contact details where it asks for them. */
export function writeDocument(hit: PlacedHit, form: DocumentForm, names: Names): Buffer {
  const out = new GrowableBytes(documentBytes)
  writeFilled(out, hit, { form, owner: ownerOf(hit, names) })
  return out.view()
}

/** What a page is written with. */
export interface PageParts {
  readonly names: Names
  readonly memory: PageMemory
}

/** `{"TotalHits":…,"Results":[…]}`, and `Facets` where there are any, in pieces. Neighbours in the base form are one piece, which is not copied. */
export function writePage(
  { total, hits, distances, facets }: AnsweredPage,
  form: Form,
  { names, memory }: PageParts,
): PageBytes {
  const out = new Pieces(memory)
  out.writeText(`{"TotalHits":${total},"Results":[`)
  const plain = isBaseForm(form) && !distances
  for (let at = 0; at < hits.length; ) {
    if (at > 0) out.writeByte(comma)
    const hit = hits[at]!
    const owner = ownerOf(hit, names)
    if (plain && owner === undefined) {
      const end = endOfRun(hits, at)
      hit.part.writeBase(out, hit.ordinal, hit.ordinal + end - at)
      at = end
    } else {
      writeFilled(out, hit, { form, owner })
      if (distances) writeDistance(out, distances[at]!)
      at++
    }
  }
  out.writeText(facets === undefined ? ']}' : `],"Facets":${facetsText(facets)}}`)
  return out.finish()
}

function facetsText(facets: readonly FacetValues[]): string {
  return JSON.stringify(Object.fromEntries(facets.map(({ facet, values }) => [facetName(facet), values])))
}

/** Behind the last of the hits from `start` on that are neighbours and not filled on request. */
function endOfRun(hits: readonly PlacedHit[], start: number): number {
  const { part, ordinal } = hits[start]!
  let end = start + 1
  for (; end < hits.length; end++) {
    const next = hits[end]!
    if (next.part !== part || next.ordinal !== ordinal + end - start) break
    if (part.contactOwnerOf(next.ordinal) !== undefined) break
  }
  return end
}

function ownerOf({ part, ordinal }: PlacedHit, names: Names): DirectoryEntry | undefined {
  const id = part.contactOwnerOf(ordinal)
  return id === undefined ? undefined : names.entry('owners', id)
}

interface Filling {
  readonly form: DocumentForm
  /** The owner whose contact details are filled in. */
  readonly owner: DirectoryEntry | undefined
}

function writeFilled(out: ByteSink, { part, ordinal }: PlacedHit, { form, owner }: Filling): void {
  if (owner?.contactInfo === undefined) {
    part.write(out, ordinal, form)
    return
  }
  const stored = new GrowableBytes(documentBytes)
  part.write(stored, ordinal, form)
  out.writeText(withContact(stored.view().toString('utf8'), owner.contactInfo))
}

/** As the last member of the document that was just written; exact, so that it can be used as a radius (D34). */
function writeDistance(out: Pieces, metres: number): void {
  out.dropByte()
  out.writeText(`,"distance":${metres}}`)
}
