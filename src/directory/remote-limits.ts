/** How old what is known may be, and how long and how much is asked. */
export interface RemoteLimits {
  /** How long the details of an owner count as fresh. */
  readonly ttlMillis: number
  /** The same for owners that the directory does not know. */
  readonly missingTtlMillis: number
  /** The same where the answer failed: what was known stays, and nobody waits for it again so long. */
  readonly failedTtlMillis: number
  /** From one load of all names to the next. */
  readonly namesTtlMillis: number
  /** The longest that a caller of `refresh` waits. */
  readonly refreshMillis: number
  /** The longest that one request to the directory takes. */
  readonly requestMillis: number
  /** The longest that the start waits for the names. */
  readonly startMillis: number
  /** Failures in a row after which the directory is left alone for a while. */
  readonly failuresMax: number
  /** How long at first, and at most. */
  readonly firstPauseMillis: number
  readonly pauseMaxMillis: number
  /** Requests at once, and owners that may wait for theirs. */
  readonly parallelMax: number
  readonly queuedMax: number
  /** Size of the answer for one entry, and for a page of a list. */
  readonly entryBytesMax: number
  readonly pageBytesMax: number
}

/** The limits that docs/directory.md tells of. */
export const defaultRemoteLimits: RemoteLimits = {
  ttlMillis: 60_000,
  missingTtlMillis: 10_000,
  failedTtlMillis: 5_000,
  namesTtlMillis: 300_000,
  refreshMillis: 500,
  requestMillis: 5_000,
  startMillis: 10_000,
  failuresMax: 3,
  firstPauseMillis: 1_000,
  pauseMaxMillis: 60_000,
  parallelMax: 8,
  queuedMax: 2_000,
  entryBytesMax: 256 * 1024,
  pageBytesMax: 16 * 1024 * 1024,
}
