import { globSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe } from 'node:test'
import { pathToFileURL } from 'node:url'
import { shareBetweenFiles } from './shared.ts'

const root = resolve(import.meta.dirname, '../..')
export const isLong = (file: string) => file.endsWith('.long.test.ts')

/**
 * Runs test files in this process: those of a folder of `test` (`api`), or those with a path that matches (`web/[a-i]`),
 * without the long ones (`*.long.test.ts`).
 */
export function together(...patterns: readonly string[]): void {
  runHere(filesOf(patterns).filter((file) => !isLong(file)))
}

/** Runs the long files of the same patterns, which only `npm run test:all` runs. */
export function togetherLong(...patterns: readonly string[]): void {
  runHere(filesOf(patterns).filter(isLong))
}

/** Returns the test files that the patterns match, sorted within each. */
export function filesOf(patterns: readonly string[]): string[] {
  const globs = patterns.map((pattern) => (pattern.includes('/') ? `${pattern}*.test.ts` : `${pattern}/**/*.test.ts`))
  return globs.flatMap((glob) => globSync(join('test', glob), { cwd: root }).toSorted())
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
