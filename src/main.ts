#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import type { Config } from './config.ts'

// What is compiled is kept for the next start, which makes a command start in half the time. It lies beside the packages,
// where only those can write who may change the program too; where nobody can, nothing is kept.
const kept = process.env.NODE_COMPILE_CACHE ?? join(import.meta.dirname, '../node_modules/.cache/gazetteer')
enableCompileCache(kept)
// Threads take it from here.
process.env.NODE_COMPILE_CACHE = kept

// Loaded after that, so that they are kept too.
const { runCommandLine } = await import('./cli/command-line.ts')
const { readConfig } = await import('./config.ts')

/** The longest that a stop takes; longer than what is being answered is given (drainMillis), so that the rest is closed in order. */
const stopMillis = 10_000

/** The first Node without holes in its Brotli decoder and its reading of names in TLS. */
const nodeWanted = '26.12.1'

const version = readVersion()
process.exitCode = await runCommandLine(process.argv.slice(2), {
  config: () => {
    if (existsSync('.env')) process.loadEnvFile('.env')
    return readConfig(process.env)
  },
  serve: (config, options) => run(config, { ...options, version }),
  version,
  clock: Date.now,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
})

function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { readonly version: string }).version
}

/** Serves until SIGTERM or SIGINT. What a person reads goes to standard output, the log to standard error. */
async function run(
  config: Config,
  { demo, version }: { readonly demo: boolean; readonly version: string },
): Promise<void> {
  // Loaded here, since most commands need nothing of HTTP and should not wait for it.
  const { pino } = await import('pino')
  const logger = pino({ level: config.logLevel }, pino.destination({ dest: 2, sync: true }))
  const stop = stopSignals()
  const { serve } = await import('./http/serve.ts')
  const { readBuiltPage } = await import('./http/built-page.ts')
  const { banner } = await import('./cli/banner.ts')
  const service = await serve(config, {
    clock: Date.now,
    logger,
    version,
    demo,
    page: readBuiltPage(),
    atTerminal: process.stdout.isTTY === true,
    onDemo: () => process.stdout.write('Loading the demo, once: some seconds…\n'),
    writeAccessLog: (lines) => {
      if (logger.isLevelEnabled('info')) process.stderr.write(lines)
    },
  })
  stop.started()
  process.stdout.write(banner({ ...service, url: localhostUrl(service.url), data: await shownData(config) }))
  if (isOlder(process.versions.node)) {
    logger.warn(
      `Node ${process.versions.node} lacks security fixes of ${nodeWanted}; run \`node src/main.ts serve\` with a newer one (docs/configuration.md)`,
    )
  }
  const signal = await stop.signal
  logger.info({ signal }, 'stopping')
  setTimeout(() => {
    logger.error('what was being answered took too long; ending without it')
    process.exit(1)
  }, stopMillis).unref()
  await service.close()
  logger.info('stopped')
}

function isOlder(version: string): boolean {
  return version.localeCompare(nodeWanted, 'en', { numeric: true }) < 0
}

/**
 * A terminal and npm both pass on what is typed once, so signals that follow within a second mean the first; a later one
 * is from somebody who does not want to wait.
 */
function stopSignals() {
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
    /** Resolves at the first signal after the start. */
    signal: promise,
    /** Until this is called a signal ends the process at once: what is written is durable, and nobody is being answered. */
    started: () => {
      hasStarted = true
    },
  }
}

/** Where the record is, without what may be secret in it. */
async function shownData({ databaseUrl, dataDir }: Config): Promise<string> {
  if (databaseUrl === undefined) return dataDir
  const { parseDatabaseAddress } = await import('./store/postgres/address.ts')
  return `PostgreSQL ${parseDatabaseAddress(databaseUrl).shown}`
}

/** As a person would write it. */
function localhostUrl(url: string): string {
  return url.replace('//127.0.0.1:', '//localhost:')
}
