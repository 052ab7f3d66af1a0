import { closeSync, openSync } from 'node:fs'

/**
 * Makes an empty file that only its user can read, where it is not there. One that is there is not opened: to close any
 * descriptor of a file lets go of all locks that the process has on it (POSIX), those of SQLite among them.
 */
export function makePrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'ax', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
