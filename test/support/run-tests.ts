import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'

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
  const child = spawn(process.execPath, ['--test-reporter=tap', join(import.meta.dirname, 'together.ts'), ...files], {
    cwd: resolve(import.meta.dirname, '../..'),
    env: { ...environment, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let told = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    told += text
  })
  const status = await new Promise<number | null>((ended) => child.once('close', ended))
  const passed = Number(/^# pass (\d+)$/m.exec(told)?.[1])
  const lines = told.split('\n').filter((line) => !/^ *(?:ok|#? ?Subtest|---|\.\.\.|duration_ms)/.test(line))
  return { status, passed, told: lines.join('\n') }
}
