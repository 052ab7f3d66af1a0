import { once } from 'node:events'
import { createReadStream, createWriteStream, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseInstant } from '../../src/place/dates.ts'
import { createModel, type Model } from '../../src/place/model.ts'
import type { PlaceView } from '../../src/place/place.ts'
import { isPartial } from '../../src/query/matches.ts'
import { searchedWords } from '../../src/query/relevance.ts'
import { createSortKey } from '../../src/query/sort-key.ts'
import { fold } from '../../src/query/text.ts'
import { createTextReader } from '../../src/query/values.ts'
import type { ServerProcess } from '../support/processes.ts'
import { ask } from '../support/world.ts'

/**
 * A place as every system gets it: the JSON that is answered, ready to send, and what is asked about it, prepared in
 * one place, so that systems differ in how they search and not in how they cut words or fold names.
 */
export interface Row {
  readonly id: string
  /** As a search answers it. */
  readonly document: string
  /** As it is answered by its id: with the names of owner, categories and tags. */
  readonly named: string
  /** What the name sorts by: characters below U+0100, in their own order. The id decides between equal ones. */
  readonly nameKey: string
  readonly slug: string
  /** Folded. */
  readonly name: string
  /** Folded. */
  readonly city: string | undefined
  readonly ownerId: string
  readonly type: string
  /** What a search leaves out unless it is asked for (D13). */
  readonly partial: boolean
  readonly deleted: boolean
  /** Milliseconds since 1970. */
  readonly published: number | undefined
  readonly depublished: number | undefined
  readonly longitude: number
  readonly latitude: number
  /** What `q` finds, and the words of the name, both folded, with and without diacritics. */
  readonly words: readonly string[]
  readonly nameWords: readonly string[]
}

/** Names of owners, categories and tags by their ids. */
export type DirectoryNames = Readonly<Record<string, string>>

/** The files that hold the places of a size. */
export interface CorpusFiles {
  /** A row a line, in the default order. */
  readonly rows: string
  /** DirectoryNames as JSON. */
  readonly names: string
}

const pageSize = 500

/** Reads every place and name of a running service into files. Gives how many places there are. */
export async function writeCorpus(server: ServerProcess, key: string, files: CorpusFiles): Promise<number> {
  const out = createWriteStream(files.rows)
  const rowOf = createRowReader(createModel())
  const names: Record<string, string> = {}
  const all = '/v4/place?is=*&include=deleted,non-published'
  let count = 0
  for (;;) {
    const page = `${all}&limit=${pageSize}&offset=${count}`
    const [plain, named] = await Promise.all([
      ask(server, page, key),
      ask(server, `${page}&expand=owner,categories,tags`, key),
    ])
    const views = resultsOf(named.body)
    if (views.length === 0) break
    const lines = resultsOf(plain.body).map((view, at) => {
      collectNames(views[at]!, names)
      return JSON.stringify(rowOf(views[at]!, JSON.stringify(view)))
    })
    if (!out.write(`${lines.join('\n')}\n`)) await once(out, 'drain')
    count += lines.length
  }
  out.end()
  await once(out, 'finish')
  writeFileSync(files.names, JSON.stringify(names))
  return count
}

/** The rows of a file that `writeCorpus` wrote. */
export async function* readRows(file: string): AsyncGenerator<Row> {
  for await (const line of createInterface({ input: createReadStream(file) })) yield JSON.parse(line) as Row
}

/** Whether a search without further words may find the row at an instant (D13, D36). */
export function isShown({ partial, deleted, published, depublished }: Row, now: number): boolean {
  return (
    !partial &&
    !deleted &&
    published !== undefined &&
    published <= now &&
    (depublished === undefined || depublished > now)
  )
}

/** The function that makes a row of a place with names in it, and of its text without them. */
export function createRowReader(model: Model): (view: PlaceView, document: string) => Row {
  const texts = createTextReader(model)
  const sortKey = createSortKey(model.locale)
  return (view, document) => {
    const [longitude, latitude] = view.geolocation.geometry.coordinates
    const found = texts(view).filter(({ restricted }) => !restricted)
    return {
      id: view.id,
      document,
      named: JSON.stringify(view),
      nameKey: sortKey(view.name),
      slug: view.slug,
      name: fold(view.name),
      city: view.visitingInfo?.city === undefined ? undefined : fold(view.visitingInfo.city),
      ownerId: fold(view.owner.id),
      type: Object.keys(view.placeTypes)[0] ?? 'external',
      partial: isPartial(view),
      deleted: view.deleted !== undefined,
      published: instantOf(view.published),
      depublished: instantOf(view.depublished),
      longitude,
      latitude,
      words: [...new Set(found.flatMap(({ text }) => searchedWords(text)))],
      nameWords: [...new Set(searchedWords(view.name))],
    }
  }
}

function resultsOf(body: Buffer): PlaceView[] {
  return (JSON.parse(body.toString()) as { readonly Results: PlaceView[] }).Results
}

function collectNames({ owner, categories = [], tags = [] }: PlaceView, names: Record<string, string>): void {
  for (const { id, name } of [owner, ...categories, ...tags]) if (name !== undefined) names[id] = name
}

function instantOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : parseInstant(text)
}
