import { globSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe } from 'node:test'
import { pathToFileURL } from 'node:url'

const root = resolve(import.meta.dirname, '../..')

/** Runs all test files of these folders of `test` in this process. */
export function together(...folders: readonly string[]): void {
  runHere(folders.flatMap((folder) => globSync(join('test', folder, '**/*.test.ts'), { cwd: root }).toSorted()))
}

/**
 * Runs test files in this process, one after another: loading the modules of the service takes a process longer than most
 * files take to run.
 */
function runHere(files: readonly string[]): void {
  for (const file of files) {
    describe(file, async () => void (await import(pathToFileURL(resolve(root, file)).href)))
  }
}

// As a program: the files are its arguments.
if (import.meta.main) runHere(process.argv.slice(2))
