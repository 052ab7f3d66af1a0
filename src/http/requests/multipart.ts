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
export function readFileForm({ headers }: Pick<Call, 'headers'>, body: AsyncIterable<Uint8Array>): Promise<FileForm> {
  const { promise, resolve, reject } = Promise.withResolvers<FileForm>()
  const refuse = (detail: string) => reject(new Problem('unreadable-body', detail))
  const limits = { fieldSize: jsonBytesMax, fields: 1, files: 1, parts: 2, headerPairs: 20 }
  const form = new Busboy({ headers: { ...headers, 'content-type': headers['content-type'] ?? '' }, limits })
  let plan: JsonObject | undefined
  form.on('field', (name, text, _isNameCut, isCut) => {
    if (name !== 'plan') return refuse(`a form has the parts 'plan' and 'file', got '${name.slice(0, 100)}'`)
    if (isCut) return refuse(`the plan has at most ${jsonBytesMax} bytes`)
    try {
      plan = parsed(text)
    } catch (error) {
      reject(error)
    }
  })
  form.on('file', (part, stream, name) => {
    if (part === 'file') resolve({ ...(plan && { plan }), name: name ?? '', bytes: stream })
    else refuse(`a form has the parts 'plan' and 'file', got '${part.slice(0, 100)}'`)
  })
  form.on('finish', () => refuse("a form needs the part 'file'"))
  form.on('error', (error) => refuse(`the form cannot be read: ${messageOf(error)}`))
  const source = Readable.from(body)
  source.on('error', (error) => form.destroy(error))
  source.pipe(form)
  return promise
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
