import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Child, kept, startNode } from './child.ts'

const program = resolve(import.meta.dirname, '../../src/main.ts')

/** What is ended with a test, or with a bench. */
export interface Ending {
  after(end: () => unknown): void
}

/** The real program, serving in a process of its own. */
export type ServerProcess = Child & { readonly url: string }

/** An empty folder that is removed after the test. */
export function temporaryFolder(context: Ending): string {
  const folder = mkdtempSync(join(tmpdir(), 'gazetteer-process-'))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Runs `serve` on a free port until the test ends. */
function start(context: Ending, folder: string, env: Readonly<Record<string, string>>): Child {
  const own = { ...kept(), PORT: '0', DATA_DIR: join(folder, 'data'), ...env }
  const child = startNode([program, 'serve'], { cwd: folder, env: own })
  context.after(() => child.end())
  return child
}

/** Starts `serve` on a free port; resolves once it serves. @throws where it ends before that. */
export async function startProcess(
  context: Ending,
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const child = start(context, folder, env)
  const [, url = ''] = await child.printed(/serves at (http:\S+)/)
  return Object.assign(child, { url })
}

/** Starts `serve` where it must refuse to; resolves with its exit status and all that it printed. */
export async function startRefused(
  context: Ending,
  env: Readonly<Record<string, string>>,
): Promise<{ status: number | null; said: string }> {
  const child = start(context, temporaryFolder(context), env)
  const status = await child.ended()
  const { stdout, stderr } = child.output()
  return { status, said: stdout + stderr }
}
