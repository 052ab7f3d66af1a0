import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { AccessKey } from '../../src/access/access.ts'
import type { Command, PresentDocument, Store } from '../../src/store/store.ts'
import { actContract } from './act-contract.ts'
import { assertWhole, type Check } from './assert-whole.ts'
import {
  allChanges,
  allPresent,
  create,
  done,
  importedPlace,
  importing,
  now,
  patch,
  placeOf,
  purging,
  refusal,
  remove,
  write,
  writePlace,
} from './commands.ts'
import { publicationContract } from './publication-contract.ts'
import { slugContract } from './slug-contract.ts'

/** What every store promises. `open` gives an empty one under the simple rules, which the test closes. */
export function storeContract(name: string, open: (context: TestContext) => Promise<Store>): void {
  const check = (title: string, body: (store: Store) => Promise<void>) =>
    test(`${name}: ${title}`, async (context) => {
      const store = await open(context)
      try {
        await body(store)
      } finally {
        await store.close()
      }
    })
  journal(check)
  slugContract(check)
  actContract(check)
  publicationContract(check)
  imports(check)
  records(check)
  purges(check)
  histories(check)
}

function journal(check: Check): void {
  check('an empty store is at revision 0 and has an identity', async (store) => {
    assert.equal(await store.lastRevision(), 0)
    assert.deepEqual(await allChanges(store), [])
    assert.match(store.historyId, /^[0-9a-f-]{36}$/)
  })

  check('a created place is in the journal with its whole document', async (store) => {
    const outcome = await write(store, create({ name: 'Dom', updatedBy: 'Bo' }))
    const [entry] = await allChanges(store)
    assert.deepEqual(entry, outcome.entries[0])
    assert.equal(entry?.revision, 1)
    assert.deepEqual(
      { action: entry?.action, who: entry?.who, time: entry?.time },
      { action: 'create', who: 'Bo', time: now },
    )
    assert.deepEqual(JSON.parse(entry?.document ?? ''), placeOf(outcome).place)
    assert.equal(placeOf(outcome).place.slug, 'Dom')
  })

  check(
    'a refused command changes nothing and takes no number; the others of its group are carried out',
    async (store) => {
      const outcomes = await store.write([create({ name: 'a' }), create({ name: 'refused' }), create({ name: 'b' })])
      assert.deepEqual(outcomes.map(refusal), [undefined, 'invalid-body', undefined])
      assert.deepEqual(
        (await allChanges(store)).map(({ revision }) => revision),
        [1, 2],
      )
    },
  )

  check('a fault inside the rules refuses its own command as internal', async (store) => {
    const outcomes = await store.write([create({ name: 'a' }), create({ name: 'faulty' }), create({ name: 'b' })])
    assert.deepEqual(outcomes.map(refusal), [undefined, 'internal', undefined])
  })

  check('a command sees what earlier ones of its group did', async (store) => {
    const id = '01890000-0000-7000-8000-000000000001'
    const outcomes = await store.write([
      create({ name: 'a' }, id),
      patch(id, { name: 'b' }, [1]),
      patch(id, { name: 'c' }, [1]),
      remove(id),
    ])
    assert.deepEqual(outcomes.map(refusal), [undefined, undefined, 'precondition-failed', undefined])
    assert.deepEqual(
      (await allPresent(store)).map(({ revision }) => revision),
      [3],
    )
  })

  check('D42: a removed parent takes its children along, each with a revision of its own', async (store) => {
    const parent = await writePlace(store, create({ name: 'p' }))
    const child = await writePlace(store, create({ name: 'c', parent: { id: parent.id } }))
    const { entries } = await write(store, remove(parent.id))
    assert.deepEqual(
      entries.map(({ id, revision }) => [id, revision]),
      [
        [parent.id, 3],
        [child.id, 4],
      ],
    )
  })

  check('children are seen when they were made, moved or set free in the same group', async (store) => {
    const [a, b] = [await writePlace(store, create({ name: 'a' })), await writePlace(store, create({ name: 'b' }))]
    const moved = await writePlace(store, create({ name: 'moved', parent: { id: a.id } }))
    const outcomes = await store.write([
      create({ name: 'new', parent: { id: b.id } }),
      patch(moved.id, { parent: { id: b.id } }),
      remove(a.id),
      remove(b.id),
    ])
    assert.deepEqual(
      outcomes.map((outcome) => done(outcome).entries.length),
      [1, 1, 1, 3],
    )
  })
}

