import { existsSync, readFileSync } from 'node:fs'
import { pino } from 'pino'
import type { ExitStatus } from './cli/command-error.ts'
import { runCommandLine } from './cli/command-line.ts'
import { type Config, readConfig } from './config.ts'
import { banner } from './start/banner.ts'
import { parseDatabaseAddress } from './store/postgres/address.ts'

/** The longest that a stop takes; longer than what is being answered is given (drainMillis), so that the rest is closed in order. */
const stopMillis = 10_000

/** What the arguments of the process ask for; gives the status that it is to end with. */
export async function runProgram(): Promise<ExitStatus> {
  const version = readVersion()
  return runCommandLine(process.argv.slice(2), {
    config: () => {
      if (existsSync('.env')) process.loadEnvFile('.env')
      return readConfig(process.env)
    },
    serve: (config, options) => serve(config, { ...options, version }),
    version,
    clock: Date.now,
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
  })
}

function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { readonly version: string }).version
}

/** Serves until SIGTERM or SIGINT. What a person reads goes to standard output, the log to standard error. */
async function serve(
  config: Config,
  { demo, version }: { readonly demo: boolean; readonly version: string },
): Promise<void> {
  const logger = pino({ level: config.logLevel }, pino.destination({ dest: 2, sync: true }))
  const stop = stopSignals()
  // Loaded here, since most commands need nothing of HTTP and should not wait for it.
  const { openService } = await import('./service.ts')
  const service = await openService(config, {
    clock: Date.now,
    logger,
    version,
    demo,
    onDemo: () => process.stdout.write('Loading the demo, once: some seconds…\n'),
    writeAccessLog: (lines) => {
      if (logger.isLevelEnabled('info')) process.stderr.write(lines)
    },
  })
  stop.started()
  process.stdout.write(banner({ ...service, url: shownUrl(service.url), data: shownData(config) }))
  const signal = await stop.signal
  logger.info({ signal }, 'stopping')
  setTimeout(() => {
    logger.error('what was being answered took too long; ending without it')
    process.exit(1)
  }, stopMillis).unref()
  await service.close()
  logger.info('stopped')
}

/** What waits for SIGTERM or SIGINT. */
interface StopSignals {
  /** Resolves at the first signal after the start. */
  readonly signal: Promise<NodeJS.Signals>
  /** Until this is called a signal ends the process at once: what is written is durable, and nobody is being answered. */
  started(): void
}

/**
 * A terminal and npm both pass on what is typed once, so signals that follow within a second mean the first; a later one
 * is from somebody who does not want to wait.
 */
function stopSignals(): StopSignals {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>()
  let hasStarted = false
  let first: number | undefined
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (!hasStarted) process.exit(0)
      if (first !== undefined && performance.now() - first > 1000) process.exit(1)
      first ??= performance.now()
      resolve(signal)
    })
  }
  return {
    signal: promise,
    started: () => {
      hasStarted = true
    },
  }
}

/** Where the record is, without what may be secret in it. */
function shownData({ databaseUrl, dataDir }: Config): string {
  return databaseUrl === undefined ? dataDir : `PostgreSQL ${parseDatabaseAddress(databaseUrl).shown}`
}

/** As a person would write it. */
function shownUrl(url: string): string {
  return url.replace('//127.0.0.1:', '//localhost:')
}
