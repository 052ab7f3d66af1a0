import { fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { openReader } from './sqlite-database.ts'
import { isDamage } from './sqlite-faults.ts'

/** The result of a check, as the child process sends it. */
type Found = { readonly damage: readonly string[] } | { readonly failure: string }

/**
 * Returns the faults, at most 100, that `PRAGMA quick_check` finds in the structure of a database that may be in use.
 * It reads the whole file, so a process of the lowest priority does it. Rejects if the file could not be checked.
 */
export async function findDamage(file: string, signal?: AbortSignal): Promise<readonly string[]> {
  const child = fork(import.meta.filename, [file], { ...(signal && { signal }), stdio: 'ignore' })
  const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>()
  child.once('message', (found: Found) => {
    if ('damage' in found) resolve(found.damage)
    else reject(new Error(found.failure))
  })
  child.once('error', reject)
  child.once('exit', (code, by) => reject(new Error(`the check of ${file} ended with ${by ?? `status ${code}`}`)))
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  return promise
}

function check(file: string): Found {
  try {
    using database = openReader(file)
    const rows = database.prepare('pragma quick_check').all() as { readonly quick_check: string }[]
    const lines = rows.flatMap(({ quick_check }) => quick_check.split('\n'))
    // A line before the first fault names the database.
    return { damage: lines.filter((line) => line !== 'ok' && !line.startsWith('***')) }
  } catch (error) {
    const { message } = error as Error
    return isDamage(error) ? { damage: [message] } : { failure: `${file}: ${message}` }
  }
}

if (import.meta.main) {
  const [, , file = ''] = process.argv
  const found = check(file)
  // The open channel would keep the process alive.
  process.send?.(found, () => process.disconnect?.())
}
