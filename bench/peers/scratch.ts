import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** A copy of a folder beside it, owners and all, for what must not change the folder itself. */
export function copyOf(folder: string): string {
  const home = mkdtempSync(join(dirname(folder), 'scratch-'))
  // The owner of what is in it may be somebody else.
  chmodSync(home, 0o755)
  execFileSync('cp', ['-a', '--reflink=auto', folder, home])
  return join(home, basename(folder))
}

/** Removes a copy that `copyOf` made. */
export function removeFolder(copy: string): void {
  rmSync(dirname(copy), { recursive: true, force: true })
}
