import { setMaxListeners } from 'node:events'

/** Rings at every commit, for those who wait for the next one. */
export interface CommitBell {
  ring(): void
  /** Resolves at the next commit, or when `signal` is aborted. */
  next(signal: AbortSignal): Promise<void>
}

/** A bell that any number may wait for; how many do is bounded where requests are. */
export function createCommitBell(): CommitBell {
  const bell = new EventTarget()
  setMaxListeners(0, bell)
  return {
    ring: () => bell.dispatchEvent(new Event('commit')),
    next: (signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve()
        const done = () => {
          bell.removeEventListener('commit', done)
          signal.removeEventListener('abort', done)
          resolve()
        }
        bell.addEventListener('commit', done)
        signal.addEventListener('abort', done)
      }),
  }
}
