#!/usr/bin/env node
// The command `gazetteer`, which npm start also runs, in every shell and on whatever Node the machine has (20 or newer). Runs the
// program on the project's own Node: in a clone the sources, once it is set up, and in the package what was compiled from them.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { projectNode, setUp } from './setup.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const source = join(root, 'src', 'main.ts')
const isClone = existsSync(source)
if (isClone) await setUp('serve')
const program = isClone ? source : join(root, 'dist', 'main.js')
const isWindows = process.platform === 'win32'
/** For glibc (docs/operation.md). */
const memory = { MALLOC_TRIM_THRESHOLD_: '134217728', MALLOC_MMAP_THRESHOLD_: '1048576' }
const [command, args] = [projectNode(), [program, ...process.argv.slice(2)]]
const env = process.platform === 'linux' ? { ...memory, ...process.env } : process.env

// In the place of this process, so that signals and the exit status need nobody between. Windows and Node 20 cannot.
if (process.execve && !isWindows) process.execve(command, [command, ...args], env)

const child = spawn(command, args, { stdio: 'inherit', env })
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
  // The program decides when it ends. The console of Windows sends it what is typed, and any other signal would kill it there.
  process.on(signal, () => isWindows || child.kill(signal))
}
child.on('exit', (status, signal) => {
  // As shells have it.
  process.exitCode = status ?? 128 + constants.signals[signal]
})