function imports(check: Check): void {
  check(
    'D49: an imported key is kept beside the place; the same again writes nothing, another body replaces',
    async (store) => {
      const first = await write(store, importing({ name: 'a' }, { importKey: 'k' }))
      assert.equal(first.entries[0]?.sourceKey?.key, 'k')
      const again = await write(store, importing({ name: 'a' }, { importKey: 'k' }))
      assert.deepEqual(again.entries, [])
      assert.deepEqual(again.place, first.place)
      const changed = await write(store, importing({ name: 'b' }, { importKey: 'k' }))
      assert.equal(changed.entries[0]?.action, 'replace')
      assert.deepEqual(await importedPlace(store, 'k'), placeOf(changed))
      const patched = await write(store, patch(placeOf(first).place.id, { name: 'c' }))
      assert.equal(patched.entries[0]?.sourceKey?.key, 'k')
      assert.equal(await importedPlace(store, 'other'), undefined)
    },
  )

  check('D49: a parent is found by its key, also in the same group; an unknown one refuses', async (store) => {
    const outcomes = await store.write([
      importing({ name: 'p' }, { importKey: 'p' }),
      importing({ name: 'c' }, { importKey: 'c', parentKey: 'p' }),
      importing({ name: 'x' }, { importKey: 'x', parentKey: 'nobody' }),
    ])
    assert.deepEqual(outcomes.map(refusal), [undefined, undefined, 'invalid-body'])
    assert.equal(placeOf(outcomes[1]).place.parent?.id, placeOf(outcomes[0]).place.id)
  })

  check('D49: a key twice in a group is one place; NUL and lone surrogates in a key harm nothing', async (store) => {
    const outcomes = await store.write([
      importing({ name: 'a' }, { importKey: 'k\0\ud800' }),
      importing({ name: 'b' }, { importKey: 'k\0\ud800' }),
    ])
    assert.equal(placeOf(outcomes[0]).place.id, placeOf(outcomes[1]).place.id)
  })

  check('D49: a key is unique within its source, and a parent is found in the source of its key', async (store) => {
    const outcomes = await store.write([
      importing({ name: 'a' }, { importKey: 'k' }),
      importing({ name: 'b' }, { importKey: 'k', source: 'kommunen' }),
      importing({ name: 'c' }, { importKey: 'c', parentKey: 'k', source: 'kommunen' }),
      importing({ name: 'd' }, { importKey: 'd', parentKey: 'k', source: 'other' }),
    ])
    assert.deepEqual(outcomes.map(refusal), [undefined, undefined, undefined, 'invalid-body'])
    const [first, second, part] = outcomes.slice(0, 3).map((outcome) => placeOf(outcome).place)
    assert.equal(part?.parent?.id, second?.id)
    const pairs = [
      { source: 'kommunen', key: 'k' },
      { source: 'import', key: 'k' },
      { source: 'other', key: 'k' },
      { source: 'other', key: first!.id },
    ]
    const present = await store.importedPlaces(pairs)
    assert.deepEqual(
      present.map((found) => found?.place.id),
      [second?.id, first?.id, undefined, first?.id],
    )
    // The id of a place stands for it in any source, and the place keeps its pair.
    const again = await write(store, importing({ name: 'A' }, { importKey: first!.id, source: 'other' }))
    assert.deepEqual([again.entries[0]?.id, again.entries[0]?.sourceKey], [first?.id, { source: 'import', key: 'k' }])
    assert.deepEqual(await allPresent(store).then((entries) => entries.map(({ sourceKey }) => sourceKey?.source)), [
      ...['kommunen', 'kommunen', 'import'],
    ])
    assert.deepEqual(await store.sourcesOf(['k', 'c', 'nobody']), [
      { source: 'kommunen', known: 2 },
      { source: 'import', known: 1 },
    ])
    const many = Array.from({ length: 5_000 }, (_, at) => (at % 5 === 0 ? 'k' : `${at}`))
    assert.deepEqual(
      (await store.sourcesOf(many)).map(({ source }) => source),
      ['import', 'kommunen'],
    )
    assert.deepEqual(await store.sourcesOf([]), [])
  })

  check('a dry run judges everything and writes nothing, beside writes of the same group', async (store) => {
    const outcomes = await store.write([
      importing({ name: 'p' }, { importKey: 'p' }, true),
      create({ name: 'real' }),
      importing({ name: 'c' }, { importKey: 'c', parentKey: 'p' }, true),
      importing({ name: 'x' }, { parentKey: 'nobody' }, true),
    ])
    assert.deepEqual(outcomes.map(refusal), [undefined, undefined, undefined, 'invalid-body'])
    assert.deepEqual(
      done(outcomes[0]).entries.map(({ action, revision }) => [action, revision]),
      [['create', 0]],
    )
    assert.deepEqual(
      (await allPresent(store)).map(({ id }) => id),
      [placeOf(outcomes[1]).place.id],
    )
    assert.equal(await store.lastRevision(), 1)
    assert.equal(await importedPlace(store, 'p'), undefined)
  })
}

