import { Readable } from 'node:stream'
import { Problem } from '../../common/problem.ts'
import type { Format } from '../../exchange/reading/source-file.ts'
import { unsupportedType } from './body.ts'
import type { Call } from './call.ts'

/** The media types of files that an import reads, and the format that each states; undefined: the content decides. */
const fileTypes: ReadonlyMap<string, Format | undefined> = new Map([
  ['application/x-ndjson', 'ndjson'],
  ['application/ndjson', 'ndjson'],
  ['application/jsonl', 'ndjson'],
  ['text/csv', 'csv'],
  ['text/tab-separated-values', 'csv'],
  ['application/geo+json', 'geojson'],
  ['application/geo+json-seq', 'geojson'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
  ['text/plain', undefined],
  ['application/gzip', undefined],
  ['application/x-gzip', undefined],
  ['application/octet-stream', undefined],
])
/** The media types of an import. */
export const importTypes: readonly string[] = [...fileTypes.keys()]
/** A form of a plan and its file. */
export const formType = 'multipart/form-data'
/** The types of bodies that are read as they arrive. */
export const streamTypes: readonly string[] = [...importTypes, formType, 'application/json']
/** The charsets that a type may state; the content decides among them. */
const charsets = /^(utf-?8|utf-?16(le|be)?|windows-1252|iso-8859-1|us-ascii)$/i

/** The format that the type of a body states; undefined if its content decides. Throws a 415 for another charset. */
export function formatOf(request: Call): Format | undefined {
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '').toLowerCase().split(';')
  const charset = /^\s*charset\s*=\s*"?([^"\s]+)/.exec(parameters.find((one) => one.includes('charset')) ?? '')?.[1]
  if (charset !== undefined && !charsets.test(charset)) {
    const detail = `the charset of a file must be utf-8, utf-16 or windows-1252, got '${charset.slice(0, 100)}'`
    throw new Problem('unsupported-media-type', detail)
  }
  return fileTypes.get(type.trim())
}

/** Returns the body of a type that is read; throws a 415 for others. */
export function bodyStream(request: Call, types: readonly string[] = importTypes): Readable {
  if (!types.includes(mediaTypeOf(request))) throw unsupportedType(request, types)
  return request.body instanceof Readable ? request.body : Readable.from([])
}

/** Returns the type of a body without its parameters; '' if there is none. */
export function mediaTypeOf({ headers }: Pick<Call, 'headers'>): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase()
}
