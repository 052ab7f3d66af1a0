import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type DocumentData, Documents, DocumentsBuilder, mergeDocuments } from '../../src/index/documents/documents.ts'
import type { DocumentRef } from '../../src/index/hits.ts'
import { runToCompletion } from '../../src/index/in-turns.ts'
import { GrowableBytes } from '../../src/index/memory/growable.ts'
import { PlaceIndex } from '../../src/index/place-index.ts'
import type { DirectoryEntry } from '../../src/place/directory-entry.ts'
import type { JsonObject } from '../../src/place/json.ts'
import type { Place, PlaceView } from '../../src/place/place.ts'
import { fixedSchema } from '../../src/place/schema.ts'
import { visibleTo } from '../../src/place/visibility.ts'
import type { Form } from '../../src/read-model/document.ts'
import { arbitraryDirectory, arbitraryWorld } from '../support/generate.ts'
import { arbitrarySight } from '../support/generate-query.ts'
import { everyPlace, manyKindsModel, placeIdOf, plainPlace } from '../support/pools.ts'
import { runs } from '../support/runs.ts'
import { ChangingNames, IndexWorld, refsOf, smallLimits } from './index-world.ts'

const model = manyKindsModel()
const inline = { model, compaction: 'inline', limits: smallLimits } as const
const form = fc.record({
  sees: arbitrarySight,
  owner: fc.boolean(),
  categories: fc.boolean(),
  tags: fc.boolean(),
  distance: fc.boolean(),
})
const contactInfo = {
  city: 'Staden',
  phone: { CountryCode: 46, Number: 7 },
  email: 'vi@example.org',
  url: 'https://x.se',
}
const everything = everyPlace(model)

/** What an answer in a form must say of a place. */
function expected(view: PlaceView, form: Form, owner: DirectoryEntry | undefined): JsonObject {
  const filled =
    view.contactInfo?.fetchAutomatically === true && owner?.contactInfo
      ? { ...view, contactInfo: { ...owner.contactInfo, ...view.contactInfo } }
      : view
  const named = JSON.parse(JSON.stringify(filled)) as PlaceView
  if (!form.owner) delete (named.owner as { name?: string }).name
  if (!form.categories) for (const category of named.categories ?? []) delete category.name
  if (!form.tags) for (const tag of named.tags ?? []) delete tag.name
  const shown = named as unknown as JsonObject
  return visibleTo(form.sees, shown)
}

function check(world: IndexWorld, place: Place, form: Form, ref: DocumentRef | undefined): void {
  assert.ok(ref, `${place.id} is found`)
  const shown = JSON.parse(world.index.document(ref, form).toString())
  const wanted = expected(world.view(place), form, world.names.entry('owners', place.owner.id))
  assert.deepEqual(shown, wanted)
  assert.deepEqual(
    Object.keys(shown),
    memberOrder.filter((member) => member in wanted),
  )
}

const memberOrder = [...Object.keys(fixedSchema.properties), 'placeTypes']

const records = arbitraryDirectory.map((directory) =>
  directory.map(({ kind, entry }) => ({
    kind,
    entry: kind === 'owners' && entry.id !== '12' ? { ...entry, contactInfo } : entry,
  })),
)

test('D15, D16, D48: a document in any form is what the place is, in the memtable and in a segment, after names have changed', () => {
  fc.assert(
    fc.property(
      arbitraryWorld(),
      records,
      fc.array(form, { minLength: 1, maxLength: 3 }),
      ({ places, directory }, later, forms) => {
        const world = new IndexWorld(inline)
        world.names.replaceAll(directory)
        // Children first: their documents get the names of parents that come later.
        world.put(...places.toReversed())
        for (const known of [directory, later]) {
          world.names.replaceAll(known)
          for (const place of places) for (const shape of forms) check(world, place, shape, world.index.find(place.id))
        }
      },
    ),
    { numRuns: runs(60) },
  )
})

test('a page is the list of its documents, with the distance in metres where that is asked for (D35)', () => {
  fc.assert(
    fc.property(arbitraryWorld(), records, form, ({ places }, directory, shape) => {
      const world = new IndexWorld(inline)
      world.names.replaceAll(directory)
      world.put(...places)
      const center = [17.6389, 59.8586] as const
      for (const query of [everything, { ...everything, nearby: { center } }]) {
        const hits = runToCompletion(world.index.searching(query, 0))
        const page = Array.from(runToCompletion(world.index.paging(hits, shape)), (bytes) => JSON.parse(String(bytes)))
        const documents = refsOf(hits).map((ref) => JSON.parse(world.index.document(ref, shape).toString()))
        const distances = shape.distance && hits.distances ? [...hits.distances] : undefined
        const wanted = documents.map((document, at) =>
          distances ? { ...document, distance: distances[at] } : document,
        )
        assert.deepEqual([hits.total, page], [places.length, wanted])
      }
    }),
    { numRuns: runs(40) },
  )
})

test('a page of large places in the memtable is written in steps, and no write between them changes it', () => {
  const world = new IndexWorld({ model, compaction: 'inline', limits: { flushPlaces: 1_000 } })
  const places = Array.from({ length: 200 }, (_, number) =>
    plainPlace(number, { longDescription: 'å"'.repeat(20_000) }),
  )
  world.put(...places)
  const shape = { sees: 'public', owner: false, categories: false, tags: false, distance: false } as const
  const hits = runToCompletion(world.index.searching({ ...everything, limit: 500 }, Date.now()))
  const whole = runToCompletion(world.index.paging(hits, shape))
  const steps = world.index.paging(hits, shape)
  let count = 1
  let step = steps.next()
  for (; !step.done; step = steps.next()) {
    if (count++ === 1) world.put(...places.slice(0, 100).map((place) => ({ ...place, longDescription: 'changed' })))
  }
  assert.ok(count > 3, `${count} steps`)
  assert.deepEqual(Array.from(step.value, String), Array.from(whole, String))
})

