import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { runTool } from './child.ts'

/** A disk of so many MiB in the folder, or undefined where this user may not mount one. */
export function mountSmallDisk(folder: string, mebibytes: number): string | undefined {
  const disk = join(folder, 'disk')
  mkdirSync(disk)
  const { status } = runTool('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', disk])
  return status === 0 ? disk : undefined
}

/** Takes a disk of `mountSmallDisk` away, even where a test that failed has left something open. */
export function unmountDisk(disk: string): void {
  runTool('umount', ['-l', disk])
}
