import type pg from 'pg'
import type { Row } from '../corpus.ts'
import type { Engine } from './peer.ts'
import { createPlaceRows } from './place-rows.ts'
import { placeColumns, placeValues } from './postgres-schema.ts'

const uniqueViolation = '23505'

/** Writes places and counts them: each in one durable transaction with its journal entry. */
export async function createPlaceWriter(pool: pg.Pool): Promise<Required<Pick<Engine, 'create' | 'patch'>>> {
  const { rows: directory } = await pool.query<{ id: string; name: string }>('select id, name from directory')
  const rows = await createPlaceRows(Object.fromEntries(directory.map(({ id, name }) => [id, name])))
  return {
    async create(body) {
      const at = new Date().toISOString()
      for (const row of rows.created(body, at)) {
        try {
          await pool.query({ name: 'create', text: createText, values: valuesOf(row, at) })
          return row.named
        } catch (error) {
          if ((error as { code?: string }).code !== uniqueViolation) throw error
        }
      }
      throw new Error('there is always another slug')
    },
    async patch(id, change) {
      for (;;) {
        const { rows: found } = await pool.query<{ body: string; revision: string }>({
          name: 'for-patch',
          text: 'select document.body, revision from document join named_document using (id) where id = $1',
          values: [id],
        })
        const [before] = found
        if (before === undefined) throw new Error(`there is no place ${id}`)
        const at = new Date().toISOString()
        const values = [...valuesOf(rows.changed(before.body, change, at), at), before.revision]
        const { rowCount } = await pool.query({ name: 'patch', text: patchText, values })
        // Otherwise another caller has changed it meanwhile.
        if (rowCount !== 0) return
      }
    },
  }
}

function valuesOf(row: Row, at: string): unknown[] {
  return [...placeValues(row), row.document, row.named, at]
}

const place = `$1::uuid, $2, $3, $4, $5, $6, $7::timestamptz, $8::geography, $9::float8, $10::float8, $11::float8,
  $12::tsvector, $13::tsvector`

/** One row per backend, since an update locks its row until the change is durable. */
const backend = 'pg_backend_pid()'

const createText = `
with stored as (insert into place values (${place})),
  document as (insert into document values ($1::uuid, $14)),
  named as (insert into named_document values ($1::uuid, $15, 0)),
  counted as (insert into place_count values (${backend}, 1)
    on conflict (backend) do update set places = place_count.places + 1)
insert into journal (place, action, at, body) values ($1::uuid, 'create', $16::timestamptz, $14)`

const patchText = `
with named as (update named_document set body = $15, revision = revision + 1
    where id = $1::uuid and revision = $17::bigint returning id),
  stored as (update place set (${placeColumns}) = (select ${place})
    from named where place.id = named.id),
  document as (update document set body = $14 from named where document.id = named.id)
insert into journal (place, action, at, body) select id, 'patch', $16::timestamptz, $14 from named`
