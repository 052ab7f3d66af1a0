/** How long is waited for the servers of a database, in milliseconds; tests wait less. */
const defaultLimits = {
  /** A connection may take so long to open. */
  connectMillis: 3_000,
  /** The server gives a statement up. */
  statementMillis: 4_000,
  /** The server gives up waiting for a lock, which is mostly that of other writers. */
  lockMillis: 3_500,
  /** We give a server up that does not answer. */
  answerMillis: 5_000,
  /** The server ends a transaction whose client sends nothing more, so that others need not wait for it. */
  idleInTransactionMillis: 5_000,
  /** A group of writes is retried for so long while no server takes it; once that has passed, groups are tried once. */
  patienceMillis: 5_000,
  /** A commit whose answer was lost is looked for. */
  confirmMillis: 12_000,
  /** How often the journal is polled for what others wrote, in case a notification was lost. */
  pollMillis: 1_000,
  /** How often a leader lock is tried, and checked once it is held. */
  leaderMillis: 1_000,
}

export type DatabaseLimits = Readonly<typeof defaultLimits>

/** Where a database is: one address for each of its servers, all with the same user, database and options. */
export interface DatabaseAddress {
  /** Addresses as `pg` takes them; they may hold a password. */
  readonly servers: readonly string[]
  /** Hosts and database, as a log may show them. */
  readonly shown: string
  /** How long is waited for them. */
  readonly limits: DatabaseLimits
}

const form =
  /^(?<scheme>postgres(?:ql)?):\/\/(?:(?<user>[^@/?#]*)@)?(?<hosts>[^@/?#]*)(?:\/(?<database>[^?#]*))?(?:\?(?<query>[^#]*))?$/
const host = /^(?:[\w.-]+|\[[\da-fA-F:.]+\]|%2F[^,]*)?(?::\d{1,5})?$/i
/** Which of several servers is wanted follows from what is done with it, so these say nothing new. */
const sessionKinds = ['any', 'read-write', 'primary', 'read-only', 'standby', 'prefer-standby']

/**
 * Understands the address of a PostgreSQL database, with one host or several
 * (`postgres://user:password@host1:5432,host2:5432/database?target_session_attrs=read-write`). Throws an Error that says
 * what is wrong with it, without repeating it, since it may hold a password.
 */
export function parseDatabaseAddress(text: string, limits: Partial<DatabaseLimits> = {}): DatabaseAddress {
  const parts = form.exec(text)?.groups
  if (!parts) throw new Error('must be postgres://user:password@host:5432/database, with several hosts after commas')
  const { scheme, user, hosts = '', database = '' } = parts
  const query = new URLSearchParams(parts.query ?? '')
  const kind = query.get('target_session_attrs')
  if (kind !== null && !sessionKinds.includes(kind)) {
    throw new Error(`must have target_session_attrs of ${sessionKinds.join(', ')}, got '${kind}'`)
  }
  query.delete('target_session_attrs')
  const list = hosts.split(',')
  const wrong = list.find((each) => !host.test(each) || Number(each.split(':').at(-1)) > 65_535)
  if (wrong !== undefined) throw new Error(`must name hosts as host or host:port, got '${wrong}'`)
  const rest = `/${database}${query.size > 0 ? `?${query}` : ''}`
  return {
    servers: list.map((each) => `${scheme}://${user === undefined ? '' : `${user}@`}${each}${rest}`),
    shown: `${hosts || (query.get('host') ?? 'localhost')}/${database}`,
    limits: { ...defaultLimits, ...limits },
  }
}
