import { randomInt, randomUUIDv7 } from 'node:crypto'
import type pg from 'pg'
import { createModel } from '../../../src/place/model.ts'
import type { PlaceView } from '../../../src/place/place.ts'
import { createSlugs } from '../../../src/place/rules/slug.ts'
import { createRowReader, isShown, type Row } from '../corpus.ts'
import { unitVector } from './unit-vector.ts'

/** Writes places, each by one durable transaction with its entry in the journal. */
export interface PlaceWriter {
  /** Gives the body of the answer. */
  create(body: Readonly<Record<string, unknown>>): Promise<string>
  /** Gives whether there is such a place. */
  patch(id: string, change: Readonly<Record<string, unknown>>): Promise<boolean>
}

type Members = Record<string, unknown>

const visibleSlots = 64
const duesMillis = 1000
const uniqueViolation = '23505'

/** A writer that knows the names of the directory, and keeps what is visible up to date. */
export async function createPlaceWriter(pool: pg.Pool): Promise<PlaceWriter> {
  const { rows } = await pool.query<{ id: string; name: string }>('select id, name from directory')
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  const rowOf = createRowReader(createModel())
  const slugs = createSlugs('sv')
  const forward = async () => {
    for (const due of dues) await pool.query(due)
  }
  setInterval(() => forward().catch(() => undefined), duesMillis).unref()

  const named = (entry: Members): Members => {
    const name = names.get(String(entry.id))
    return name === undefined ? entry : { ...entry, name }
  }
  const rowsOf = (plain: Members): Row => {
    const view = { ...plain, owner: named(plain.owner as Members) } as Members
    for (const list of ['categories', 'tags']) {
      if (Array.isArray(plain[list])) view[list] = (plain[list] as Members[]).map(named)
    }
    return rowOf(view as unknown as PlaceView, JSON.stringify(plain))
  }
  return {
    async create(body) {
      const id = randomUUIDv7()
      const base = slugs.base(names.get(String((body.owner as Members).id)) ?? '', String(body.name), id)
      const at = new Date().toISOString()
      for (let number = 1; ; number++) {
        const slug = number === 1 ? base : `${base}-${number}`
        const row = rowsOf({ id, slug, ...body, created: at, createdBy: body.updatedBy, updated: at, parent: {} })
        try {
          await pool.query({ name: 'create', text: createText, values: valuesOf(row, at) })
          return row.named
        } catch (error) {
          if ((error as { code?: string }).code !== uniqueViolation) throw error
        }
      }
    },
    async patch(id, change) {
      for (;;) {
        const { rows: found } = await pool.query<{ body: string; revision: string }>({
          name: 'for-patch',
          text: 'select document.body, revision from document join named_document using (id) where id = $1',
          values: [id],
        })
        const [before] = found
        if (before === undefined) return false
        const at = new Date().toISOString()
        const row = rowsOf({ ...(merged(JSON.parse(before.body), change) as Members), updated: at })
        const values = [...valuesOf(row, at), before.revision]
        const { rowCount } = await pool.query({ name: 'patch', text: patchText, values })
        if (rowCount !== 0) return true
      }
    },
  }
}

/** RFC 7396. */
function merged(target: unknown, change: unknown): unknown {
  if (typeof change !== 'object' || change === null || Array.isArray(change)) return change
  const result: Members = typeof target === 'object' && target !== null && !Array.isArray(target) ? { ...target } : {}
  for (const [member, value] of Object.entries(change)) {
    if (value === null) delete result[member]
    else result[member] = merged(result[member], value)
  }
  return result
}

function valuesOf(row: Row, at: string): unknown[] {
  const instant = (millis: number | undefined) => (millis === undefined ? null : new Date(millis).toISOString())
  return [
    row.id,
    row.nameKey,
    row.slug,
    row.name,
    row.city ?? null,
    row.type,
    row.partial || row.deleted,
    isShown(row, Date.now()),
    instant(row.published),
    instant(row.depublished),
    `SRID=4326;POINT(${row.longitude} ${row.latitude})`,
    ...unitVector(row.longitude, row.latitude),
    row.words.join(' '),
    row.nameWords.join(' '),
    row.document,
    row.named,
    at,
    randomInt(visibleSlots),
  ]
}

const place = `$1::uuid, $2, $3, $4, $5, $6, $7::boolean, $8::boolean, $9::timestamptz, $10::timestamptz, $11::geography,
  $12::float8, $13::float8, $14::float8, $15::tsvector, $16::tsvector`

const createText = `
with stored as (insert into place values (${place})),
  document as (insert into document values ($1::uuid, $17)),
  named as (insert into named_document values ($1::uuid, $18, 0)),
  counted as (insert into visible_count values ($20::integer, $8::boolean::integer)
    on conflict (slot) do update set places = visible_count.places + excluded.places)
insert into journal (place, action, at, body) values ($1::uuid, 'create', $19::timestamptz, $17)`

const patchText = `
with named as (update named_document set body = $18, revision = revision + 1
    where id = $1::uuid and revision = $21::bigint returning id),
  stored as (update place set (name_key, slug, name, city, type, hidden, visible, published, depublished, position, x, y, z, words, name_words)
      = (select $2, $3, $4, $5, $6, $7::boolean, $8::boolean, $9::timestamptz, $10::timestamptz, $11::geography,
        $12::float8, $13::float8, $14::float8, $15::tsvector, $16::tsvector)
    from named where place.id = named.id),
  document as (update document set body = $17 from named where document.id = named.id),
  counted as (insert into visible_count select $20::integer, $8::boolean::integer - visible::integer from place
      where id = $1::uuid and visible <> $8::boolean
    on conflict (slot) do update set places = visible_count.places + excluded.places)
insert into journal (place, action, at, body) select id, 'patch', $19::timestamptz, $17 from named`

/** Two statements, each of which finds what is due by an index of its own. */
const dues = [
  'not hidden and not visible and published <= now() and (depublished is null or depublished > now())',
  'not hidden and depublished is not null and depublished <= now() and visible',
].map(
  (due) => `with changed as (update place set visible = not visible where ${due} returning visible)
    update visible_count set places = places + (select coalesce(sum(case when visible then 1 else -1 end), 0) from changed)
    where slot = 0 and exists (select from changed)`,
)
