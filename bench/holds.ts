import { Problem } from '../src/common/problem.ts'
import { Loader } from '../src/index/compaction/loader.ts'
import { PlaceIndex } from '../src/index/place-index.ts'
import { createBuildContext } from '../src/index/segment/segment-builder.ts'
import { createBitset } from '../src/index/sets/bitset.ts'
import { markdownHtml } from '../src/pages/markdown.ts'
import { createModel } from '../src/place/model.ts'
import { limits } from '../src/place/schema.ts'
import { parseSearch } from '../src/query/parse/parse.ts'
import { readSuggest } from '../src/query/results/suggestion.ts'
import { Slices } from '../src/service/time-slices.ts'
import { cpuMillis, grownTexts, markdownUnits, repeated } from '../test/support/markdown-growth.ts'

const model = createModel()
const now = Date.UTC(2026, 0, 1)
/** The sizes of the segments; the last places stay in the memtable. */
const shares = [0.7, 0.15, 0.1, 0.04, 0.01]
const memtablePlaces = 500
/** Fields with a distinct text in nearly every place. */
const fields =
  'slug shortdescription owner_name owner_id contactinfo_address contactinfo_postalcode contactinfo_city contactinfo_visitingaddress contactinfo_email contactinfo_url visitinginfo_address visitinginfo_postalcode visitinginfo_city visitinginfo_description placedetails_info placedetails_accessibility_info geolocationinfo_lkf geolocationinfo_city geolocationinfo_localarea media_links_url'.split(
    ' ',
  )

/** A question: steps of the index. */
type Question = (index: PlaceIndex) => Generator<void, unknown>

/** The use of the answering thread by one kind of read, in milliseconds of its CPU time. */
export interface Hold {
  /** The longest uninterrupted hold. */
  readonly holdMillis: number
  readonly wholeMillis: number
  /** `answered`, or the status. */
  readonly outcome: string | number
}

/**
 * Measures how long reads hold the thread, for the slowest kinds of reads. The places have distinct texts in 20 fields,
 * and lie in several segments.
 */
export async function measureHolds(places: number, random: () => number): Promise<Record<string, Hold>> {
  const index = await distinctIndex(places, random)
  const holds: Record<string, Hold> = {}
  for (const [what, question] of Object.entries(questionsOf(places, random))) {
    holds[what] = await longestHold(index, question)
  }
  await index.close()
  return holds
}

/** The slowest known Markdown, in milliseconds of CPU time of the answering thread. */
export interface SlowestMarkdown {
  readonly what: string
  readonly millis: number
}

/** Milliseconds to render texts of the maximum length of a place. */
export function measureMarkdown(): SlowestMarkdown {
  const texts = markdownUnits.map((unit) => [JSON.stringify(unit), repeated(unit, limits.longText)] as const)
  const grown = Object.entries(grownTexts).map(([what, make]) => [what, make(limits.longText)] as const)
  const times = [...texts, ...grown].map(([what, text]) => {
    const render = (times: number) => {
      // Each text is different, since HTML is cached.
      for (let time = 0; time < times; time++) markdownHtml(`${text}\n\n${times}-${time}`)
    }
    render(2)
    const began = cpuMillis()
    render(5)
    return { what, millis: (cpuMillis() - began) / 5 }
  })
  return times.toSorted((one, other) => other.millis - one.millis)[0]!
}

