import { fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { openReader } from './sqlite-database.ts'

/** The result of a check, as the child process sends it. */
interface Found {
  readonly damage: readonly string[]
}

/**
 * Returns the faults, at most 100, that `PRAGMA quick_check` finds in the structure of a database that may be in use.
 * It reads the whole file, so a process of the lowest priority does it. Rejects if that process ends without a result.
 */
export async function findDamage(file: string, signal?: AbortSignal): Promise<readonly string[]> {
  const child = fork(import.meta.filename, [file], { ...(signal && { signal }), stdio: 'ignore' })
  const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>()
  child.once('message', ({ damage }: Found) => resolve(damage))
  child.once('error', reject)
  child.once('exit', (code, by) => reject(new Error(`the check of ${file} ended with ${by ?? `status ${code}`}`)))
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  return promise
}

function check(file: string): readonly string[] {
  try {
    using database = openReader(file)
    const rows = database.prepare('pragma quick_check').all() as { readonly quick_check: string }[]
    const lines = rows.flatMap(({ quick_check }) => quick_check.split('\n'))
    // A line before the first fault names the database.
    return lines.filter((line) => line !== 'ok' && !line.startsWith('***'))
  } catch (error) {
    return [(error as Error).message]
  }
}

if (import.meta.main) {
  const [, , file = ''] = process.argv
  const found: Found = { damage: check(file) }
  // The open channel would keep the process alive.
  process.send?.(found, () => process.disconnect?.())
}
