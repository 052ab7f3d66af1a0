#!/usr/bin/env node
// The command `gazetteer`, on whatever Node the machine has (20 or newer): sets up where that is missing, then runs the
// program on the project's own Node, which reads TypeScript.
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const { projectNode } = await import('./setup.mjs')
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const child = spawn(projectNode(), [join(root, 'src', 'main.ts'), ...process.argv.slice(2)], { stdio: 'inherit' })
// A terminal sends its signals to both; what others send comes here alone. Either way the program decides when it ends.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
  process.on(signal, () => {
    if (signal !== 'SIGINT') child.kill(signal)
  })
}
child.on('exit', (status, signal) => {
  process.exitCode = status ?? (signal ? 1 : 0)
})
