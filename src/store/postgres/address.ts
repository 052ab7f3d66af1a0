/** Time limits for the servers of a database, in milliseconds; tests use shorter ones. */
const defaultLimits = {
  /** Longest time to open a connection. */
  connectMillis: 3_000,
  /** The server cancels a statement after this time. */
  statementMillis: 4_000,
  /** The server stops waiting for a lock after this time; other writers usually hold it. */
  lockMillis: 3_500,
  /** A server that has not answered after this time is given up. */
  answerMillis: 5_000,
  /** The server ends a transaction whose client sends nothing for this long, so that others need not wait for it. */
  idleInTransactionMillis: 5_000,
  /** A group of writes is retried for this long while no server takes it; after that, each group is tried once. */
  patienceMillis: 5_000,
  /** Longest time to look for a commit whose answer was lost. */
  confirmMillis: 12_000,
  /** Interval of polling the journal for the writes of others, in case a notification was lost. */
  pollMillis: 1_000,
  /** Interval of trying for a leader lock, and of checking it while it is held. */
  leaderMillis: 1_000,
}

export type DatabaseLimits = Readonly<typeof defaultLimits>

/** The address of a database: one per server, all with the same user, database and options. */
export interface DatabaseAddress {
  /** Addresses in the form that `pg` takes; they may contain a password. */
  readonly servers: readonly string[]
  /** Hosts and database, without user and password, for logs. */
  readonly shown: string
  /** Time limits for its servers. */
  readonly limits: DatabaseLimits
}

const form =
  /^(?<scheme>postgres(?:ql)?):\/\/(?:(?<user>[^@/?#]*)@)?(?<hosts>[^@/?#]*)(?:\/(?<database>[^?#]*))?(?:\?(?<query>[^#]*))?$/
const host = /^(?:[\w.-]+|\[[\da-fA-F:.]+\]|%2F[^,]*)?(?::\d{1,5})?$/i
/** Accepted but ignored: the purpose of a session decides which of several servers it needs. */
const sessionKinds = ['any', 'read-write', 'primary', 'read-only', 'standby', 'prefer-standby']

/**
 * Parses the address of a PostgreSQL database, with one host or several
 * (`postgres://user:password@host1:5432,host2:5432/database?target_session_attrs=read-write`). Throws an Error that
 * states the fault without repeating the address, since it may contain a password.
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