test('restricted parts leave no trace in the bytes for callers without read-restricted', () => {
  fc.assert(
    fc.property(arbitraryWorld(), ({ places }) => {
      const world = new IndexWorld(inline)
      const secret = 'topsecret'
      const marked = places.map((place) => ({
        ...place,
        createdBy: secret,
        updatedBy: secret,
        ...(place.media && { media: { ...place.media, images: [{ title: secret, url: secret }] } }),
      }))
      world.put(...marked)
      const open = { sees: 'public', owner: true, categories: true, tags: true, distance: false } as const
      for (const shape of [open, { ...open, owner: false, categories: false, tags: false }]) {
        const page = runToCompletion(world.index.paging(runToCompletion(world.index.searching(everything, 0)), shape))
        assert.ok(page.length === places.length && !Array.from(page, String).join().includes(secret))
      }
    }),
    { numRuns: runs(25) },
  )
})

test('a parent that is renamed, purged or comes late is right in those of its children', () => {
  const world = new IndexWorld(inline)
  const [root, child] = fc.sample(arbitraryPlaces(), { numRuns: 1, seed: 7 })[0]!
  const { places } = fc.sample(arbitraryWorld(20), { numRuns: 1, seed: 8 })[0]!
  const filler = places.filter(({ id }) => id > placeIdOf(3))
  const nameSeen = () => JSON.parse(world.index.document(world.index.find(child.id)!, shape).toString()).parent
  const shape = { sees: 'public', owner: false, categories: false, tags: false, distance: false } as const
  world.put({ ...child, parent: { id: root.id } })
  assert.deepEqual(nameSeen(), { id: root.id })
  world.put({ ...root, name: 'First' })
  assert.deepEqual(nameSeen(), { id: root.id, name: 'First' })
  world.put(...filler)
  world.put({ ...root, name: 'FIRST' })
  assert.deepEqual(nameSeen(), { id: root.id, name: 'FIRST' })
  world.put(...filler)
  world.put({ ...root, name: 'FIRST', slug: 'another' })
  assert.deepEqual(nameSeen(), { id: root.id, name: 'FIRST' })
  world.purge(root.id)
  assert.deepEqual(nameSeen(), { id: root.id })
})

test('a place that is written with the name that it had leaves its many children alone', () => {
  const index = new PlaceIndex({ ...inline, limits: { flushPlaces: 1_000 }, names: new ChangingNames() })
  let revision = 0
  const put = (place: Place) => {
    const document = JSON.stringify(place)
    index.apply([{ revision: ++revision, kind: 'place', id: place.id, time: 0, who: 'x', action: 'patch', document }])
  }
  const parent = plainPlace(0)
  put(parent)
  const children = Array.from({ length: 40 }, (_, number) => plainPlace(number + 1, { parent: { id: parent.id } }))
  for (const child of children) put(child)
  const before = children.map(({ id }) => index.find(id))
  put({ ...parent, slug: 'another' })
  assert.deepEqual(
    children.map(({ id }) => index.find(id)),
    before,
  )
  put({ ...parent, name: 'Another' })
  assert.notDeepEqual(index.find(children[0]!.id), before[0])
})

function arbitraryPlaces() {
  return arbitraryWorld(20)
    .filter(({ places }) => places.length > 2)
    .map(({ places }) => places.slice(0, 2) as [Place, Place])
}

const restricted = { sees: 'restricted', owner: false, categories: false, tags: false } as const
const references = new Uint32Array(0)

function buildTexts(texts: readonly string[]): DocumentData {
  const builder = new DocumentsBuilder()
  for (const text of texts) builder.add({ texts: ['[', ']'], inserts: [{ kind: 'restricted', text }] }, () => 0)
  return builder.finish(
    Uint32Array.from(texts, (_, at) => at),
    references,
  )
}

function readTexts(data: DocumentData): string[] {
  const documents = new Documents(data)
  return Array.from({ length: data.starts.length - 1 }, (_, ordinal) => {
    const out = new GrowableBytes()
    documents.write(out, ordinal, restricted, () => Buffer.alloc(0))
    return out.view().toString('utf8').slice(1, -1)
  })
}

test('restricted texts leave with their documents', () => {
  const many = (name: string) => Array.from({ length: 3_000 }, (_, number) => `${name} ${number} åäö`)
  const sides = [many('Anna'), many('Bertil')].map((texts) => [...texts, ...texts, 'x'.repeat(500), 'import', ''])
  const parts = sides.map(buildTexts)
  for (const [at, data] of parts.entries()) assert.deepEqual(readTexts(data), sides[at])
  const stays = (text: string) => !text.startsWith('Anna 1 ')
  const staying = sides.flatMap((texts, part) =>
    [...texts.keys()].filter((at) => stays(texts[at]!)).map((at) => [part, at]),
  )
  const merged = mergeDocuments(
    parts.map((data) => ({ data, references })),
    { source: Uint16Array.from(staying, ([part]) => part!), ordinal: Uint32Array.from(staying, ([, at]) => at!) },
  )
  assert.deepEqual(readTexts(merged), sides.flat().filter(stays))
  assert.equal(Buffer.from(merged.inserts).includes('Anna 1 '), false, 'the text of a document that is gone')
})
