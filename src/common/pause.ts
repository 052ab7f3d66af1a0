import { setTimeout } from 'node:timers/promises'

/** Resolves after so long, or when the signal is aborted. Keeps no process from ending. */
export async function pause(millis: number, signal: AbortSignal): Promise<void> {
  await setTimeout(millis, undefined, { signal, ref: false }).catch(() => {})
}
