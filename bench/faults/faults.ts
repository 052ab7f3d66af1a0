import { spawnSync } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'

/** Something that goes wrong, and is mended. */
export interface Fault {
  readonly name: string
  /** Whether answered writes may be lost with it, as the documentation says. */
  readonly mayLose?: boolean
  /** Lets it happen while callers are at work, and mends it. */
  happen(cluster: Cluster): Promise<void>
}

/** So long most of them last. */
const lastMillis = 1_500

/** In an order in which each leaves what the next needs. */
export const faults: readonly Fault[] = [
  { name: 'none', happen: async () => void (await setTimeout(lastMillis)) },
  {
    name: 'a copy is killed, and started again',
    async happen({ copies: [copy] }) {
      await copy!.kill()
      await setTimeout(lastMillis)
      await copy!.start()
    },
  },
  {
    name: 'the standby that commits wait for is killed, and started again',
    async happen({ standby }) {
      await standby!.server.kill()
      await setTimeout(lastMillis)
      await standby!.server.start()
    },
  },
  {
    name: 'the network to the primary is cut',
    async happen({ primary: { link } }) {
      link.cut()
      await setTimeout(lastMillis)
      link.heal()
    },
  },
  {
    name: 'the network to the primary falls silent',
    async happen({ primary: { link } }) {
      link.silence()
      await setTimeout(lastMillis)
      link.heal()
    },
  },
  {
    name: 'the primary stands still, as on a disk that does not answer',
    async happen({ primary: { server } }) {
      const pids = [server.pid(), ...childrenOf(server.pid())]
      for (const pid of pids) process.kill(pid, 'SIGSTOP')
      await setTimeout(lastMillis)
      for (const pid of pids.toReversed()) process.kill(pid, 'SIGCONT')
    },
  },
  {
    name: 'the primary is killed, and started again',
    async happen({ primary: { server } }) {
      await server.kill()
      await setTimeout(lastMillis)
      await server.start()
    },
  },
  {
    name: 'the primary is lost, the standby is promoted',
    happen: (cluster) => cluster.promote(),
  },
  {
    name: 'the same with a standby that was behind and that no commit waited for',
    mayLose: true,
    async happen(cluster) {
      cluster.replication.silence()
      await setTimeout(lastMillis)
      await cluster.promote()
    },
  },
]

function childrenOf(pid: number): readonly number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
  return stdout
    .split('\n')
    .map(Number)
    .filter((each) => each > 0)
}