function records(check: Check): void {
  const directory = (id: string, name?: string): Command => {
    const common = { kind: 'directory', list: 'owners', id, who: 'admin', now } as const
    return name === undefined ? common : { ...common, entry: { id, name } }
  }

  check('a directory entry is put, changed, left alone when equal, and removed', async (store) => {
    const outcomes = await store.write([
      directory('1', 'A'),
      directory('1', 'A'),
      directory('1', 'B'),
      directory('2', 'C'),
    ])
    assert.deepEqual(
      outcomes.map((outcome) => done(outcome).entries.length),
      [1, 0, 1, 1],
    )
    assert.deepEqual(
      (await allPresent(store, 'directory')).map(({ id, document }) => [id, document]),
      [
        ['owners/1', '{"id":"1","name":"B"}'],
        ['owners/2', '{"id":"2","name":"C"}'],
      ],
    )
    const removed = await store.write([directory('1'), directory('1')])
    assert.deepEqual(removed.map(refusal), [undefined, 'not-found'])
    assert.equal(done(removed[0]).entries[0]?.document, undefined)
    assert.deepEqual(
      (await allPresent(store, 'directory')).map(({ id }) => id),
      ['owners/2'],
    )
  })

  check('D43: an entry that has changed since is neither put nor removed', async (store) => {
    await write(store, directory('1', 'A'))
    const expecting = (name: string, id = '1') => ({ expected: { id, name } })
    const outcomes = await store.write([
      { ...directory('1', 'C'), ...expecting('B') },
      { ...directory('1'), ...expecting('B') },
      { ...directory('2'), ...expecting('B', '2') },
      { ...directory('1'), ...expecting('A') },
    ])
    assert.deepEqual(outcomes.map(refusal), ['precondition-failed', 'precondition-failed', 'not-found', undefined])
  })

  check('the longest id of an owner is kept, and found again', async (store) => {
    const id = '🏛'.repeat(2_000)
    await store.write([directory(id, 'A'), directory(id, 'B'), directory('other', 'C')])
    const kept = await allPresent(store, 'directory')
    assert.deepEqual(
      kept.map((entry) => entry.id),
      [`owners/${id}`, 'owners/other'],
    )
    assert.deepEqual((await store.write([directory(id), directory(id)])).map(refusal), [undefined, 'not-found'])
  })

  check('a key is created, replaced under its id, and revoked', async (store) => {
    const key: AccessKey = { id: 'k1', name: 'k', permissions: ['read'], hash: 'ab', created: now }
    await write(store, { kind: 'key', key, who: 'admin', now })
    await write(store, { kind: 'key', key: { ...key, hash: 'cd' }, who: 'admin', now })
    assert.deepEqual(
      (await allPresent(store, 'key')).map(({ document }) => JSON.parse(document!).hash),
      ['cd'],
    )
    const outcomes = await store.write([
      { kind: 'revoke', id: 'k1', who: 'admin', now },
      { kind: 'revoke', id: 'k1', who: 'admin', now },
    ])
    assert.deepEqual(outcomes.map(refusal), [undefined, 'not-found'])
    assert.deepEqual(await allPresent(store, 'key'), [])
  })

  check('D8: a key is rotated as it is in the record, and not brought back when it was revoked', async (store) => {
    const key: AccessKey = { id: 'k1', name: 'k', permissions: ['read'], hash: 'ab', created: now }
    const signed = { who: 'Anna', caller: { sub: 'anna' }, now }
    const rotate = { kind: 'amend', id: 'k1', change: { hash: 'ef' }, ...signed } as const
    await write(store, { kind: 'key', key, who: 'admin', now })
    const { entries } = await write(store, rotate)
    assert.deepEqual(
      entries.map(({ document, who, caller }) => [JSON.parse(document!), who, caller]),
      [[{ ...key, hash: 'ef' }, 'Anna', { sub: 'anna' }]],
    )
    const outcomes = await store.write([{ kind: 'revoke', id: 'k1', ...signed }, rotate])
    const [revoked] = outcomes
    assert.deepEqual(revoked?.done && revoked.entries.map(({ caller }) => caller), [{ sub: 'anna' }])
    assert.deepEqual(outcomes.map(refusal), [undefined, 'not-found'])
    assert.deepEqual(await allPresent(store, 'key'), [])
  })

  check('who changes a webhook is told as who changes a key', async (store) => {
    const signed = { kind: 'webhook', id: 'w1', who: 'Anna', caller: { sub: 'anna' }, now } as const
    const commands = [{ ...signed, isNew: true, change: { url: 'https://example.org' } }, signed] as const
    for (const command of commands) {
      const { entries } = await write(store, command)
      assert.deepEqual(
        entries.map(({ who, caller }) => [who, caller]),
        [['Anna', { sub: 'anna' }]],
      )
    }
  })
}

