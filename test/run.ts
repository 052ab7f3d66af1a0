import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'

/**
 * Runs the tests: `node test/run.ts` those of `npm test`, with `--all` every test in all variants. Ends with the reasons of
 * tests that did not run, and with status 1 when a test failed.
 */
const short = ['test/together/short/*.ts', 'test/*.test.ts']
const rest = ['test/together/rest/*.ts', 'test/{bench,postgres}/*.test.ts']

/** Bounds one test, and a whole run; both are long, since they pass only where something is stuck. */
const testMillisMax = 900_000
const runMillisMax = 90 * 60_000

const [argument, ...more] = process.argv.slice(2)
if ((argument ?? '--all') !== '--all' || more.length > 0)
  throw new Error(`the only argument is --all, got ${process.argv.slice(2).join(' ')}`)
if (argument) process.env.TEST = 'all'

const root = resolve(import.meta.dirname, '..')
const skipped = new Map<string, number>()
const deadline = AbortSignal.timeout(runMillisMax)
deadline.addEventListener('abort', () =>
  process.stderr.write(`The run was stopped after ${runMillisMax / 60_000} min.\n`),
)

// The types of Node lack `globalSetupPath`.
const options: Parameters<typeof run>[0] & { readonly globalSetupPath: string } = {
  cwd: root,
  files: [...(argument ? rest : []), ...short].flatMap((glob) => globSync(glob, { cwd: root }).toSorted()),
  // One more than there are processors, since tests also wait.
  concurrency: availableParallelism() + 1,
  timeout: testMillisMax,
  forceExit: true,
  globalSetupPath: resolve(root, 'test/support/global-setup.ts'),
  // A file ends with this run, however that ends.
  execArgv: ['--import', resolve(root, 'test/support/end-with-parent.ts')],
  signal: deadline,
}
const tests = run(options)
tests.on('test:fail', () => {
  process.exitCode = 1
})
tests.on('test:pass', ({ skip }) => {
  if (skip) skipped.set(String(skip), (skipped.get(String(skip)) ?? 0) + 1)
})
const report = tests.compose(spec)
report.pipe(process.stdout, { end: false })
report.on('end', () => {
  for (const [reason, count] of skipped) process.stdout.write(`\n${count} did not run: ${reason}\n`)
})
