import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseInstant } from '../../src/place/dates.ts'
import { createModel } from '../../src/place/model.ts'
import type { PlaceView } from '../../src/place/place.ts'
import { isPartial } from '../../src/query/matches.ts'
import { searchedWords } from '../../src/query/relevance.ts'
import { fold } from '../../src/query/text.ts'
import { createTextReader } from '../../src/query/values.ts'
import type { ServerProcess } from '../support/processes.ts'
import { ask } from '../support/world.ts'

/**
 * A place as every system gets it: the JSON that is answered, ready to send, and what is asked about it, prepared in
 * one place, so that systems differ in how they search and not in how they cut words.
 */
export interface Row {
  readonly id: string
  readonly document: string
  /** Position in the default order, by name and id. */
  readonly rank: number
  readonly slug: string
  /** Folded. */
  readonly name: string
  readonly city: string | undefined
  readonly ownerId: string
  readonly types: readonly string[]
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

const pageSize = 500

/** Reads every place of a running service and writes a row a line into a file. Gives how many there are. */
export async function writeCorpus(server: ServerProcess, key: string, file: string): Promise<number> {
  const out = createWriteStream(file)
  const texts = createTextReader(createModel())
  const all = '/v4/place?is=*&include=deleted,non-published'
  let rank = 0
  for (;;) {
    const page = `${all}&limit=${pageSize}&offset=${rank}`
    const [plain, named] = await Promise.all([
      ask(server, page, key),
      ask(server, `${page}&expand=owner,categories,tags`, key),
    ])
    const documents = resultsOf(plain.body)
    const views = resultsOf(named.body) as PlaceView[]
    if (documents.length === 0) break
    const lines = documents.map((document, at) =>
      JSON.stringify(rowOf(JSON.stringify(document), views[at]!, rank + at, texts)),
    )
    if (!out.write(`${lines.join('\n')}\n`)) await once(out, 'drain')
    rank += documents.length
  }
  out.end()
  await once(out, 'finish')
  return rank
}

/** The rows of a file that `writeCorpus` wrote, in the default order. */
export async function* readCorpus(file: string): AsyncGenerator<Row> {
  for await (const line of createInterface({ input: createReadStream(file) })) yield JSON.parse(line) as Row
}

function resultsOf(body: Buffer): unknown[] {
  return (JSON.parse(body.toString()) as { readonly Results: unknown[] }).Results
}

type Texts = ReturnType<typeof createTextReader>

function rowOf(document: string, view: PlaceView, rank: number, texts: Texts): Row {
  const [longitude, latitude] = view.geolocation.geometry.coordinates
  const found = texts(view).filter(({ restricted }) => !restricted)
  return {
    id: view.id,
    document,
    rank,
    slug: view.slug,
    name: fold(view.name),
    city: view.visitingInfo?.city === undefined ? undefined : fold(view.visitingInfo.city),
    ownerId: fold(view.owner.id),
    types: Object.keys(view.placeTypes),
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

function instantOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : parseInstant(text)
}
