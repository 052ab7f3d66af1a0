#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import type { Config } from './config.ts'

// Compiled code is cached for the next start, which halves the start time of a command. The cache lies beside the
// packages, where only those who may also change the program can write. If nobody can write there, nothing is cached.
const kept = process.env.NODE_COMPILE_CACHE ?? join(import.meta.dirname, '../node_modules/.cache/gazetteer')
enableCompileCache(kept)
// Worker threads read it from here.
process.env.NODE_COMPILE_CACHE = kept

// Imported after that, so that these are also cached.
const { runCommandLine } = await import('./cli/command-line.ts')
const { readConfig } = await import('./config.ts')

/**
 * The longest that a stop takes. It exceeds the time for running responses (drainMillis), so that the rest closes in
 * order.
 */
const stopMillis = 10_000

/** The first Node without vulnerabilities in its Brotli decoder and in its reading of names in TLS. */
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

/** Serves until SIGTERM or SIGINT. Output for people goes to standard output, the log to standard error. */
async function run(
  config: Config,
  { demo, version }: { readonly demo: boolean; readonly version: string },
): Promise<void> {
  // Imported here, since most commands do not need HTTP and should not wait for it.
  const { pino } = await import('pino')
  // At a terminal the log would bury what a first start prints.
  const level = config.logLevel ?? (process.stderr.isTTY ? 'warn' : 'info')
  const logger = pino({ level }, pino.destination({ dest: 2, sync: true }))
  const stop = stopSignals()
  const { serve } = await import('./http/serve.ts')
  const { readBuiltPage } = await import('./http/pages/built-page.ts')
  const { groundFile } = await import('./geo/map-file.ts')
  const { banner } = await import('./cli/banner.ts')
  const service = await serve(config, {
    clock: Date.now,
    logger,
    version,
    demo,
    page: readBuiltPage(),
    ground: groundFile,
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
 * Handles signals. A terminal and npm both forward one key press, so signals within a second count as one. A later one
 * means that somebody does not want to wait.
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
    /** Until this is called, a signal ends the process at once: written data is durable, and no request is running. */
    started: () => {
      hasStarted = true
    },
  }
}

/** Returns the location of the record, without secrets. */
async function shownData({ databaseUrl, dataDir }: Config): Promise<string> {
  if (databaseUrl === undefined) return dataDir
  const { parseDatabaseAddress } = await import('./store/postgres/address.ts')
  return `PostgreSQL ${parseDatabaseAddress(databaseUrl).shown}`
}

/** Returns the address as a person would write it. */
function localhostUrl(url: string): string {
  return url.replace('//127.0.0.1:', '//localhost:')
}
