import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { tablesOf } from '../../src/sql-search/edition.ts'
import { arbitraryQuery, arbitraryWorld } from '../support/generate.ts'
import { instants, manyKindsModel, placeIdOf } from '../support/pools.ts'
import { testDatabases } from '../support/postgres/databases.ts'
import { runs } from '../support/runs.ts'
import { SearchWorld } from './search-world.ts'

const databases = await testDatabases()
const skip = 'missing' in databases && databases.missing
const model = manyKindsModel()
const { place, detail, document } = tablesOf(model)
const distributed = [place, detail, document]
const isDistributed = (text: string) => distributed.some((table) => text.includes(table))

/** What stands in pairs of parentheses that begin with `select`, with what stands in front of each. */
function subselects(text: string): { readonly before: string; readonly inside: string }[] {
  return [...text.matchAll(/\((?=select\b)/g)].map(({ index }) => {
    let [depth, end] = [1, index + 1]
    for (; depth > 0 && end < text.length; end++) depth += text[end] === '(' ? 1 : text[end] === ')' ? -1 : 0
    return { before: text.slice(0, index), inside: text.slice(index + 1, end - 1) }
  })
}

/** Whether a subselect reads places of its own: then `p` is not that of the statement around it. */
const hasPlaces = (inside: string) => new RegExp(`${place} p\\b`).test(inside)

/**
 * What Citus refuses of tables that are distributed by the id of the place, or does only by moving all rows to one server
 * (https://docs.citusdata.com/en/stable/develop/reference_workarounds.html).
 */
const refused: readonly { readonly form: string; readonly example: string; finds(statement: string): boolean }[] = [
  {
    form: 'a lateral subquery with a limit',
    example: `select from unnest($1) k(key) cross join lateral (select p.id from ${place} p where p.slug = k.key limit 1) f`,
    finds: (statement) =>
      subselects(statement).some(({ before, inside }) => /lateral $/.test(before) && /\b(limit|offset)\b/.test(inside)),
  },
  {
    form: 'a correlated subquery that is not by the id of the place',
    example: `select from ${place} p where exists (select from ${detail} d where d.keys = p.facts)`,
    finds: (statement) =>
      subselects(statement).some(
        ({ inside }) =>
          isDistributed(inside) && !hasPlaces(inside) && /\bp\.\w/.test(inside) && !/\bd\.id = p\.id\b/.test(inside),
      ),
  },
  {
    form: 'a complement that is not by the id of the place',
    example: `select from ${place} p where not exists (select from (select p.slug as found from ${place} p) as n where n.found = p.slug)`,
    finds: (statement) =>
      [...statement.matchAll(/not exists \(\s*select from \(select (\S+) as found from \w+ p\b/g)].some(
        ([, column]) => column !== 'p.id',
      ),
  },
  {
    form: 'a join of distributed tables that is not by the id of the place',
    example: `select from ${place} p join ${document} t on t.document = p.slug`,
    finds: (statement) =>
      [...statement.matchAll(/join (\w+) (\w+) on (\S+) = (\S+)/g)].some(
        ([, table = '', alias, one, other]) =>
          isDistributed(table) && !(one === `${alias}.id` && /^\w+\.id$/.test(other ?? '')),
      ),
  },
  {
    form: 'an outer join',
    example: `select from ${place} p left join ${detail} d on d.id = p.id`,
    finds: (statement) => /\b(left|right|full) (outer )?join\b/.test(statement),
  },
  {
    form: 'grouping sets',
    example: `select count(*) from ${place} p group by grouping sets ((p.slug), (p.type_key))`,
    finds: (statement) => /\b(grouping sets|cube|rollup)\b/.test(statement),
  },
  {
    form: 'a window over what is not of one place',
    example: `select row_number() over (order by p.name_key) from ${place} p`,
    finds: (statement) => /\bover \(/.test(statement),
  },
  {
    form: 'a recursion',
    example: `with recursive r as (select id from ${place}) select * from r`,
    finds: (statement) => /\bwith recursive\b/.test(statement),
  },
  {
    form: 'a count of different values that are not ids of places',
    example: `select count(distinct p.slug) from ${place} p`,
    finds: (statement) => /\bdistinct (?!p\.id\)|p\.lon, p\.lat\b)\(?p\./.test(statement),
  },
  {
    form: 'rows that are locked',
    example: `select from ${place} p for update`,
    finds: (statement) => /\bfor (update|share)\b/.test(statement),
  },
]

test('each form that is refused is recognised', () => {
  for (const { form, example, finds } of refused) assert.ok(finds(example), form)
})

test('no statement of the search has a form that Citus refuses of distributed tables', { skip }, async () => {
  assert.ok(!('missing' in databases))
  const statements = new Set<string>()
  const note = (statement: string) =>
    statements.add(statement.replaceAll(/\s+/g, ' ').replaceAll('( select', '(select'))
  const world = await SearchWorld.open(model, await databases.create(), { note })
  const asked = fc.array(fc.tuple(arbitraryQuery(model), fc.constantFrom(...instants)), {
    minLength: 20,
    maxLength: 20,
  })
  try {
    await fc.assert(
      fc.asyncProperty(arbitraryWorld(), asked, async ({ places, directory }, questions) => {
        await world.clear()
        world.names.replaceAll(directory)
        await world.put(...places)
        await world.search.follow()
        for (const [question, at] of questions) await world.check(question, at)
        for (const narrowed of [false, true]) await world.search[narrowed ? 'findPublic' : 'find'](placeIdOf(0), 0)
        await world.search.findBySlug('place-0')
        await world.search.count()
      }),
      { numRuns: runs(15) },
    )
    const read = [...statements].filter(isDistributed)
    for (const part of [
      'group by',
      'lexemes',
      'st_dwithin',
      'search_schedule',
      'unnest',
      'insert into',
      'delete from',
    ]) {
      assert.ok(
        read.some((statement) => statement.includes(part)),
        `there are statements with ${part}`,
      )
    }
    for (const { form, finds } of refused) assert.equal(read.find(finds), undefined, form)
  } finally {
    await world.close()
  }
})