function purges(check: Check): void {
  check(
    'a purged place leaves a tombstone and the numbers of its entries, nothing else; children are set free',
    async (store) => {
      const place = await writePlace(store, create({ name: 'Secret', updatedBy: 'Mallory' }))
      await write(store, create({ name: 'Secret' }))
      const child = await writePlace(store, create({ name: 'child', parent: { id: place.id } }))
      await write(store, patch(place.id, { name: 'Hidden' }))
      const { entries } = await write(store, purging(place.id))
      assert.deepEqual(
        entries.map(({ action, id, revision }) => [action, id, revision]),
        [
          ['disconnect', child.id, 5],
          ['purge', place.id, 6],
        ],
      )
      assert.equal(JSON.parse(entries[0]?.document ?? '{}').parent, undefined)
      const left = await store.history(place.id, { offset: 0, limit: 10 })
      assert.deepEqual(
        left.map(({ revision, who, document }) => [revision, who, document]),
        [
          [6, 'the law', undefined],
          [4, '', undefined],
          [1, '', undefined],
        ],
      )
      assert.deepEqual(await store.formerSlugs('Secret'), [])
      assert.ok(!(await allPresent(store)).some(({ id }) => id === place.id))
      await assertWhole(store)
    },
  )

  check('a place that is not deleted is purged only where that is confirmed, and as it was seen', async (store) => {
    const { id } = await writePlace(store, create({ name: 'a' }))
    const outcomes = await store.write([
      { ...purging(id), confirmed: false },
      { ...purging(id), ifMatch: [7] },
      { ...purging(id), ifMatch: [1] },
    ])
    assert.deepEqual(outcomes.map(refusal), ['conflict', 'precondition-failed', undefined])
  })

  check('an unknown place cannot be purged, a purged one neither; its slug and key are free at once', async (store) => {
    const place = await writePlace(store, importing({ name: 'a' }, { importKey: 'k' }))
    const outcomes = await store.write([
      purging('nobody'),
      purging(place.id),
      purging(place.id),
      patch(place.id, { name: 'b' }),
      importing({ name: 'a' }, { importKey: 'k' }),
    ])
    assert.deepEqual(outcomes.map(refusal), ['not-found', undefined, 'not-found', 'not-found', undefined])
    assert.equal(placeOf(outcomes[4]).place.slug, 'a')
    assert.notEqual(placeOf(outcomes[4]).place.id, place.id)
  })
}

