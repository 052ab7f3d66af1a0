import { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import { messageOf, Problem } from '../../common/problem.ts'
import { isJsonObject, type JsonObject } from '../../place/json.ts'
import type { Call } from './call.ts'

/** Maximum length of the JSON in a form, in bytes. */
const jsonBytesMax = 4 * 1024 * 1024

/** A file with JSON that belongs to it. */
export interface FileForm {
  /** The part `plan`, which must stand before the file. */
  readonly plan?: JsonObject
  readonly name: string
  readonly bytes: AsyncIterable<Uint8Array>
}

/**
 * Reads a form of a file and the JSON that belongs to it (RFC 7578): the parts `plan` and `file`, in this order. Throws
 * a Problem for a form without a file.
 */
export async function readFileForm(
  { headers }: Pick<Call, 'headers'>,
  body: AsyncIterable<Uint8Array>,
): Promise<FileForm> {
  const { promise, resolve, reject } = Promise.withResolvers<FileForm>()
  let plan: JsonObject | undefined
  let file: Readable | undefined
  const ended = Promise.withResolvers<void>()
  ended.promise.catch(() => {})
  // Whoever waits for the form or reads its file gets the fault.
  const fail = (error: Error) => {
    reject(error)
    ended.reject(error)
    file?.destroy(error)
  }
  const refuse = (detail: string) => fail(new Problem('unreadable-body', detail))
  const form = openForm(headers)
  form.on('field', (name, text, _isNameCut, isCut) => {
    if (file) return refuse("the part 'plan' stands before the part 'file'")
    if (name !== 'plan') return refuse(`a form has the parts 'plan' and 'file', got '${name.slice(0, 100)}'`)
    if (isCut) return fail(new Problem('body-too-large', `a plan has at most ${jsonBytesMax} bytes`))
    try {
      plan = parsed(text)
    } catch (error) {
      fail(error as Error)
    }
  })
  form.on('file', (part, stream, name) => {
    file = stream
    stream.on('error', () => refuse('the form breaks off'))
    if (part === 'file') resolve({ ...(plan && { plan }), name: name ?? '', bytes: whole(stream) })
    else refuse(`a form has the parts 'plan' and 'file', got '${part.slice(0, 100)}'`)
  })
  /** The file ends with its form: nothing may stand behind it. */
  async function* whole(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    yield* stream
    await ended.promise
  }
  for (const event of ['fieldsLimit', 'filesLimit', 'partsLimit'])
    form.on(event, () => refuse("a form has one part 'plan' and one part 'file'"))
  form.on('finish', () => {
    reject(new Problem('unreadable-body', "a form needs the part 'file'"))
    ended.resolve()
  })
  form.on('error', (error) => refuse(`the form cannot be read: ${messageOf(error)}`))
  const source = Readable.from(body)
  source.on('error', fail)
  source.pipe(form)
  return promise
}

function openForm(headers: Call['headers']) {
  const limits = { fieldSize: jsonBytesMax, fields: 1, files: 1, parts: 2, headerPairs: 20 }
  try {
    return new Busboy({ headers: { ...headers, 'content-type': headers['content-type'] ?? '' }, limits })
  } catch (error) {
    throw new Problem('unreadable-body', `the form cannot be read: ${messageOf(error)}`)
  }
}

/** Reads a JSON object. Throws a Problem for any other text. */
export function parsed(text: string): JsonObject {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new Problem('unreadable-body', `the plan is not JSON: ${messageOf(error)}`)
  }
  if (!isJsonObject(value)) throw new Problem('unreadable-body', 'the plan must be a JSON object')
  return value
}

/** Reads a whole body of JSON. Throws a Problem for one that is too long or no object. */
export async function readPlanBody(body: AsyncIterable<Uint8Array>): Promise<JsonObject> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body) {
    size += part.length
    if (size > jsonBytesMax) throw new Problem('body-too-large', `a plan has at most ${jsonBytesMax} bytes`)
    parts.push(part)
  }
  return parsed(Buffer.concat(parts).toString('utf8'))
}
