import { join, resolve } from 'node:path'
import { startNode } from './child.ts'

/** For hundreds of tests, one after another. */
export const runMillisMax = 2_700_000
const testMillisMax = 900_000

/** What became of tests that ran in a process of their own. */
export interface TestRun {
  readonly status: number | null
  readonly passed: number
  /** What they said of those that failed. */
  readonly told: string
}

/** Runs files of tests in one process, with more in the environment. */
export async function runTests(files: readonly string[], env: Readonly<Record<string, string>>): Promise<TestRun> {
  const { NODE_TEST_CONTEXT: _, ...environment } = process.env
  const options = ['--test-reporter=tap', `--test-timeout=${testMillisMax}`]
  const child = startNode([...options, join(import.meta.dirname, 'together.ts'), ...files], {
    cwd: resolve(import.meta.dirname, '../..'),
    env: { ...environment, ...env },
  })
  const status = await child.ended(runMillisMax)
  const { stdout, stderr } = child.output()
  const passed = Number(/^# pass (\d+)$/m.exec(stdout)?.[1])
  const lines = stdout.split('\n').filter((line) => !/^ *(?:ok|#? ?Subtest|---|\.\.\.|duration_ms)/.test(line))
  return { status, passed, told: [...lines, stderr].join('\n') }
}
