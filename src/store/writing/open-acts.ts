import { Problem } from '../../common/problem.ts'
import { type ActId, type ActRef, actLimits } from '../../place/act.ts'
import type { JournalEntry } from '../../place/journal.ts'
import type { Instant, PlaceId } from '../../place/place.ts'
import { type Database, insertRows, queryList, queryPairs, storable } from '../sql/database.ts'
import { type ActOwnerTable, type ActTable, actColumns, ownerColumn } from '../sql/record-tables.ts'

const hourMillis = 3_600_000

/** An act in a transaction: its row, and the additions that are not written yet. */
interface OpenAct {
  readonly row: ActTable
  isStored: boolean
  readonly places: Set<PlaceId>
  readonly owners: Set<string>
  isChanged: boolean
}

/** The acts that a transaction opens or continues. */
export class OpenActs {
  readonly #db: Database
  readonly #acts = new Map<ActId, OpenAct | undefined>()

  constructor(db: Database) {
    this.#db = db
  }

  /** Reads the acts of many commands in one statement. */
  async readAhead(ids: readonly ActId[]): Promise<void> {
    const unknown = [...new Set(ids)].filter((id) => !this.#acts.has(id))
    for (const id of unknown) this.#acts.set(id, undefined)
    const rows = await queryList<ActTable>(this.#db, `select ${actColumns.join(', ')} from act where id in`, unknown)
    for (const row of rows) this.#acts.set(row.id, opened(row, true))
  }

  /**
   * Returns the id of the act that a change belongs to, which was read ahead; undefined without one. Throws 409 if it
   * belongs to somebody else, or is too old or too large to be continued.
   */
  check(ref: ActRef | undefined, now: Instant): ActId | undefined {
    if (!ref) return undefined
    const { id } = ref
    const row = this.#acts.get(id)?.row
    if (!row) {
      const { kind, holder, label = null, undoes = null } = ref
      const fresh = { id, number: 0, time: 0, who: '', caller: null, holder, kind, undoes, revisions: 0, places: 0 }
      this.#acts.set(id, opened({ ...fresh, label: label === null ? null : storable(label) }, false))
      return id
    }
    const refuse = (fault: string) => new Problem('conflict', `the act ${id} ${fault}; send another id`)
    if (row.holder !== ref.holder) throw refuse('was opened by another key or person')
    if (!ref.isNamed) return id
    if (row.revisions > 0 && now - row.time > actLimits.hours * hourMillis) {
      throw refuse(`is older than ${actLimits.hours} hours`)
    }
    if (row.revisions >= actLimits.revisions) throw refuse(`has ${row.revisions} revisions, the most of an act`)
    return id
  }

  /** Counts an entry of an act, and the owners that its place has or had. */
  add(entry: JournalEntry, owners: readonly string[]): void {
    const act = entry.act === undefined ? undefined : this.#acts.get(entry.act)
    if (!act) return
    const { row } = act
    if (row.revisions === 0) {
      const { revision: number, time, who, caller } = entry
      Object.assign(row, { number, time, who, caller: caller ? JSON.stringify(caller) : null })
    }
    row.revisions += 1
    act.isChanged = true
    if (entry.kind === 'place') act.places.add(entry.id)
    for (const owner of owners) act.owners.add(ownerColumn(owner))
  }

  /** Writes what was added; to be called before its entries are written. */
  async flush(): Promise<void> {
    for (const act of this.#acts.values()) if (act?.isChanged) await this.#write(act)
  }

  async #write(act: OpenAct): Promise<void> {
    const { row, places, owners } = act
    row.places += places.size - (act.isStored ? await this.#countKnown(row.id, [...places]) : 0)
    if (act.isStored) {
      const { revisions, places, number } = row
      await this.#db.query('update act set revisions = ?, places = ? where number = ?', [revisions, places, number])
    } else await insertRows<ActTable>(this.#db, [row], { into: 'insert into act', columns: actColumns })
    const rows = [...owners].map((owner_id): ActOwnerTable => ({ act: row.number, owner_id }))
    const after = 'on conflict do nothing'
    await insertRows(this.#db, rows, { into: 'insert into act_owner', columns: ['act', 'owner_id'], after })
    act.isStored = true
    act.isChanged = false
    places.clear()
    owners.clear()
  }

  async #countKnown(act: ActId, places: readonly PlaceId[]): Promise<number> {
    const text = "select distinct id from journal where kind = 'place' and act is not null and (act, id) in"
    return (
      await queryPairs<{ id: PlaceId }>(
        this.#db,
        text,
        places.map((id) => [act, id]),
      )
    ).length
  }
}

function opened(row: ActTable, isStored: boolean): OpenAct {
  return { row: { ...row }, isStored, places: new Set(), owners: new Set(), isChanged: false }
}

/** Takes the entries of a purged place out of their acts; an act that has no other entry is removed. */
export async function removeFromActs(db: Database, place: PlaceId): Promise<void> {
  const acts = await db.query<{ act: ActId; entries: number }>(
    `select act, count(*) as entries from journal where kind = 'place' and id = ? and act is not null group by act`,
    [place],
  )
  for (const { act, entries } of acts) {
    const text = 'update act set revisions = revisions - ?, places = places - 1 where id = ?'
    await db.query(text, [entries, act])
    const owners = 'delete from act_owner where act in (select number from act where id = ? and revisions = 0)'
    await db.query(owners, [act])
    await db.query('delete from act where id = ? and revisions = 0', [act])
  }
}
