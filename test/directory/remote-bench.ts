import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Directory } from '../../src/directory/directory.ts'
import { createRemoteDirectory, type RemoteLimits } from '../../src/directory/remote-directory.ts'
import { type Answer, type DirectoryServer, startDirectoryServer } from './directory-server.ts'

export const key = 'a-very-secret-key'

export interface Bench {
  readonly server: DirectoryServer
  readonly directory: Directory
  readonly failures: [kind: string, detail: string][]
  readonly kinds: () => string[]
  /** Lets the time that ages what is known pass. */
  readonly advance: (ms: number) => void
}

/** A directory of three owners over a real server, far from its next load of names. */
export async function open(
  t: TestContext,
  limits: Partial<RemoteLimits> = {},
  prepare?: (server: DirectoryServer) => void,
): Promise<Bench> {
  const server = await startDirectoryServer()
  server.lists.owners = ['a', 'b', 'c'].map((id) => ({ id, name: `Unit ${id}`, contactInfo: { email: `${id}@1` } }))
  prepare?.(server)
  const failures: [string, string][] = []
  let now = 1_000_000
  const directory = await createRemoteDirectory({
    url: server.url,
    key,
    locale: 'sv',
    onFailure: (kind, detail) => failures.push([kind, detail]),
    clock: () => now,
    limits: { ttlMillis: 1000, missingTtlMillis: 500, failedTtlMillis: 100, refreshMillis: 60_000, ...limits },
  })
  t.after(async () => {
    await directory.close()
    await server.close()
    assert.ok(failures.every(([, detail]) => !detail.includes(key) && !detail.includes('\n')))
  })
  const advance = (ms: number) => {
    now += ms
  }
  return { server, directory, failures, kinds: () => failures.map(([kind]) => kind), advance }
}

/** Changes what the server says of the contact details of every owner. */
export function changeContacts(server: DirectoryServer, round: string): void {
  server.lists.owners = server.lists.owners.map((owner) => ({
    ...owner,
    contactInfo: { email: `${owner.id}@${round}` },
  }))
}

export function emailOf(directory: Directory, id: string): string | undefined {
  return directory.entry('owners', id)?.contactInfo?.email
}

/** Whether the promise settles long before a caller who has to wait would be let go. */
export async function atOnce(promise: Promise<void>): Promise<boolean> {
  return Promise.race([promise.then(() => true), delay(150, false)])
}

export const never: Answer = () => {}
