import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder that only its user can enter, and those above it, where they are not there. Node's own way (`recursive`)
 * never ends on a file system that answers "no such file" to everything, such as /proc.
 */
export function makePrivateFolder(folder: string): void {
  if (existsSync(folder)) return
  makePrivateFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
