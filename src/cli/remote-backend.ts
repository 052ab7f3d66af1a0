import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { basename } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../config.ts'
import type { ImportMode } from '../exchange/importing/import-options.ts'
import { type ImportResult, refusedUnread } from '../exchange/importing/import-result.ts'
import { type Batches, type GroupLimit, groupsOf } from '../exchange/importing/pipeline.ts'
import type { ImportRecord } from '../exchange/reading/record.ts'
import { formatInstant } from '../place/dates.ts'
import type { JsonObject } from '../place/json.ts'
import { createModel } from '../place/model.ts'
import type { GeolocateProgress } from '../service/geolocate.ts'
import { readPlaceTypeSchemas } from '../service/place-type-files.ts'
import type { Announcement } from '../store/data-folder.ts'
import { type Backend, CommandError, type FileToPlan, type ImportCall, type WebhookBackend } from './command.ts'

/**
 * Opens the server that has the data folder, over HTTP. Calls `tell` with notes, such as that a call waits for the
 * index.
 */
export async function openRemoteBackend(
  config: Config,
  server: Announcement,
  tell: (line: string) => void,
): Promise<Backend> {
  const schemas = config.placeTypesDir === undefined ? {} : await readPlaceTypeSchemas(config.placeTypesDir)
  const json = async <Value>(method: ServerCall['method'], path: string, body?: object): Promise<Value> => {
    const sent = body && { type: 'application/json', text: JSON.stringify(body) }
    return JSON.parse((await text(await callServer(server, { method, path, ...(sent && { body: sent }) }))) || 'null')
  }
  return {
    model: createModel({ placeTypeSchemas: schemas, locale: config.locale }),
    async *import(records, call) {
      await untilReady(server, tell)
      yield* importOver(server, records, call)
    },
    async plan(file) {
      await untilReady(server, tell)
      return JSON.parse(await text(await callServer(server, planCall('/import/plan', file)))) as JsonObject
    },
    async *importPlanned(file) {
      await untilReady(server, tell)
      for await (const result of linesOf<ImportResult>(await callServer(server, planCall('/import', file))))
        yield [result]
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
    listKeys: () => json('GET', '/keys'),
    createKey: ({ expires, ...given }) =>
      json('POST', '/keys', { ...given, ...(expires !== undefined && { expires: formatInstant(expires) }) }),
    rotateKey: (id) => json('POST', `/keys/${encodeURIComponent(id)}/rotate`),
    revokeKey: (id) => json('DELETE', `/keys/${encodeURIComponent(id)}`),
    webhooks: remoteWebhooks(json),
    async purge(id) {
      await untilReady(server, tell)
      const place = encodeURIComponent(id)
      await json('POST', `/place/${place}/purge?confirm=${place}`)
    },
    backup: (file) => json('POST', '/backup', { file }),
    [Symbol.asyncDispose]: async () => {},
  }
}

/** The webhooks of the server. */
function remoteWebhooks(
  json: <Value>(method: ServerCall['method'], path: string, body?: object) => Promise<Value>,
): WebhookBackend {
  const at = (id: string) => `/webhooks/${encodeURIComponent(id)}`
  return {
    list: () => json('GET', '/webhooks'),
    create: (body) => json('POST', '/webhooks', body),
    change: (id, body) => json('PATCH', at(id), body),
    remove: (id) => json('DELETE', at(id)),
    rotate: (id) => json('POST', `${at(id)}/rotate`),
    ping: (id) => json('POST', `${at(id)}/ping`),
    replay: (id, after) => json('POST', `${at(id)}/replay?after=${after}`),
    skip: (id) => json('POST', `${at(id)}/skip`),
    deliveries: (id, limit) => json('GET', `${at(id)}/deliveries?limit=${limit}`),
  }
}

/** The call with a file, and the edits of its plan, as a form (RFC 7578). */
function planCall(path: string, { bytes, name, sheet, updatedBy, edits = {} }: FileToPlan): ServerCall {
  const boundary = randomUUID()
  const part = (head: string) => `--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`
  const fileName = basename(name).replaceAll(/["\r\n]/g, '_')
  async function* form() {
    yield `${part('name="plan"')}${JSON.stringify({ understanding: edits })}\r\n`
    yield part(`name="file"; filename="${fileName}"`)
    yield* bytes
    yield `\r\n--${boundary}--\r\n`
  }
  const query = new URLSearchParams({
    ...(path.endsWith('plan') && { limit: '500' }),
    ...(sheet !== undefined && { sheet }),
    ...(updatedBy !== undefined && { updatedby: updatedBy }),
  })
  const body = { type: `multipart/form-data; boundary=${boundary}`, text: form() }
  return { method: 'POST', path: `${path}?${query}`, body }
}

/** Sends records in their order: tables merge and other records replace, so each run of one kind is a call of its own. */
async function* importOver(
  server: Announcement,
  records: Batches<ImportRecord>,
  call: ImportCall,
): AsyncGenerator<readonly ImportResult[]> {
  if (call.mode !== undefined) return yield* importAs(server, records, { ...call, mode: call.mode })
  const runs = new RecordRuns(records)
  for (let mode = await runs.mode(); mode !== undefined; mode = await runs.mode()) {
    yield* importAs(server, runs.take(mode), { ...call, mode })
  }
}

/** Divides records into runs that are taken in the same way. Unreadable records belong to the run around them. */
class RecordRuns {
  readonly #iterator: AsyncIterator<readonly ImportRecord[]>
  #rest: readonly ImportRecord[] = []
  #isOver = false

  constructor(records: Batches<ImportRecord>) {
    this.#iterator = records[Symbol.asyncIterator]()
  }

  /** Returns the mode of the next run; undefined at the end. */
  async mode(): Promise<ImportMode | undefined> {
    while (this.#rest.length === 0 && !this.#isOver) await this.#read()
    if (this.#rest.length === 0) return undefined
    return this.#rest.map(usualMode).find((mode) => mode !== undefined) ?? 'replace'
  }

  /** Yields the records of a run. */
  async *take(mode: ImportMode): AsyncGenerator<readonly ImportRecord[]> {
    while (!this.#isOver || this.#rest.length > 0) {
      const end = this.#rest.findIndex((record) => (usualMode(record) ?? mode) !== mode)
      const taken = end < 0 ? this.#rest : this.#rest.slice(0, end)
      this.#rest = end < 0 ? [] : this.#rest.slice(end)
      if (taken.length > 0) yield taken
      if (end >= 0) return
      await this.#read()
    }
  }

  async #read(): Promise<void> {
    const { done, value } = await this.#iterator.next()
    if (done) this.#isOver = true
    else this.#rest = value
  }
}

function usualMode(record: ImportRecord): ImportMode | undefined {
  if ('faults' in record) return undefined
  return record.unread ? 'merge' : 'replace'
}

/** Sends the readable records as NDJSON, and yields the results with the line numbers of the source. */
async function* importAs(
  server: Announcement,
  records: Batches<ImportRecord>,
  { dryRun, allowOverposting, updatedBy, source, mode, empty }: ImportCall & { readonly mode: ImportMode },
): AsyncGenerator<readonly ImportResult[]> {
  /** Sent records, and unreadable ones that were not sent, in the order of the source. */
  const waiting: ImportRecord[] = []
  const query = new URLSearchParams({
    dryRun: String(dryRun),
    allowOverposting: String(allowOverposting),
    mode,
    ...(updatedBy !== undefined && { updatedby: updatedBy }),
    ...(source !== undefined && { source }),
    ...(empty !== undefined && { empty }),
  })
  const answer = await callServer(server, {
    method: 'POST',
    path: `/import?${query}`,
    body: {
      type: 'application/x-ndjson',
      text: linesToSend(records, waiting),
    },
  })
  for await (const result of linesOf<ImportResult>(answer)) {
    yield unreadResults(waiting)
    const sent = waiting.shift()
    if (sent === undefined) throw new CommandError('the server gives more results than it was sent records')
    const ofCells = 'body' in sent ? (sent.unread ?? []).map(({ note }) => note) : []
    const notes = [...ofCells, ...(result.notes ?? [])]
    yield [{ ...result, line: sent.line, ...(notes.length > 0 && { notes }) }]
  }
  yield unreadResults(waiting)
  if (waiting.length > 0) throw new CommandError('the server broke off the import: run it again, what is done is kept')
}

/** The limits of a piece that is sent at once. */
const piece: GroupLimit<ImportRecord> = {
  items: 200,
  weight: 256 * 1024,
  weigh: (record) => ('body' in record ? (record.characters ?? 0) : 0),
}

async function* linesToSend(records: Batches<ImportRecord>, waiting: ImportRecord[]): AsyncGenerator<string> {
  for await (const group of groupsOf(records, piece)) {
    let text = ''
    for (const record of group) {
      waiting.push('faults' in record ? record : { ...record, body: {} })
      if ('body' in record) text += `${JSON.stringify(record.body)}\n`
    }
    if (text !== '') yield text
  }
}

function unreadResults(waiting: ImportRecord[]): readonly ImportResult[] {
  const results: ImportResult[] = []
  for (let [first] = waiting; first !== undefined && 'faults' in first; [first] = waiting) {
    waiting.shift()
    results.push(refusedUnread(first))
  }
  return results
}

/** Refuses boundaries that the server was not started with: it uses those that it read at its start. */
function refuseOtherBoundaries({ boundariesFile }: Config, server: Announcement): void {
  if (boundariesFile === undefined || boundariesFile === server.boundariesFile) return
  const started = server.boundariesFile === undefined ? 'without BOUNDARIES' : `with ${server.boundariesFile}`
  throw new CommandError(
    `BOUNDARIES is ${boundariesFile}, but the service that has the data folder was started ${started}; restart it with the new boundaries first`,
  )
}

/** One call of the server; `body` is sent as it is produced. */
interface ServerCall {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Path and query. */
  readonly path: string
  readonly body?: { readonly type: string; readonly text: string | AsyncIterable<string | Uint8Array> }
}

/**
 * Calls the server of the data folder as its admin. Resolves with the answer once its head has arrived, while its body
 * may still be on its way. Throws a CommandError for a refusal, and if the server does not answer.
 */
export async function callServer(server: Announcement, call: ServerCall): Promise<IncomingMessage> {
  const answer = await answerOf(server, call)
  if ((answer.statusCode ?? 500) < 400) return answer
  const reason = await detailOf(answer)
  answer.destroy()
  throw new CommandError(`the server refuses: ${reason}`)
}

async function answerOf(server: Announcement, call: ServerCall): Promise<IncomingMessage> {
  const outgoing = request(new URL(call.path, server.url), {
    method: call.method,
    agent: false,
    headers: {
      authorization: `Bearer ${server.secret}`,
      ...(call.body && { 'content-type': call.body.type }),
    },
  })
  const answered = once(outgoing, 'response').catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`the server at ${server.url} does not answer: ${error.code ?? error.message}`)
  })
  // A server that refuses stops reading: its answer has the reason, and the broken pipe has none.
  if (call.body === undefined) outgoing.end()
  else if (typeof call.body.text === 'string') outgoing.end(call.body.text)
  else send(call.body.text, outgoing).catch(() => outgoing.destroy())
  return (await answered)[0] as IncomingMessage
}

/**
 * Sends a body piece by piece, each once the previous one has gone. It does not wait for `drain`: once the answer has
 * begun, Node's client may never emit it again, and an import would stall.
 */
async function send(pieces: AsyncIterable<string | Uint8Array>, outgoing: ClientRequest): Promise<void> {
  for await (const piece of pieces) {
    await new Promise<void>((resolve, reject) => {
      outgoing.write(piece, (error) => (error ? reject(error) : resolve()))
    })
  }
  outgoing.end()
}

const readyIntervalMillis = 200
/** Longer than the first start with a million places takes. */
const readyPatienceMillis = 5 * 60_000

/**
 * Waits until the server has built its index. Calls `tell` once with the reason if it has to wait. Throws a
 * CommandError if the server goes away or is not ready in time.
 */
export async function untilReady(
  server: Announcement,
  tell: (line: string) => void,
  patienceMillis = readyPatienceMillis,
): Promise<void> {
  const until = performance.now() + patienceMillis
  for (let asked = 0; ; asked++) {
    const answer = await answerOf(server, { method: 'GET', path: '/health/ready' })
    if (answer.statusCode === 200) return void answer.resume()
    const reason = await detailOf(answer)
    if (performance.now() > until) throw new CommandError(`the server does not become ready: ${reason}`)
    if (asked === 0) tell(`waiting for the server: ${reason}`)
    await sleep(readyIntervalMillis)
  }
}

/** Yields the text of an answer as it arrives. */
async function* textOf(answer: IncomingMessage): AsyncGenerator<string> {
  try {
    for await (const piece of answer.setEncoding('utf8')) yield piece as string
  } catch (error) {
    throw new CommandError(`the server broke off its answer: ${(error as Error).message}`)
  }
}

/** Yields the JSON values of an NDJSON answer. */
export async function* linesOf<Value>(answer: IncomingMessage): AsyncGenerator<Value> {
  let rest = ''
  for await (const piece of textOf(answer)) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line !== '') yield JSON.parse(line) as Value
  }
  if (rest !== '') yield JSON.parse(rest) as Value
}

/** Returns the reason of a refusal from the server's answer. */
async function detailOf(answer: IncomingMessage): Promise<string> {
  const body = await text(answer).catch(() => '')
  try {
    const { detail } = JSON.parse(body) as { detail?: unknown }
    if (typeof detail === 'string') return detail
  } catch {
    // Not problem+json: only the status is known.
  }
  return `it answers with the status ${answer.statusCode}`
}
