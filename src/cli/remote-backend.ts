import type { Config } from '../config.ts'
import { type ImportResult, refused } from '../exchange/import-result.ts'
import { type Batches, type GroupLimit, groupsOf } from '../exchange/pipeline.ts'
import type { ImportRecord } from '../exchange/record.ts'
import { formatInstant } from '../place/dates.ts'
import { createModel } from '../place/model.ts'
import type { GeolocateProgress } from '../service/geolocate.ts'
import { readPlaceTypeSchemas } from '../service/place-type-files.ts'
import type { Announcement } from '../store/lock.ts'
import type { Backend, ImportCall, MadeKey, ShownKey } from './backend.ts'
import { CommandError } from './command-error.ts'
import { callForJson, callServer, linesOf, type ServerCall, textOf, untilReady } from './server-client.ts'

/** The server that has the data folder, over HTTP. `tell` is told when what needs its index has to wait for that. */
export async function openRemoteBackend(
  config: Config,
  server: Announcement,
  tell: (line: string) => void,
): Promise<Backend> {
  const schemas = config.placeTypesDir === undefined ? {} : await readPlaceTypeSchemas(config.placeTypesDir)
  const key = (id: string, rest = '') => `/keys/${encodeURIComponent(id)}${rest}`
  return {
    model: createModel({ placeTypeSchemas: schemas, locale: config.locale }),
    async *import(records, call) {
      await untilReady(server, tell)
      yield* importOver(server, records, call)
    },
    async *export() {
      await untilReady(server, tell)
      yield* textOf(await callServer(server, { method: 'GET', path: '/export' }))
    },
    async *geolocate() {
      refuseOtherBoundaries(config, server)
      const { boundariesFile: file } = config
      if (file !== undefined) tell(`the service derives by ${file} as that was when the service was started`)
      await untilReady(server, tell)
      yield* linesOf<GeolocateProgress>(await callServer(server, { method: 'POST', path: '/geolocate' }))
    },
    listKeys: async () => (await callForJson(server, { method: 'GET', path: '/keys' })) as ShownKey[],
    async createKey({ expires, ...given }) {
      const body = { ...given, ...(expires !== undefined && { expires: formatInstant(expires) }) }
      return (await callForJson(server, jsonCall('/keys', body))) as MadeKey
    },
    rotateKey: async (id) => (await callForJson(server, { method: 'POST', path: key(id, '/rotate') })) as MadeKey,
    async revokeKey(id) {
      await callForJson(server, { method: 'DELETE', path: key(id) })
    },
    async purge(id) {
      await untilReady(server, tell)
      const place = encodeURIComponent(id)
      await callForJson(server, { method: 'POST', path: `/place/${place}/purge?confirm=${place}` })
    },
    async backup(file) {
      await callForJson(server, jsonCall('/backup', { file }))
    },
    close: async () => {},
  }
}

function jsonCall(path: string, body: object): ServerCall {
  return { method: 'POST', path, body: { type: 'application/json', text: JSON.stringify(body) } }
}

/** Records that were sent, and those that could not be read and were not, in the order of the source. */
type Sent = { readonly line: number; readonly fault?: string; readonly key?: string }

/** Sends what could be read as NDJSON and gives the results with the lines of the source. */
async function* importOver(
  server: Announcement,
  records: Batches<ImportRecord>,
  { dryRun, allowOverposting, updatedBy }: ImportCall,
): AsyncGenerator<readonly ImportResult[]> {
  const waiting: Sent[] = []
  const query = new URLSearchParams({
    dryRun: String(dryRun),
    allowOverposting: String(allowOverposting),
    ...(updatedBy !== undefined && { updatedby: updatedBy }),
  })
  const answer = await callServer(server, {
    method: 'POST',
    path: `/import?${query}`,
    body: { type: 'application/x-ndjson', text: linesToSend(records, waiting) },
  })
  for await (const result of linesOf<ImportResult>(answer)) {
    yield unreadResults(waiting)
    const sent = waiting.shift()
    if (sent === undefined) throw new CommandError('the server gives more results than it was sent records')
    yield [{ ...result, line: sent.line }]
  }
  yield unreadResults(waiting)
  if (waiting.length > 0) throw new CommandError('the server broke off the import: run it again, what is done is kept')
}

/** What is sent at once. */
const piece: GroupLimit<ImportRecord> = {
  items: 200,
  weight: 256 * 1024,
  weigh: (record) => ('body' in record ? (record.characters ?? 0) : 0),
}

async function* linesToSend(records: Batches<ImportRecord>, waiting: Sent[]): AsyncGenerator<string> {
  for await (const group of groupsOf(records, piece)) {
    let text = ''
    for (const record of group) {
      waiting.push('fault' in record ? record : { line: record.line })
      if ('body' in record) text += `${JSON.stringify(record.body)}\n`
    }
    if (text !== '') yield text
  }
}

function unreadResults(waiting: Sent[]): readonly ImportResult[] {
  const results: ImportResult[] = []
  for (let first = waiting[0]; first?.fault !== undefined; first = waiting[0]) {
    waiting.shift()
    results.push(refused(first.line, [{ pointer: '', detail: first.fault }], first.key))
  }
  return results
}

/** The server derives from what it read at its start, so boundaries that it was not started with would change nothing. */
function refuseOtherBoundaries({ boundariesFile }: Config, server: Announcement): void {
  if (boundariesFile === undefined || boundariesFile === server.boundariesFile) return
  const started = server.boundariesFile === undefined ? 'without BOUNDARIES' : `with ${server.boundariesFile}`
  throw new CommandError(
    `BOUNDARIES is ${boundariesFile}, but the service that has the data folder was started ${started}; restart it with the new boundaries first`,
  )
}
