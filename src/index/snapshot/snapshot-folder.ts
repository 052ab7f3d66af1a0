import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Manifest, parseManifest } from './manifest.ts'

const manifestName = 'manifest'
/** The manifest while it is being written. */
export const partName = 'manifest.part'

/** The folder of the snapshot in a data folder. */
export function snapshotFolder(dataDir: string): string {
  return join(dataDir, 'index')
}

/** Removes the snapshot of a data folder, whole or not, where there is one. The index is then built from the record. */
export function removeSnapshot(dataDir: string): void {
  rmSync(snapshotFolder(dataDir), { recursive: true, force: true })
}

/** Makes the folder where it is not there. */
export function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
}

/** The manifest; undefined when it is damaged or none, which `missing` tells apart. */
export function readManifest(folder: string): Manifest | 'missing' | 'damaged' {
  try {
    return parseManifest(readFileSync(join(folder, manifestName))) ?? 'damaged'
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'missing'
    throw error
  }
}

/** Makes what was written the snapshot, durably. */
export async function installManifest(folder: string): Promise<void> {
  renameSync(join(folder, partName), join(folder, manifestName))
  const directory = await open(folder, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

/** Makes what is there no snapshot any more; its files are left to `removeOthers`. */
export function removeManifest(folder: string): void {
  rmSync(join(folder, manifestName), { force: true })
}

/** Removes what no snapshot needs: files of former ones, and of one that was not finished. */
export async function removeOthers(folder: string, needed: Iterable<string>): Promise<void> {
  const keep = new Set([...needed, manifestName])
  const names = await readdir(folder).catch(() => [])
  await Promise.all(names.filter((name) => !keep.has(name)).map((name) => rm(join(folder, name), { force: true })))
}