function histories(check: Check): void {
  check('what no database can keep is found nowhere, and harms no other command', async (store) => {
    for (const text of ['a\0b', '\ud800', `${'x'.repeat(100_000)}`]) {
      const outcomes = await store.write([
        create({ name: 'a' }),
        patch(text, { name: 'b' }),
        purging(text),
        { kind: 'revoke', id: text, who: text, now },
      ])
      assert.deepEqual(outcomes.slice(1).map(refusal), ['not-found', 'not-found', 'not-found'])
      assert.deepEqual([await store.historyLength(text), await store.history(text, { offset: 0, limit: 1 })], [0, []])
      assert.equal(await store.entry(text, 1), undefined)
      assert.deepEqual(await store.formerSlugs(text), [])
      assert.equal(await importedPlace(store, text), undefined)
    }
  })

  check('another thread reads every place that is there now', async (store) => {
    const outcomes = await store.write(Array.from({ length: 1_200 }, (_, index) => create({ name: `p${index}` })))
    await store.write([purging(placeOf(outcomes[3]).place.id), patch(placeOf(outcomes[5]).place.id, { name: 'late' })])
    const { source, position } = await store.presentPlaces()
    const { module, argument } = source
    assert.equal(position.revision, await store.lastRevision())
    const { readPresentPlaces } = (await import(module)) as {
      readPresentPlaces(argument: string): AsyncIterable<PresentDocument[]>
    }
    const places = (await Array.fromAsync(readPresentPlaces(argument))).flat()
    const present = await allPresent(store)
    assert.deepEqual(
      places.map(({ revision, document }) => [revision, document]),
      present.map(({ revision, document }) => [revision, document]),
    )
  })

  check('the history of a place comes newest first, in pages; an entry is found by place and number', async (store) => {
    const a = await writePlace(store, create({ name: 'a' }))
    for (const name of ['b', 'c', 'd']) await write(store, patch(a.id, { name }))
    const b = await writePlace(store, create({ name: 'other' }))
    const page = await store.history(a.id, { offset: 1, limit: 2 })
    assert.equal(await store.historyLength(a.id), 4)
    assert.deepEqual(
      page.map(({ revision }) => revision),
      [3, 2],
    )
    const before = await store.history(a.id, { offset: 1, limit: 2, before: 4 })
    assert.deepEqual(
      before.map(({ revision }) => revision),
      [2, 1],
    )
    assert.equal((await store.entry(a.id, 2))?.action, 'patch')
    assert.equal(await store.entry(b.id, 2), undefined)
    assert.equal(await store.entry(a.id, 99), undefined)
    assert.deepEqual(
      [await store.historyLength('nobody'), await store.history('nobody', { offset: 0, limit: 5 })],
      [0, []],
    )
  })

  check('changes are read after a number, at most so many', async (store) => {
    await store.write(Array.from({ length: 5 }, () => create({ name: 'a' })))
    assert.deepEqual(
      (await store.changes(2, 2)).map(({ revision }) => revision),
      [3, 4],
    )
    assert.deepEqual(await store.changes(5, 2), [])
  })

  check('everything that is there now comes once, in the order of revisions, in batches', async (store) => {
    const outcomes = await store.write(Array.from({ length: 1_200 }, (_, index) => create({ name: `p${index}` })))
    await write(store, patch(placeOf(outcomes[0]).place.id, { name: 'last' }))
    const batches = await Array.fromAsync(store.present('place'))
    assert.ok(batches.length > 1)
    const expected = Array.from({ length: 1_200 }, (_, index) => index + 2)
    assert.deepEqual(
      batches.flatMap((batch) => batch.map(({ revision }) => revision)),
      expected,
    )
  })
}