/** The hold of a read is the longest turn of the event loop while it runs. */
async function longestHold(index: PlaceIndex, question: Question): Promise<Hold> {
  const began = cpuMillis()
  let [last, holdMillis, isOver] = [began, 0, false]
  const turn = () => {
    const turned = cpuMillis()
    holdMillis = Math.max(holdMillis, turned - last)
    last = turned
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  const read = { begin: () => question(index), version: () => 1, isGone: () => false }
  const answered = async () => {
    await new Slices().run(read)
    return 'answered'
  }
  const outcome = await answered().catch((error: unknown) => {
    if (error instanceof Problem) return error.status
    throw error
  })
  const wholeMillis = cpuMillis() - began
  isOver = true
  await new Promise(setImmediate)
  return { holdMillis, wholeMillis, outcome }
}

function questionsOf(places: number, random: () => number): Readonly<Record<string, Question>> {
  const search =
    (text: string): Question =>
    (index) =>
      index.searching(parseSearch(text, { model, sees: 'public' }).query, now)
  const suggest =
    (q: string): Question =>
    (index) =>
      index.suggesting(readSuggest({ q, limit: 10, is: [], include: [] }, model)!, now)
  const tile =
    (zoom: number): Question =>
    (index) =>
      index.tiling(parseSearch('is=*', { model, sees: 'public' }).query, { zoom, x: 2 ** zoom / 2, y: 0 }, now)
  const many = (count: number, one: () => string, joined: string) => Array.from({ length: count }, one).join(joined)
  const word = () => wordOf(random)
  const deep = `limit=500&offset=${Math.floor(places / 2)}&orderby=`
  return {
    'first q': search(`q=${word()}`),
    'first order by names of owners': search(`orderby=owner_name&limit=500`),
    'first suggestion': suggest(word()),
    'suggestion, mistyped': suggest(`${word()}x${word()}`),
    'facets of 20 fields': search(`limit=0&facets=${fields}`),
    'facets of 20 fields among many hits': search(`limit=0&q=${word().slice(0, 1)}&facets=${fields}`),
    '450 negated texts': search(many(450, () => `contactinfo_address=!~${word()}`, '&')),
    '450 negated prefixes': search(many(450, () => `visitinginfo_city=!^c ${word()}`, '&')),
    '900 alternatives with words': search(`contactinfo_address=${many(900, () => `~${word()}`, ',')}`),
    '900 words in q': search(`q=${many(900, () => word().slice(0, 2), ' ')}`),
    '900 words of one text': search(`visitinginfo_description=~${many(900, () => 'd', ' ')}`),
    'deep page by slug': search(`${deep}slug`),
    'deep page by names of owners': search(`${deep}owner_name-`),
    'deep page by two texts': search(`${deep}contactinfo_address,slug`),
    'deep page by distance': search(`${deep}distance&nearby=15,60`),
    'deep page by distance, farthest first': search(`${deep}distance-&nearby=15,60`),
    'deep page by relevance': search(`${deep}relevance&q=o`),
    'everything, open now': search('is=*&include=deleted,non-published&openAt=now'),
    'tile of the world': tile(0),
    'tile of a country': tile(5),
  }
}

async function distinctIndex(places: number, random: () => number): Promise<PlaceIndex> {
  const names = { version: 1, entry: () => undefined }
  let number = 0
  const entries = (count: number) => Array.from({ length: count }, () => distinctEntry(number++, random))
  const context = createBuildContext(model)
  const segments = shares.flatMap((share) => {
    const loader = new Loader(context, names)
    for (let left = Math.floor(places * share); left > 0; left -= 1000) loader.add(entries(Math.min(1000, left)))
    return loader.finish().map((data) => ({ data, tombstones: createBitset(data.count) }))
  })
  const index = new PlaceIndex({ model, names, compaction: 'inline', limits: { flushPlaces: places, smallPlaces: 0 } })
  index.restore({ revision: number, segments, rows: [], outdatedParents: [] })
  index.apply(entries(memtablePlaces))
  return index
}

const syllables = 'ba be bo ca ce co da de do fa fe ga go ha he ho ka ke la le li ma me mo na ne'.split(' ')

function wordOf(random: () => number): string {
  return Array.from({ length: 4 }, () => syllables[Math.floor(random() * syllables.length)]).join('')
}

function distinctEntry(number: number, random: () => number) {
  const digits = (count: number) =>
    Math.floor(random() * 16 ** count)
      .toString(16)
      .padStart(count, '0')
  const text = (start: string) => `${start} ${wordOf(random)} ${wordOf(random)} ${number}`
  const time = (now - 1e9 + number).toString(16).padStart(12, '0')
  const id = `${time.slice(0, 8)}-${time.slice(8)}-7${digits(3)}-a${digits(3)}-${digits(12)}`
  const instant = '2025-01-01T00:00:00.00000Z'
  const document = {
    ...{ id, slug: `${wordOf(random)}-${number}`, name: text('Place'), shortDescription: text('Short') },
    ...{ created: instant, updated: instant, published: instant },
    owner: { id: `${wordOf(random)}-${number}`, type: 'external', name: text('Owner') },
    geolocation: {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [10 + random() * 10, 55 + random() * 10] },
    },
    geolocationInfo: { lkf: text('l'), city: text('c'), localArea: text('a'), municipality: `m${number % 300}` },
    contactInfo: {
      ...{ address: text('a'), postalCode: text('p'), city: text('c'), visitingAddress: text('v') },
      ...{ email: `${wordOf(random)}${number}@example.org`, url: `https://${wordOf(random)}.example.org/${number}` },
    },
    visitingInfo: { address: text('a'), postalCode: text('p'), city: text('c'), description: text('d') },
    placeDetails: { info: text('i'), accessibility: { info: text('i') } },
    media: { links: [{ url: `https://example.org/${wordOf(random)}/${number}` }] },
    placeTypes: { external: {} },
  }
  const common = { revision: number + 1, kind: 'place', action: 'create', time: now, who: 'bench' } as const
  return { ...common, id, document: JSON.stringify(document) }
}
