import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { administer } from '../postgres/databases.ts'
import { findOrInstall } from '../postgres/install.ts'
import { type PostgresServer, startServer, superuser } from '../postgres/server.ts'
import { until } from '../until.ts'
import { type Balancer, startBalancer } from './balancer.ts'
import { type Link, openLink } from './link.ts'
import { createReplicaProcess, type ReplicaProcess } from './replica-process.ts'

const database = 'places'
const standbyName = 'standby'

/** A server of the database with the link that everybody reaches it over. */
interface Member {
  readonly server: PostgresServer
  readonly link: Link
}

/** A primary with a streaming standby, three replicas of the service on them, and a balancer before these. */
export class Cluster {
  readonly key = 'key-of-the-bench'
  primary: Member
  standby: Member | undefined
  /** The replicas behind the balancer. */
  replicas: readonly ReplicaProcess[] = []
  balancer: Balancer | undefined
  /** Logs and data folders of the replicas. */
  readonly folder = mkdtempSync(join(tmpdir(), 'gazetteer-faults-'))
  readonly #programs: string
  /** A link for each of the two servers that are there at a time. */
  readonly #links: readonly Link[]
  /** Over which a standby follows. */
  readonly replication: Link

  constructor(programs: string, primary: PostgresServer, links: readonly [Link, Link, Link]) {
    const [first, second, replication] = links
    this.#programs = programs
    this.#links = [first, second]
    this.primary = { server: primary, link: first }
    this.replication = replication
  }

  async start(): Promise<void> {
    await administer(this.primary.server.url(), `create database ${database}`)
    await this.addStandby()
    this.replicas = await Promise.all([0, 1, 2].map(() => this.createReplica()))
    await Promise.all(this.replicas.map((replica) => replica.start()))
    this.balancer = await startBalancer(this.replicas.map(({ url }) => url))
  }

  /** A replica with a folder of its own, not started yet. */
  createReplica(): Promise<ReplicaProcess> {
    const [first, second] = this.#links.map(({ port }) => `127.0.0.1:${port}`)
    return createReplicaProcess(this.folder, {
      PATH: process.env.PATH,
      ADMIN_KEY: this.key,
      LOG_LEVEL: 'warn',
      DATABASE_URL: `postgres://${superuser}@${first},${second}/${database}?target_session_attrs=read-write`,
      DATABASE_READ_URL: `postgres://${superuser}@${second},${first}/${database}`,
    })
  }

  /** Makes a standby of the primary, that every commit waits for. */
  async addStandby(): Promise<void> {
    const { server: primary, link } = this.primary
    this.replication.lead(primary.port)
    const conninfo = `host=127.0.0.1 port=${this.replication.port} user=${superuser} application_name=${standbyName}`
    const server = await startServer({
      programs: this.#programs,
      settings: { primary_conninfo: conninfo, synchronous_standby_names: '' },
      make: (made, data) => made.run('pg_basebackup', ['-D', data, '-d', primary.url(), '-c', 'fast', '-R']),
    })
    const free = this.#links.find((each) => each !== link)!
    free.lead(server.port)
    this.standby = { server, link: free }
    await this.waitForStandby(true)
  }

  /** Whether an answered write is to be on the standby too. */
  async waitForStandby(wanted: boolean): Promise<void> {
    const url = this.primary.server.url()
    await administer(url, `alter system set synchronous_standby_names = '${wanted ? standbyName : ''}'`)
    await administer(url, 'select pg_reload_conf()')
    if (!wanted) return
    await until('the standby follows', async () => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      const { rowCount } = await client.query(`select from pg_stat_replication where sync_state = 'sync'`)
      await client.end()
      return rowCount === 1
    })
  }

  /** Loses the primary for good, and lets the standby take over. */
  async promote(): Promise<void> {
    const { server } = this.primary
    await server.kill()
    this.primary = this.standby!
    this.standby = undefined
    await administer(this.primary.server.url(), 'select pg_promote(true)')
    await server.remove()
  }

  /** Waits until every replica can be asked and written to. */
  async well(): Promise<void> {
    await until('every replica is well', async () =>
      (await Promise.all(this.replicas.map((replica) => replica.isWell()))).every(Boolean),
    )
  }

  async close(): Promise<void> {
    await this.balancer?.close()
    await Promise.all(this.replicas.map((replica) => replica.kill()))
    await this.standby?.server.remove()
    await this.primary.server.remove()
    await Promise.all([...this.#links, this.replication].map((link) => link.close()))
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** Starts everything, or says why it cannot be. */
export async function startCluster(): Promise<Cluster | { readonly missing: string }> {
  const found = findOrInstall()
  if ('missing' in found) return found
  const primary = await startServer({ programs: found.programs })
  const links = [await openLink(primary.port), await openLink(primary.port), await openLink(primary.port)] as const
  const cluster = new Cluster(found.programs, primary, [links[0], links[1], links[2]])
  try {
    await cluster.start()
    return cluster
  } catch (error) {
    await cluster.close()
    throw error
  }
}
