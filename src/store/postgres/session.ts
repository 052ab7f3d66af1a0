import { randomUUID } from 'node:crypto'
import { Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { messageOf } from '../../common/problem.ts'
import type { DatabaseAddress, DatabaseLimits } from './address.ts'
import { isLost, reasonOf, ServerUnusable } from './postgres-faults.ts'

/** Time of silence after which the operating system probes the other side. */
const keepAliveMillis = 10_000

/** The purpose of a session: writing needs the primary, reading works with any server. */
export type Purpose = 'write' | 'read'

/** The requirements that a server must meet. */
export interface SessionOptions {
  readonly purpose: Purpose
  /** The oldest usable timeline: a server of an older one was failed over. */
  readonly timelineMin?: number
  /** Removes the time limits: migrations and copies of a record may take long, and wait for other reads and writes. */
  readonly unlimited?: boolean
  /** Checks a further requirement; rejects if the server does not meet it. */
  readonly check?: (session: Session) => Promise<void>
}

const versionMin = 150_000
/** Time after the first server's answer within which others are still compared with it. */
const graceMillis = 100
const int8 = 20
/** The longest delay of a timer: 24 days. */
const longestMillis = 2 ** 31 - 1

/** Parses 64-bit integers as numbers: all of ours are below 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === int8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
}

/** A connection to a server. It is lost for good as soon as the server or the way to it fails. */
export class Session {
  /** Host and port, for the log. */
  readonly server: string
  /** The name by which others find this session on the server. */
  readonly name: string
  /** The server's timeline, which increases when a standby takes over; 0 for a standby, which reports none. */
  readonly timeline: number
  readonly #client: pg.Client
  readonly #socket: Socket
  #lost = false
  #warnings = 0

  constructor(client: pg.Client, socket: Socket, facts: { name: string; timeline: number }) {
    this.#client = client
    this.#socket = socket
    this.server = `${client.host}:${client.port}`
    this.name = facts.name
    this.timeline = facts.timeline
    client.on('error', () => this.destroy())
    client.on('end', () => this.destroy())
    client.on('notice', ({ severity }) => {
      if (severity === 'WARNING') this.#warnings++
    })
  }

  get lost(): boolean {
    return this.#lost
  }

  /** The number of warnings that the server has sent. */
  get warnings(): number {
    return this.#warnings
  }

  /** Returns the result of one statement. A `name` keeps the statement prepared. */
  async query<Row extends object>(text: string, values?: readonly unknown[], name?: string) {
    if (this.#lost) throw new ServerUnusable(`the session with ${this.server} was lost`)
    try {
      return await this.#client.query<Row & pg.QueryResultRow>({
        text,
        ...(values && { values: [...values] }),
        ...(name && { name }),
      })
    } catch (error) {
      if (isLost(error)) this.destroy()
      throw error
    }
  }

  /** Runs one statement without a time limit of ours; those of the server apply. */
  async queryUnlimited(text: string): Promise<void> {
    const unlimited = { text, query_timeout: longestMillis }
    await this.#client.query(unlimited)
  }

  /** Calls `notified` for every notification on the channel. */
  async listen(channel: string, notified: (payload: string) => void): Promise<void> {
    this.#client.on('notification', ({ payload }) => notified(payload ?? ''))
    await this.query(`listen ${this.#client.escapeIdentifier(channel)}`)
  }

  /** Calls `ended` once the session is lost or ended. */
  onEnd(ended: () => void): void {
    if (this.#lost) ended()
    else this.#client.once('end', ended)
  }

  /** Ends the session after a goodbye to the server. */
  async end(): Promise<void> {
    if (this.#lost) return
    this.#lost = true
    await this.#client.end().catch(() => {})
  }

  /** Cuts the connection. */
  destroy(): void {
    if (this.#lost) return
    this.#lost = true
    this.#socket.destroy()
  }
}

/**
 * Opens a session with a suitable server of the address. If several servers take writes, it chooses the newest
 * timeline, since the others were failed over. Rejects with a ServerUnusable, which lists the errors of all servers.
 */
export async function openSession(address: DatabaseAddress, options: SessionOptions): Promise<Session> {
  const underWay = address.servers.map((server) => openOne(server, address.limits, options))
  const first = await Promise.any(underWay).catch(({ errors }: AggregateError) => {
    throw errors.length === 1 ? errors[0] : summary(address, errors)
  })
  const best = options.purpose === 'write' ? await newest(first, underWay) : first
  for (const each of underWay) {
    each.then(
      (session) => (session === best ? undefined : session.end()),
      () => {},
    )
  }
  return best
}

/**
 * Opens sessions one after the other. A session for writing never uses a server that was failed over since an earlier
 * session, such as a former primary that was started again: its history has diverged.
 */
export class SessionOpener {
  readonly address: DatabaseAddress
  readonly purpose: Purpose
  /** The newest timeline of a session so far. */
  timelineMin = 0

  constructor(address: DatabaseAddress, purpose: Purpose) {
    this.address = address
    this.purpose = purpose
  }

  async open(): Promise<Session> {
    const session = await openSession(this.address, this)
    this.timelineMin = Math.max(this.timelineMin, session.timeline)
    return session
  }
}

/** Returns the session of the newest timeline among those that open soon after the first. */
async function newest(first: Session, underWay: readonly Promise<Session>[]): Promise<Session> {
  if (underWay.length === 1) return first
  const opened = [first]
  const settled = underWay.map((each) =>
    each.then(
      (session) => void opened.push(session),
      () => {},
    ),
  )
  await Promise.race([Promise.all(settled), setTimeout(graceMillis)])
  return opened.reduce((best, each) => (each.timeline > best.timeline ? each : best))
}

async function openOne(server: string, limits: DatabaseLimits, options: SessionOptions): Promise<Session> {
  const name = `gazetteer ${randomUUID()}`
  // A socket of our own, since the driver cannot cut a connection: it says goodbye and waits for the server.
  const socket = new Socket()
  const client = new pg.Client({
    connectionString: server,
    stream: () => socket,
    application_name: name,
    connectionTimeoutMillis: limits.connectMillis,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMillis,
    pipeline: true,
    types,
    ...(!options.unlimited && {
      statement_timeout: limits.statementMillis,
      lock_timeout: limits.lockMillis,
      query_timeout: limits.answerMillis,
      idle_in_transaction_session_timeout: limits.idleInTransactionMillis,
    }),
  })
  // Until a session listens, failures surface where they are awaited.
  client.on('error', () => {})
  try {
    await client.connect()
    const session = new Session(client, socket, { name, timeline: await settle(client, options) })
    await options.check?.(session)
    return session
  } catch (error) {
    socket.destroy()
    if (error instanceof ServerUnusable) throw error
    throw new ServerUnusable(`${client.host}:${client.port}: ${messageOf(error)}`, reasonOf(error), error)
  }
}

interface ServerState {
  version: number
  standby: boolean
  read_only: boolean
  timeline: string | null
}

/** Checks that the server meets the requirements, configures the session, and returns its timeline. */
async function settle(client: pg.Client, { purpose, timelineMin = 0 }: SessionOptions): Promise<number> {
  const shown = `${client.host}:${client.port}`
  const { rows } = await client.query<ServerState>(`select
    current_setting('server_version_num')::int as version,
    pg_is_in_recovery() as standby,
    current_setting('transaction_read_only')::boolean as read_only,
    case when pg_is_in_recovery() then null else substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end as timeline,
    set_config('jit', 'off', false),
    set_config('default_transaction_isolation', 'read committed', false),
    case when current_setting('synchronous_commit') = 'off' then set_config('synchronous_commit', 'on', false) end`)
  const { version, standby, read_only, timeline: text } = rows[0]!
  if (version < versionMin) {
    throw new ServerUnusable(`${shown} must be PostgreSQL 15 or newer, got version number ${version}`)
  }
  if (purpose === 'write' && (standby || read_only)) {
    throw new ServerUnusable(`${shown} takes no writes`, 'no server of the database takes writes now')
  }
  const timeline = text === null ? 0 : Number.parseInt(text, 16)
  if (purpose === 'write' && timeline < timelineMin) {
    const detail = `${shown} is of timeline ${timeline}, but ${timelineMin} was seen: it was failed over and must be rebuilt`
    throw new ServerUnusable(detail, 'no server of the database takes writes now')
  }
  return timeline
}

function summary({ shown }: DatabaseAddress, errors: readonly unknown[]): ServerUnusable {
  const unusable = errors.find((error) => error instanceof ServerUnusable)
  return new ServerUnusable(`no server of ${shown} will do: ${errors.map(messageOf).join('; ')}`, unusable?.reason)
}

/** A source of sessions, to which they are returned. */
export interface SessionSource {
  acquire(): Promise<Session>
  release(session: Session): void
  /** Commits; replaces the plain statement if more has to be done. */
  commit?(session: Session): Promise<void>
  close(): Promise<void>
}

/** Returns the result of `use` with a session, which is then released. */
export async function withSession<Result>(
  source: SessionSource,
  use: (session: Session) => Promise<Result>,
): Promise<Result> {
  const session = await source.acquire()
  try {
    return await use(session)
  } finally {
    source.release(session)
  }
}

/**
 * Returns the result of `work` in one transaction, which is committed or rolled back as a whole. `commit` replaces the
 * plain statement.
 */
export async function inTransaction<Result>(
  session: Session,
  work: () => Promise<Result>,
  commit: SessionSource['commit'] = (own) => own.query('commit').then(() => {}),
): Promise<Result> {
  await session.query('begin')
  try {
    const result = await work()
    await commit(session)
    return result
  } catch (error) {
    // A session that was lost has lost its transaction too.
    if (!session.lost) await session.query('rollback')
    throw error
  }
}
