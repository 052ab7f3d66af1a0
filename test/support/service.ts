import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { readConfig } from '../../src/config.ts'
import { groundFile } from '../../src/geo/map-file.ts'
import { readBuiltPage } from '../../src/http/pages/built-page.ts'
import { type ServeLimits, serve } from '../../src/http/serve.ts'
import type { Instant } from '../../src/place/place.ts'
import { recordOf } from './record.ts'

export interface StartOptions {
  /** The instant at which its clock stands; without it the clock is the machine's until `setNow`. */
  readonly now?: Instant
  /** More configuration, as the environment would give it. */
  readonly env?: Readonly<Record<string, string>>
  /** A data folder to keep; without it a temporary one is made and removed. */
  readonly dataDir?: string
  readonly demo?: boolean
  /** Another file with the water and borders of the map. */
  readonly ground?: string
  readonly atTerminal?: boolean
  readonly limits?: ServeLimits
}

/** What a service does by itself sooner or later is not waited for in tests. */
const quickLimits: ServeLimits = {
  webhooks: { flushMillis: 50, lookMillis: 50 },
  publications: { lookMillis: 50 },
}

/** Read once for all services of this process: its files take longer than all else of a start. */
const page = readBuiltPage()

/** The whole service in this process, on a free port, with a clock that the test moves. */
export interface TestService {
  readonly url: string
  readonly adminKey: string
  /** Signs a browser in, once, where it was started as at a terminal. */
  readonly link: string | undefined
  readonly dataDir: string
  /** Every line of the access log and of the log so far. */
  readonly logged: readonly string[]
  /** Stops the clock at an instant. */
  setNow(now: Instant): void
  /** Moves the clock by milliseconds, and stops it there. */
  advance(milliseconds: number): void
  /** Stops the service, once. */
  close(): Promise<void>
}

export async function startService(options: StartOptions = {}): Promise<TestService> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'gazetteer-test-'))
  const adminKey = options.env?.ADMIN_KEY ?? 'test-admin-key'
  let now = options.now
  const clock = () => now ?? Date.now()
  let closing: Promise<void> | undefined
  const logged: string[] = []
  const own = { PORT: '0', DATA_DIR: dataDir, ADMIN_KEY: adminKey, LOG_LEVEL: 'info' }
  const config = readConfig({ ...own, ...(await recordOf(dataDir)), ...options.env })
  const service = await serve(config, {
    clock,
    logger: pino({ level: config.logLevel ?? 'info' }, { write: (line: string) => void logged.push(line) }),
    writeAccessLog: (lines) => void logged.push(Buffer.from(lines).toString()),
    version: '0.0.0-test',
    page,
    ground: options.ground ?? groundFile,
    demo: options.demo ?? false,
    atTerminal: options.atTerminal ?? false,
    limits: { ...quickLimits, ...options.limits },
  })
  const close = async () => {
    await service.close()
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true })
  }
  return {
    url: service.url,
    adminKey: service.madeAdminKey ?? adminKey,
    link: service.link,
    dataDir,
    logged,
    setNow: (instant) => {
      now = instant
    },
    advance: (milliseconds) => {
      now = clock() + milliseconds
    },
    close: () => (closing ??= close()),
  }
}
