import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { earthRadiusMetres } from '../src/geo/sphere.ts'
import { parseInstant } from '../src/place/dates.ts'
import { createModel, type Model } from '../src/place/model.ts'
import type { PlaceView } from '../src/place/place.ts'
import { fold } from '../src/query/text/folded-text.ts'
import { searchedWords } from '../src/query/text/relevance.ts'
import { createSortKey } from '../src/query/text/sort-key.ts'
import { createTextReader } from '../src/query/values.ts'

/**
 * A place as every system receives it: the JSON of its answers, ready to send, and the searched values. These are
 * prepared here, so that systems differ in their search, and not in how they split words or fold names.
 */
export interface Row {
  readonly id: string
  /** The JSON in a search. */
  readonly document: string
  /** The JSON of the place by id: with the names of owner, categories and tags. */
  readonly named: string
  /** The sort key of the name; equal keys are ordered by id. */
  readonly nameKey: string
  readonly slug: string
  /** Folded. */
  readonly name: string
  /** Folded. */
  readonly city: string | undefined
  readonly type: string
  /** Milliseconds since 1970. */
  readonly published: number
  readonly longitude: number
  readonly latitude: number
  /** The words that `q` finds, and the words of the name, both folded, with and without diacritics. */
  readonly words: readonly string[]
  readonly nameWords: readonly string[]
}

const pageSize = 500

/** Reads all places of a search into a file, one row per line, in the default order. */
export async function writeCorpus(ask: (path: string) => Promise<string>, file: string): Promise<void> {
  const out = createWriteStream(file)
  const rowOf = createRowReader(createModel())
  const pageAt = async (offset: number, more = '') => {
    const page = await ask(`/v4/place?limit=${pageSize}&offset=${offset}${more}`)
    return (JSON.parse(page) as { readonly Results: readonly PlaceView[] }).Results
  }
  for (let offset = 0; ; offset += pageSize) {
    const [plain, named] = await Promise.all([pageAt(offset), pageAt(offset, '&expand=owner,categories,tags')])
    if (plain.length === 0) break
    const lines = plain.map((view, at) => JSON.stringify(rowOf(named[at]!, JSON.stringify(view))))
    if (!out.write(`${lines.join('\n')}\n`)) await once(out, 'drain')
  }
  out.end()
  await once(out, 'finish')
}

/** The rows of a file that `writeCorpus` wrote. */
export async function* readRows(file: string): AsyncGenerator<Row> {
  for await (const line of createInterface({ input: createReadStream(file) })) yield JSON.parse(line) as Row
}

/** Creates the function that builds a row from a place with names and its JSON without them. */
export function createRowReader(model: Model): (view: PlaceView, document: string) => Row {
  const texts = createTextReader(model)
  const sortKey = createSortKey(model.locale)
  return (view, document) => {
    const [longitude, latitude] = view.geolocation.geometry.coordinates
    const found = texts(view).filter(({ visibility }) => visibility === 'public')
    return {
      id: view.id,
      document,
      named: JSON.stringify(view),
      nameKey: sortKey(view.name),
      slug: view.slug,
      name: fold(view.name),
      city: view.visitingInfo?.city === undefined ? undefined : fold(view.visitingInfo.city),
      type: Object.keys(view.placeTypes)[0] ?? 'external',
      published: parseInstant(view.published ?? '') ?? 0,
      longitude,
      latitude,
      words: [...new Set(found.flatMap(({ text }) => searchedWords(text)))],
      nameWords: [...new Set(searchedWords(view.name))],
    }
  }
}

const radians = Math.PI / 180

/** A position as a point on the sphere of radius 1. */
export function unitVector(longitude: number, latitude: number): readonly [number, number, number] {
  const [along, up] = [longitude * radians, latitude * radians]
  return [Math.cos(up) * Math.cos(along), Math.cos(up) * Math.sin(along), Math.sin(up)]
}

/** The chord between two points of that sphere that are this many metres apart on the earth. */
export function chordOf(metres: number): number {
  return 2 * Math.sin(Math.min(metres / earthRadiusMetres, Math.PI) / 2)
}
