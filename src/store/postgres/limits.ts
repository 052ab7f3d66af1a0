/** How long anything that is asked of a server may take, in milliseconds. */
export const connectMillis = 3_000
/** The server gives a statement up. */
export const statementMillis = 4_000
/** The server gives up waiting for a lock, which is mostly that of other writers. */
export const lockMillis = 3_500
/** We give a server up that does not answer. */
export const answerMillis = 5_000
/** The server ends a transaction whose client says nothing more, so that others need not wait for it. */
export const idleInTransactionMillis = 5_000
/** Silence after which the system finds out whether the other side is still there. */
export const keepAliveMillis = 10_000
