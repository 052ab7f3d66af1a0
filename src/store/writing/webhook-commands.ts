import { Problem } from '../../common/problem.ts'
import type { JournalEntry } from '../../place/journal.ts'
import type { JsonObject } from '../../place/json.ts'
import { type Database, type InsertOptions, insertRows, storable } from '../sql/database.ts'
import { type WebhookLogTable, webhookLogOrder, webhookLogTables } from '../sql/record-tables.ts'
import type { WebhookCommand } from '../store.ts'
import type { DeadLetter, EventPosition, WebhookCursor, WebhookDelivery, WebhookProgress } from '../webhook-state.ts'
import { putPresent, readPresent, signature } from './record-commands.ts'
import type { Workspace } from './workspace.ts'

/** Maximum numbers of attempts and of dead letters kept for each webhook. */
const rowsMax = { webhook_delivery: 200, webhook_dead_letter: 1_000 } as const

/**
 * Makes, changes or removes a webhook, and sets where it continues. Throws `not-found`, and `conflict` if it has
 * nothing to skip.
 */
export async function writeWebhook(workspace: Workspace, command: WebhookCommand): Promise<readonly JournalEntry[]> {
  const { change, isNew } = command
  const id = storable(command.id)
  const present = await readPresent<JsonObject>(workspace, 'webhook', id)
  if (!present && !isNew) throw new Problem('not-found', `there is no webhook '${id}'`)
  const common = { kind: 'webhook', id, ...signature(command) } as const
  if (change === undefined) {
    await workspace.db.query('delete from webhook where id = ?', [id])
    for (const table of ['webhook_cursor', 'webhook_delivery', 'webhook_dead_letter']) {
      await workspace.db.query(`delete from ${table} where webhook_id = ?`, [id])
    }
    return [workspace.append({ ...common, action: 'delete' })]
  }
  const cursor = await movedCursor(workspace, { ...command, id })
  const entry = workspace.append({ ...common, action: 'put', document: JSON.stringify({ ...present, ...change }) })
  await putPresent(workspace.db, 'webhook', [id, entry.revision])
  await workspace.db.query(
    `insert into webhook_cursor (webhook_id, epoch, document) values (?, ?, ?)
     on conflict (webhook_id) do update set epoch = excluded.epoch, document = excluded.document`,
    [id, entry.revision, JSON.stringify(cursor ?? { after: entry.revision })],
  )
  return [entry]
}

/** Returns the new cursor of a webhook; undefined for a new one, which begins with the entries after its own. */
async function movedCursor({ db }: Workspace, { id, goOn, now }: WebhookCommand): Promise<WebhookCursor | undefined> {
  const [row] = await db.query<{ document: string }>('select document from webhook_cursor where webhook_id = ?', [id])
  const present = row && (JSON.parse(row.document) as WebhookCursor)
  if (goOn === undefined) return present
  if (goOn === 'retry') return present && positionOf(present)
  if (goOn !== 'skip') return goOn
  const refused = present?.refused
  if (refused === undefined) throw new Problem('conflict', `the webhook '${id}' refuses no event that could be skipped`)
  const { refusals: _, since: __, next: ___, behind = { after: refused.revision }, ...letter } = refused
  await addDeadLetters(db, id, [{ ...letter, time: now }])
  return behind
}

function positionOf({ after, child }: EventPosition): EventPosition {
  return { after, ...(child !== undefined && { child }) }
}

/** Stores the sender's progress; ignores webhooks that are gone. */
export async function writeProgress(
  { db }: Workspace,
  given: readonly WebhookProgress[],
): Promise<readonly JournalEntry[]> {
  const known = await db.query<{ id: string }>('select webhook_id as id from webhook_cursor')
  const reports = given.filter(({ id }) => known.some((webhook) => webhook.id === id))
  const rows: LogRow[] = []
  for (const { id, cursor, deliveries, deadLetters, delivered } of reports) {
    if (cursor) {
      const { epoch, ...document } = cursor
      const text = 'update webhook_cursor set document = ? where webhook_id = ? and epoch = ?'
      await db.query(text, [JSON.stringify(document), id, epoch])
    }
    for (const delivery of deliveries) {
      if (await isOfPurged(db, delivery)) continue
      rows.push(logRow(id, delivery.number, delivery))
    }
    if (deadLetters.length > 0) await addDeadLetters(db, id, deadLetters)
    for (const { revision, child = '' } of delivered) {
      const text = 'delete from webhook_dead_letter where webhook_id = ? and revision = ? and child = ?'
      await db.query(text, [id, revision, child])
    }
  }
  await insertRows(db, rows, logInsert('webhook_delivery'))
  for (const { id, deliveries } of reports) if (deliveries.length > 0) await trim(db, 'webhook_delivery', id)
  return []
}

/** Resolves with true if an answer may be about a place that was purged before it came. */
async function isOfPurged(db: Database, { place, answer }: WebhookDelivery): Promise<boolean> {
  if (place === undefined || answer === undefined) return false
  return (await db.query('select id from place where id = ?', [place])).length === 0
}

async function addDeadLetters(db: Database, id: string, letters: readonly DeadLetter[]): Promise<void> {
  const rows = letters.map((letter) => logRow(id, letter.revision, letter))
  await insertRows(db, rows, logInsert('webhook_dead_letter'))
  await trim(db, 'webhook_dead_letter', id)
}

/** A row of a log. Each table has only one of `number` and `revision`, whose values are the same. */
interface LogRow {
  readonly webhook_id: string
  readonly number: number
  readonly revision: number
  readonly child: string
  readonly place_id: string | null
  readonly document: string
}

function logRow(id: string, number: number, logged: WebhookDelivery | DeadLetter): LogRow {
  const child = ('child' in logged && logged.child) || ''
  return {
    webhook_id: id,
    number,
    revision: number,
    child,
    place_id: logged.place ?? null,
    document: JSON.stringify(logged),
  }
}

function logInsert(table: WebhookLogTable): InsertOptions<LogRow> {
  const columns = ['webhook_id', ...webhookLogTables[table], 'place_id', 'document'] as const
  return { into: `insert into ${table}`, columns, after: 'on conflict do nothing' }
}

/** Removes the oldest rows beyond the maximum. */
async function trim(db: Database, table: WebhookLogTable, id: string): Promise<void> {
  const keys = webhookLogTables[table].join(', ')
  await db.query(
    `delete from ${table} where webhook_id = ? and (${keys}) <= (select ${keys} from ${table}
     where webhook_id = ? order by ${webhookLogOrder(table)} limit 1 offset ${rowsMax[table]})`,
    [id, id],
  )
}
