import { setImmediate } from 'node:timers/promises'
import type { ActId, ActPlace } from '../../place/act.ts'
import type { EntryCaller, JournalEntry, Revision } from '../../place/journal.ts'
import type { Instant } from '../../place/place.ts'
import type { ActRun, Store, StoredAct } from '../store.ts'
import { type Database, storable } from './database.ts'
import { isSingle } from './migrate.ts'
import { type ActTable, actColumns, ownerColumn } from './record-tables.ts'

type ActRow = ActTable & { readonly undoneBy: ActId | null; readonly isConcerned?: number | null }
type SingleRow = Pick<ActTable, 'time' | 'who' | 'caller'> &
  Pick<JournalEntry, 'revision' | 'kind'> & { readonly undoneBy: ActId | null }

const undoneBy = (id: string) =>
  `(select undoing.id from act undoing where undoing.undoes = ${id}
    and not exists (select 1 from act redoing where redoing.undoes = undoing.id)
    order by undoing.number desc limit 1) as "undoneBy"`
const actsText = `select ${actColumns.join(', ')}, ${undoneBy('act.id')}`
const onesText = `select revision, kind, time, who, caller, ${undoneBy('cast(journal.revision as text)')}
  from journal where`
/** Any revision can be taken for itself, although it may belong to an act. */
const oneText = `${onesText} kind <> 'key' and kind <> 'webhook' and revision = ?`

/** Creates the reads of acts. */
export function actReads(
  db: Pick<Database, 'query'>,
): Pick<Store, 'acts' | 'act' | 'actPlaces' | 'actRuns' | 'revisionAt'> {
  const entriesOf = (id: ActId) =>
    (isNumber(id) ? ['revision = ?', Number(id)] : ['act = ?', storable(id)]) as [string, unknown]
  return {
    async acts({ before, limit, owners }) {
      const marks = owners.map(() => '?').join(', ')
      const concerned = `, (select 1 from act_owner where act_owner.act = act.number and owner_id in (${marks}) limit 1) as "isConcerned"`
      const text = `${actsText}${owners.length > 0 ? concerned : ''} from act where number < ? order by number desc limit ?`
      const groups = await db.query<ActRow>(text, [...owners.map(ownerColumn), before, limit])
      const ones = await db.query<SingleRow>(
        `${onesText} ${isSingle} and revision < ? order by revision desc limit ?`,
        [before, limit],
      )
      const acts = [...groups.map(actOf), ...ones.map(oneOf)]
      return acts.sort((one, other) => other.number - one.number).slice(0, limit)
    },
    async act(id) {
      if (!isNumber(id))
        return (await db.query<ActRow>(`${actsText} from act where id = ?`, [storable(id)])).map(actOf)[0]
      return (await db.query<SingleRow>(oneText, [Number(id)])).map(oneOf)[0]
    },
    async actPlaces(id, { before, limit }) {
      const [condition, value] = entriesOf(id)
      const rows = await db.query<ActPlace>(
        `select id, count(*) as revisions, min(revision) as first, max(revision) as last from journal
         where kind = 'place' and ${condition} and id < ? group by id order by id desc limit ?`,
        [value, storable(before ?? lastId), limit],
      )
      return rows.map((row) => ({ ...row }))
    },
    actRuns: (id, place, max) => readRuns(db, entriesOf(id), { ...place, max }),
    revisionAt: (time) => findRevision(db, time),
  }
}

/** An id after those of all places. */
const lastId = 'g'

function isNumber(id: ActId): boolean {
  return /^[1-9]\d{0,14}$/.test(id)
}

function actOf({ caller, label, undoes, undoneBy, isConcerned, ...act }: ActRow): StoredAct {
  return {
    ...act,
    ...(caller !== null && { caller: JSON.parse(caller) as EntryCaller }),
    ...(label !== null && { label }),
    ...(undoes !== null && { undoes }),
    ...(undoneBy !== null && { undoneBy }),
    isConcerned: isConcerned === 1,
  }
}

function oneOf({ revision, kind, time, who, caller, undoneBy }: SingleRow): StoredAct {
  return {
    ...{ number: revision, id: String(revision), kind: 'one', holder: '', time, who, revisions: 1 },
    ...(caller !== null && { caller: JSON.parse(caller) as EntryCaller }),
    ...(undoneBy !== null && { undoneBy }),
    places: kind === 'place' ? 1 : 0,
    isConcerned: false,
  }
}

/** The revisions read at once: an act may have 100,000 of one place, and others as many between them. */
const revisionsAtOnce = 2_000

/** Reads numbers of revisions only, which indexes have. */
async function readRuns(
  db: Pick<Database, 'query'>,
  [condition, value]: readonly [string, unknown],
  { id, first, last, max }: ActPlace & { readonly max: number },
): Promise<readonly ActRun[]> {
  const newest = async (limit: number, text: string, values: readonly unknown[]) => {
    const whole = `select revision from journal where kind = 'place' and ${text} order by revision desc limit ?`
    return (await db.query<{ revision: Revision }>(whole, [...values, limit])).map(({ revision }) => revision)
  }
  const runs: { before?: Revision; after: Revision }[] = []
  let isOwn = false
  for (let end = last; end >= first; ) {
    const all = await newest(revisionsAtOnce, 'id = ? and revision between ? and ?', [id, first, end])
    const ownText = `${condition} and id = ? and revision between ? and ?`
    const own = new Set(await newest(revisionsAtOnce, ownText, [value, id, first, end]))
    for (const revision of all) {
      if (!own.has(revision) && isOwn) runs.at(-1)!.before = revision
      if (own.has(revision) && !isOwn) {
        if (runs.length === max) return runs
        runs.push({ after: revision })
      }
      isOwn = own.has(revision)
    }
    if (all.length < revisionsAtOnce) break
    end = all.at(-1)! - 1
    await setImmediate()
  }
  const [earlier] = await newest(1, 'id = ? and revision < ?', [id, first])
  if (earlier !== undefined && isOwn) runs.at(-1)!.before = earlier
  return runs
}

/**
 * Searches the journal, whose times ascend but for those of publications, which are instants that were due, and for
 * differences between clocks.
 */
async function findRevision(db: Pick<Database, 'query'>, time: Instant): Promise<Revision | undefined> {
  const next = async (after: Revision) => {
    const text = `select revision, time from journal where revision > ? and kind <> 'publication' order by revision limit 1`
    return (await db.query<{ revision: Revision; time: Instant }>(text, [after]))[0]
  }
  const [last] = await db.query<{ revision: Revision }>('select revision from journal order by revision desc limit 1')
  let [low, high] = [0, last?.revision ?? 0]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const entry = await next(middle)
    if (entry && entry.time < time) low = entry.revision
    else high = middle
  }
  return (await next(low))?.revision
}
