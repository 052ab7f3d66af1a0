import { globSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe } from 'node:test'
import { pathToFileURL } from 'node:url'
import { shareBetweenFiles } from './shared.ts'

const root = resolve(import.meta.dirname, '../..')

/** Runs test files in this process: all of a folder of `test` (`api`), or those whose names begin so (`web/[a-i]`). */
export function together(...some: readonly string[]): void {
  runHere(some.flatMap(filesOf))
}

/** The test files that are meant so, in order. */
export function filesOf(some: string): string[] {
  const files = some.includes('/') ? `${some}*.test.ts` : `${some}/**/*.test.ts`
  return globSync(join('test', files), { cwd: root }).toSorted()
}

/**
 * Runs test files in this process, one after another: loading the modules of the service takes a process longer than most
 * files take to run.
 */
function runHere(files: readonly string[]): void {
  shareBetweenFiles()
  for (const file of files) {
    describe(file, async () => void (await import(pathToFileURL(resolve(root, file)).href)))
  }
}

// As a program: the files are its arguments.
if (import.meta.main) runHere(process.argv.slice(2))
