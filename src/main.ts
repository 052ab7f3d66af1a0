#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs'
import { pino } from 'pino'
import { banner } from './banner.ts'
import { runCommandLine } from './cli/command-line.ts'
import { type Config, readConfig } from './config.ts'

/** The longest that a stop takes; longer than what is being answered is given (drainMillis), so that the rest is closed in order. */
const stopMilliseconds = 10_000

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

process.exitCode = await runCommandLine(process.argv.slice(2), {
  config: () => {
    if (existsSync('.env')) process.loadEnvFile('.env')
    return readConfig(process.env)
  },
  serve,
  version,
  clock: Date.now,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
})

/** Serves until SIGTERM or SIGINT. What a person reads goes to standard output, the log to standard error. */
async function serve(config: Config, { demo }: { readonly demo: boolean }): Promise<void> {
  const logger = pino({ level: config.logLevel }, pino.destination({ dest: 2, sync: true }))
  const stopped = stopSignal()
  // Loaded here, since most commands need nothing of HTTP and should not wait for it.
  const { openService } = await import('./service.ts')
  const service = await openService(config, {
    clock: Date.now,
    logger,
    version,
    demo,
    writeAccessLog: (lines) => {
      if (logger.isLevelEnabled('info')) process.stderr.write(lines)
    },
  })
  process.stdout.write(banner({ ...service, url: shownUrl(service.url), dataDir: config.dataDir }))
  const signal = await stopped
  logger.info({ signal }, 'stopping')
  setTimeout(() => {
    logger.error('what was being answered took too long; ending without it')
    process.exit(1)
  }, stopMilliseconds).unref()
  await service.close()
  logger.info('stopped')
}

function stopSignal(): Promise<NodeJS.Signals> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve(signal))
  return promise
}

/** As a person would write it. */
function shownUrl(url: string): string {
  return url.replace('//127.0.0.1:', '//localhost:')
}
