import { childrenOf } from '../postgres/server.ts'
import type { Cluster } from './cluster.ts'

/** Something that goes wrong, and is mended. */
export interface Fault {
  readonly name: string
  /** Whether answered writes may be lost with it, as the documentation says. */
  readonly mayLose?: boolean
  /** Lets it happen while callers are at work, and mends it. */
  happen(cluster: Cluster, work: Work): Promise<void>
}

/** What callers do meanwhile. */
export interface Work {
  /** Resolves after as long as a fault is to last. */
  goesOn(): Promise<void>
  /** Resolves when so many more writes were answered. */
  writes(count: number): Promise<void>
}

/** How many, at least, the standby lacks that was behind. */
const lostWrites = 20

/** In an order in which each leaves what the next needs. */
export const faults: readonly Fault[] = [
  { name: 'none', happen: (_, work) => work.goesOn() },
  {
    name: 'a replica is killed, and started again',
    async happen({ replicas: [replica] }, work) {
      await replica!.kill()
      await work.goesOn()
      await replica!.start()
    },
  },
  {
    name: 'the standby that commits wait for is killed, and started again',
    async happen({ standby }, work) {
      await standby!.server.kill()
      await work.goesOn()
      await standby!.server.start()
    },
  },
  {
    name: 'the network to the primary is cut',
    async happen({ primary: { link } }, work) {
      link.cut()
      await work.goesOn()
      link.heal()
    },
  },
  {
    name: 'the network to the primary falls silent',
    async happen({ primary: { link } }, work) {
      link.silence()
      await work.goesOn()
      link.heal()
    },
  },
  {
    name: 'the primary stands still, as on a disk that does not answer',
    async happen({ primary: { server } }, work) {
      const pids = [server.pid(), ...childrenOf(server.pid())]
      for (const pid of pids) process.kill(pid, 'SIGSTOP')
      await work.goesOn()
      for (const pid of pids.toReversed()) process.kill(pid, 'SIGCONT')
    },
  },
  {
    name: 'the primary is killed, and started again',
    async happen({ primary: { server } }, work) {
      await server.kill()
      await work.goesOn()
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
    async happen(cluster, work) {
      cluster.replication.silence()
      await work.writes(lostWrites)
      await cluster.promote()
    },
  },
]
