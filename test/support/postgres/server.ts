import type { ChildProcess } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { runTool, spawnKept } from '../child.ts'
import { freePort } from '../ports.ts'
import { nextEvent, until } from '../until.ts'

export const superuser = 'gazetteer'

/** Settings of postgresql.conf. */
export type Settings = Readonly<Record<string, string | number>>

/** A PostgreSQL of the tests, in a folder of its own. */
export interface PostgresServer {
  readonly port: number
  readonly folder: string
  /** Address of a database on it. */
  url(database?: string): string
  /** Number of its first process. */
  pid(): number
  /** Starts it again, on the same port, after it was stopped or killed. */
  start(): Promise<void>
  /** Stops it in order: what is committed is on disk, and streamed. */
  stop(): Promise<void>
  /** Kills all of its processes at once. */
  kill(): Promise<void>
  /** Runs one of PostgreSQL's programs as the user of the server. */
  run(program: string, args: readonly string[]): void
  /** Stops it and removes its folder. */
  remove(): Promise<void>
}

/** Settings for servers that need not survive a crash of the machine. */
const quickSettings: Settings = {
  fsync: 'off',
  full_page_writes: 'off',
  shared_buffers: '64MB',
  max_connections: 200,
  max_wal_size: '512MB',
  log_min_messages: 'warning',
}

export interface ServerOptions {
  readonly programs: string
  readonly settings?: Settings
  /** Where it is to be and to stay; made where nothing is in it. */
  readonly folder?: string
  /** Makes the data folder in place of initdb. */
  readonly make?: (server: PostgresServer, dataFolder: string) => void
}

/** Makes a server and starts it. It is ordered as in Swedish, so that whatever relies on the order of bytes shows. */
export async function startServer(options: ServerOptions): Promise<PostgresServer> {
  const server = new LocalServer(options, await freePort())
  const make =
    options.make ??
    ((_, data) => {
      const locale = ['--encoding=UTF8', '--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=sv']
      server.run('initdb', ['-D', data, '-U', superuser, '--auth=trust', '--no-sync', ...locale])
    })
  try {
    if (!existsSync(join(server.data, 'PG_VERSION'))) make(server, server.data)
    server.configure({ ...quickSettings, ...options.settings })
    await server.start()
    return server
  } catch (error) {
    await server.remove()
    throw error
  }
}

class LocalServer implements PostgresServer {
  readonly port: number
  readonly folder: string
  readonly data: string
  readonly #programs: string
  readonly #isKept: boolean
  readonly #user = systemUser()
  #process: ChildProcess | undefined

  constructor({ programs, folder }: ServerOptions, port: number) {
    this.#programs = programs
    this.#isKept = folder !== undefined
    this.port = port
    this.folder = folder ?? mkdtempSync(join(tmpdir(), 'gazetteer-postgres-'))
    this.data = join(this.folder, 'data')
    mkdirSync(this.data, { mode: 0o700, recursive: true })
    if (this.#user) for (const each of [this.folder, this.data]) chownSync(each, this.#user.uid, this.#user.gid)
  }

  url(database = 'postgres'): string {
    return `postgres://${superuser}@127.0.0.1:${this.port}/${database}`
  }

  pid(): number {
    return Number(readFileSync(join(this.data, 'postmaster.pid'), 'utf8').split('\n')[0])
  }

  run(program: string, args: readonly string[]): void {
    const [command = '', ...rest] = this.#command(program, args)
    const { status, stderr } = runTool(command, rest, { cwd: this.folder })
    if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`)
  }

  configure(settings: Settings): void {
    const own: Settings = {
      port: this.port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: this.folder,
      ...settings,
    }
    const lines = Object.entries(own).map(([name, value]) => `${name} = '${value}'\n`)
    writeFileSync(join(this.data, 'postgresql.auto.conf'), lines.join(''), { flag: 'a' })
  }

  async start(): Promise<void> {
    const command = this.#command('postgres', ['-D', this.data])
    const folder = this.#isKept ? {} : { folder: this.folder }
    const child = spawnKept(command, { cwd: '/', signal: 'QUIT', ...folder })
    let log = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-20_000)
    })
    // None of these keeps the tests from ending.
    child.unref()
    for (const stream of [child.stdin, child.stdout, child.stderr]) unreference(stream)
    this.#process = child
    const isOver = () => child.exitCode !== null
    const answersOrIsOver = async () => isOver() || (await this.#answers())
    await until('PostgreSQL answers', answersOrIsOver, { saw: () => log })
    if (isOver()) throw new Error(`PostgreSQL did not start: ${log}`)
  }

  async stop(): Promise<void> {
    await this.#end(() => process.kill(this.pid(), 'SIGINT'))
  }

  async kill(): Promise<void> {
    await this.#end(() => {
      const first = this.pid()
      // Stopped first, so that it cannot start others while they are killed.
      process.kill(first, 'SIGSTOP')
      for (const pid of [...childrenOf(first), first]) killIfThere(pid)
    })
    rmSync(join(this.data, 'postmaster.pid'), { force: true })
  }

  async remove(): Promise<void> {
    if (this.#process?.exitCode === null) {
      await this.#end(() => process.kill(this.pid(), 'SIGQUIT')).catch(() => this.kill())
    }
    if (!this.#isKept) await rm(this.folder, { recursive: true, force: true })
  }

  #command(program: string, args: readonly string[]): string[] {
    const command = [join(this.#programs, program), ...args]
    if (!this.#user) return command
    const { uid, gid } = this.#user
    return ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...command]
  }

  async #end(signal: () => void): Promise<void> {
    const child = this.#process
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = nextEvent(child, 'exit', 'PostgreSQL ends')
    child.ref()
    signal()
    await ended
    child.stdin?.destroy()
  }

  async #answers(): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.url(), connectionTimeoutMillis: 1_000 })
    client.on('error', () => {})
    const isReached = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end()
    return isReached
  }
}

/** PostgreSQL refuses to run as root: then the user that Debian makes for it, or nobody. */
function systemUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => runTool('id', [flag, name]))
    if (uid?.status === 0 && gid?.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  }
  throw new Error('there is neither a user postgres nor nobody to run PostgreSQL as')
}

/** The processes that a process has started. */
export function childrenOf(pid: number): readonly number[] {
  const { stdout } = runTool('ps', ['-o', 'pid=', '--ppid', String(pid)])
  return stdout
    .split('\n')
    .map(Number)
    .filter((each) => each > 0)
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function unreference(stream: unknown): void {
  ;(stream as { unref?: () => void }).unref?.()
}
