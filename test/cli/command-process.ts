import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { runCommandLine } from '../../src/cli/command-line.ts'
import { readConfig } from '../../src/config.ts'
import type { Run } from '../support/child.ts'
import type { Order } from './program.ts'

// Carries out one command after another in the folder that it was started in, as a process for each would.
process.on('message', async ({ args, input, env }: Order) => {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const written = Promise.all([text(stdout), text(stderr)])
  const status = await runCommandLine(args, {
    config: () => readConfig({ ...process.env, ...env }),
    serve: () => Promise.reject(new Error('a service is served by a process of its own')),
    version: '1.2.3',
    clock: Date.now,
    stdin: Readable.from(input === '' ? [] : [Buffer.from(input)]),
    stdout,
    stderr,
  })
  stdout.end()
  stderr.end()
  const [out, err] = await written
  process.send!({ status, stdout: out, stderr: err } satisfies Run)
})
