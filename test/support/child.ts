import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { waitMillisMax, within } from './until.ts'

/** Kills a Node process that has it preloaded once its parent has ended. */
const endWithParent = new URL('end-with-parent.ts', import.meta.url).href

/**
 * Runs a program and waits until its own standard input ends, which it does however its parent ends; then it sends the
 * program the signal, and removes the folder, if there is one.
 */
const keeper = `
signal=$1; folder=$2; shift 2
exec 3<&0
trap 'gone=yes; kill -s "$signal" $pid 2>/dev/null; kill -s CONT $pid 2>/dev/null' USR1
"$@" </dev/null 3<&- & pid=$!
( read -r _ <&3; kill -s USR1 $$ 2>/dev/null ) & watcher=$!
wait $pid; status=$?
if [ "$gone" ]; then wait $pid; [ -z "$folder" ] || rm -rf "$folder"; fi
kill $watcher 2>/dev/null
exit $status`

/** Kills a process once its own standard input ends. */
const guard = 'read -r _; kill -s KILL "$1"'

/** Of a tool. */
const outputBytesMax = 2 ** 26

/** The part of the environment that a process of the tests takes over; all else would be configuration. */
export function kept(): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  return { PATH, NODE_COMPILE_CACHE }
}

export interface ChildOptions {
  readonly cwd?: string
  /** Without it the environment is that of `kept`. */
  readonly env?: NodeJS.ProcessEnv
  /** All that the program reads from its standard input. */
  readonly input?: string
  /** A descriptor that takes the standard error in place of `output`. */
  readonly stderr?: number
  /** A command that starts the program, with its arguments. */
  readonly by?: readonly string[]
}

export interface Output {
  readonly stdout: string
  readonly stderr: string
}

/** A program that ran to its end: its output, and its status, null where a signal ended it. */
export interface Run extends Output {
  readonly status: number | null
}

/** Starts Node with these arguments in a process that ends with this one, however this one ends. */
export function startNode(args: readonly string[], options: ChildOptions = {}): Child {
  const { cwd, env = kept(), input, stderr = 'pipe', by = [] } = options
  const [command = '', ...rest] = [...by, process.execPath, '--import', endWithParent, ...args]
  const stdin = input === undefined ? 'ignore' : 'pipe'
  const child = spawn(command, rest, {
    env,
    stdio: [stdin, 'pipe', stderr, 'ipc'],
    ...(cwd !== undefined && { cwd }),
  })
  child.stdin?.on('error', () => {}).end(input)
  return new Child(child)
}

/** Runs Node with these arguments to its end. */
export async function runNode(args: readonly string[], options: ChildOptions = {}): Promise<Run> {
  const child = startNode(args, options)
  const status = await child.ended()
  return { status, ...child.output() }
}

/** How a keeper ends its program. */
export interface Keeping {
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
  /** Without SIG. */
  readonly signal?: string
  /** A folder that is removed afterwards. */
  readonly folder?: string
}

/** The process of a keeper, whose program also ends with this process, however this one ends. */
export function spawnKept(command: readonly string[], options: Keeping = {}) {
  const { cwd, env = kept(), signal = 'KILL', folder = '' } = options
  return spawn('sh', ['-c', keeper, 'sh', signal, folder, ...command], {
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
    // Signals from a terminal are for this process, which has its programs ended in order.
    detached: true,
    ...(cwd !== undefined && { cwd }),
  })
}

/** Starts a program other than Node in a process that ends with this one. */
export function startKept(command: readonly string[], options: Keeping = {}): Child {
  const child = spawnKept(command, options)
  return new Child(child, () => child.stdin.destroy())
}

/** Runs a tool to its end, while this process does nothing else; with the status null where it takes too long. */
export function runTool(command: string, args: readonly string[], options: ToolOptions = {}) {
  return spawnSync(command, args, {
    timeout: waitMillisMax,
    killSignal: 'SIGKILL',
    maxBuffer: outputBytesMax,
    ...options,
    encoding: 'utf8',
  })
}

interface ToolOptions {
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
  readonly timeout?: number
}

/** A process that a test started. */
export class Child {
  readonly process: ChildProcess
  readonly #closed: Promise<number | null>
  /** Ends it in place of a signal. */
  readonly #stop: (() => void) | undefined
  #stdout = ''
  #stderr = ''
  /** Kills it where it stands still when this process ends. */
  #guard: ChildProcess | undefined

  constructor(child: ChildProcess, stop?: () => void) {
    this.process = child
    this.#stop = stop
    this.#closed = new Promise((resolve, reject) => {
      child.once('error', reject).once('close', (status) => resolve(status))
    })
    this.#closed.catch(() => {})
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#stdout += text
    })
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr += text
    })
  }

  /** Its last arguments, which tell it apart from others. */
  get name(): string {
    return `the process ${this.process.spawnargs.slice(-2).join(' ')}`
  }

  get isRunning(): boolean {
    return this.process.exitCode === null && this.process.signalCode === null
  }

  /** All that it has printed so far. */
  output(): Output {
    return { stdout: this.#stdout, stderr: this.#stderr }
  }

  /** Calls back with each whole line that it prints. */
  onLine(take: (line: string) => void): void {
    let rest = ''
    this.process.stdout!.on('data', (text: string) => {
      const lines = (rest + text).split('\n')
      rest = lines.pop()!
      for (const line of lines) take(line)
    })
  }

  /** Waits until its standard output has the pattern. @throws where it ends before that. */
  printed(pattern: RegExp): Promise<RegExpExecArray> {
    const found = new Promise<RegExpExecArray>((resolve) => {
      const look = () => {
        const match = pattern.exec(this.#stdout)
        if (match) resolve(match)
      }
      look()
      this.process.stdout!.on('data', look)
    })
    return this.#before(`it prints ${pattern}`, found)
  }

  /** Waits for its next message. @throws where it ends before that. */
  message<Message>(what = 'it sends a message'): Promise<Message> {
    const sent = new Promise<unknown>((resolve) => this.process.once('message', resolve))
    return this.#before(what, sent as Promise<Message>)
  }

  /** Its exit status once it has ended, null where a signal ended it. */
  ended(millisMax = waitMillisMax): Promise<number | null> {
    return within(`${this.name} ends`, this.#closed, () => this.output(), millisMax)
  }

  /** Stops it, with its connections open, until it is ended. */
  pause(): void {
    this.#guard = spawn('sh', ['-c', guard, 'sh', String(this.process.pid)], { stdio: ['pipe', 'ignore', 'ignore'] })
    this.process.kill('SIGSTOP')
  }

  /** Ends it by a signal, and returns as `ended`. */
  end(signal: NodeJS.Signals = 'SIGKILL'): Promise<number | null> {
    this.#guard?.kill('SIGKILL')
    if (this.#stop) this.#stop()
    else this.process.kill(signal)
    return this.ended()
  }

  #before<Result>(what: string, promise: Promise<Result>): Promise<Result> {
    const ended = this.#closed.then((status): never => {
      throw new Error(`${this.name} ended with ${status} before ${what}: ${this.#stdout}${this.#stderr}`)
    })
    return within(what, Promise.race([promise, ended]), () => this.output())
  }
}
