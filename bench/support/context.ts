import type { LoadClient } from './load.ts'
import type { ServerProcess } from './processes.ts'
import type { World } from './world.ts'

/** What a question of the bench works with. */
export interface Context {
  readonly world: World
  readonly server: ServerProcess
  /** Ids of places of the world, sampled with the seed. */
  readonly ids: readonly string[]
  /** A key that may read and no more. */
  readonly readKey: string
  readonly random: () => number
  /** Seconds of each block, how many pairs of blocks, and connections at once. */
  readonly seconds: number
  readonly pairs: number
  readonly connections: number
  readonly client: LoadClient
}
