import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const program = resolve(import.meta.dirname, '../../src/main.ts')

/** What is ended with a test, or with a bench. */
export interface Ending {
  after(end: () => unknown): void
}

/** The real program, serving in a process of its own. */
export interface ServerProcess {
  readonly url: string
  /** What it has printed for a person and logged so far. */
  output(): { stdout: string; stderr: string }
  /** Lets it stand still, with its connections open, until it is ended. */
  pause(): void
  /** Ends it by a signal and gives its exit status; null when the signal killed it. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}

/** What a process of the tests takes over of the environment; all else would be configuration. */
export function kept(): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  return { PATH, NODE_COMPILE_CACHE }
}

/** An empty folder that is removed after the test. */
export function temporaryFolder(context: Ending): string {
  const folder = mkdtempSync(join(tmpdir(), 'gazetteer-process-'))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Starts `serve` on a free port; resolves when it has told where it serves, rejects when it ends before. */
export async function startProcess(
  context: Ending,
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [program, 'serve'], {
    cwd: folder,
    env: { ...kept(), PORT: '0', DATA_DIR: join(folder, 'data'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((done) => child.once('close', (status) => done(status)))
  context.after(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const output = collect(child)
  const url = await served(child, output, ended)
  return {
    url,
    output,
    pause: () => void child.kill('SIGSTOP'),
    async end(signal) {
      child.kill(signal)
      return ended
    },
  }
}

type Output = () => { stdout: string; stderr: string }

function collect(child: ChildProcess): Output {
  let [stdout, stderr] = ['', '']
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  return () => ({ stdout, stderr })
}

async function served(child: ChildProcess, output: Output, ended: Promise<number | null>): Promise<string> {
  const address = () => /serves at (http:\S+)/.exec(output().stdout)?.[1]
  const told = new Promise<string>((done) => {
    child.stdout?.on('data', () => {
      const url = address()
      if (url !== undefined) done(url)
    })
  })
  const failed = ended.then((status): never => {
    throw new Error(`the program ended with ${status}: ${output().stdout}${output().stderr}`)
  })
  return Promise.race([told, failed])
}

/** Starts `serve` where it must refuse to: gives its exit status and all that it said. */
export async function startRefused(
  context: Ending,
  env: Readonly<Record<string, string>>,
): Promise<{ status: number | null; said: string }> {
  const folder = temporaryFolder(context)
  const child = spawn(process.execPath, [program, 'serve'], {
    cwd: folder,
    env: { ...kept(), PORT: '0', DATA_DIR: join(folder, 'data'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  context.after(() => child.kill('SIGKILL'))
  const output = collect(child)
  const status = await new Promise<number | null>((done) => child.once('close', (code) => done(code)))
  const { stdout, stderr } = output()
  return { status, said: stdout + stderr }
}
