import { readFileSync } from 'node:fs'

/** Where Linux tells which programs get large pages: all (`always`), those that ask (`madvise`), or none. */
const settingFile = '/sys/kernel/mm/transparent_hugepage/enabled'

/**
 * What makes glibc ask for large pages, and keep what it got: it asks for those of its first heap alone, so all threads
 * use that one; and what it gives back has to be zeroed when it is taken anew, 2 MiB at a time, so it takes only what is
 * larger than 8 MiB from the system by itself, and gives back from 64 MiB on. In bytes
 * (https://sourceware.org/glibc/manual/latest/html_node/Memory-Allocation-Tunables.html).
 */
const tunables = {
  hugetlb: 1,
  arena_max: 1,
  mmap_threshold: 8 * 2 ** 20,
  trim_threshold: 64 * 2 ** 20,
}

/** How a process has been started, and on what. */
export interface Started {
  readonly environment: NodeJS.ProcessEnv
  /** The text of the setting of Linux; undefined where there is none. */
  readonly setting: string | undefined
}

/**
 * The environment in which the program would be given memory in large pages, by which what is scattered over a gigabyte
 * is found faster; undefined when that is decided already, by the system or by who set `GLIBC_TUNABLES`.
 */
export function environmentForLargePages({ environment, setting }: Started): NodeJS.ProcessEnv | undefined {
  if (environment.GLIBC_TUNABLES !== undefined || !setting?.includes('[madvise]')) return undefined
  const wanted = Object.entries(tunables).map(([name, value]) => `glibc.malloc.${name}=${value}`)
  return { ...environment, GLIBC_TUNABLES: wanted.join(':') }
}

/**
 * Begins the program anew, as the same process, where that gives it large pages, since memory is handed out by then as
 * the environment said at the start; returns where nothing would change.
 */
export function useLargePages(): void {
  // A parent that has a channel to this process would lose it.
  if (process.execve === undefined || process.connected) return
  const environment = environmentForLargePages({ environment: process.env, setting: readSetting() })
  if (environment === undefined) return
  process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], environment)
}

function readSetting(): string | undefined {
  try {
    return readFileSync(settingFile, 'utf8')
  } catch {
    return undefined
  }
}
