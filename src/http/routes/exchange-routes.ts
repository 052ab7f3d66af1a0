import { Readable } from 'node:stream'
import { signatureOf } from '../../access/access.ts'
import { Problem } from '../../common/problem.ts'
import { named } from '../../common/reason.ts'
import { importModes } from '../../exchange/importing/import.ts'
import { type Batches, groupsOf, joinedTexts } from '../../exchange/importing/pipeline.ts'
import type { Format } from '../../exchange/reading/source-file.ts'
import { mergeModes } from '../../place/request.ts'
import { sourceFault, sourceName } from '../../place/source.ts'
import { invalidParameter } from '../../query/parse/raw-query.ts'
import { importerRights, signedAs } from '../../service/places.ts'
import { type Answer, jsonLines } from '../answers/answer.ts'
import { importResultSchema } from '../openapi/answers.ts'
import { admitStill } from '../requests/admission.ts'
import { idleLimit, unsupportedType } from '../requests/body.ts'
import { type Call, callerGone } from '../requests/call.ts'
import { type Route, route } from '../route.ts'
import type { RouteParts } from '../route-parts.ts'
import { allowOverposting } from './place-routes.ts'

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
const ndjson = 'application/x-ndjson'
/** The charsets that a type may state; the content decides among them. */
const charsets = /^(utf-?8|utf-?16(le|be)?|windows-1252|iso-8859-1|us-ascii)$/i

type ExchangeParts = Pick<
  RouteParts,
  'importPlaces' | 'exportPlaces' | 'limits' | 'stopping' | 'keys' | 'clock' | 'config' | 'sessions' | 'signIn'
>

/** Import of many places, and export of all. */
export function exchangeRoutes(parts: ExchangeParts): Route[] {
  return [importRoute(parts), exportRoute(parts)]
}

function importRoute(parts: ExchangeParts): Route {
  const { importPlaces, limits, stopping } = parts
  return route('POST /import', 'create-or-update', {
    parameters: {
      dryRun: { form: 'boolean', description: 'Judge everything and write nothing.' },
      allowOverposting,
      sheet: { form: 'text', description: 'The sheet of a workbook; absent: the first with names and positions.' },
      source: { form: 'text', description: 'The source of keys that name none; else `import`.', example: 'kyrkor' },
      mode: {
        form: 'choices',
        choices: importModes,
        single: true,
        description: 'Change only the members that a record has, or replace the whole place (NDJSON does, by default).',
      },
      empty: {
        form: 'choices',
        choices: mergeModes,
        single: true,
        description: 'With `mode=merge`: null and blank members keep what is there (the default), or remove it.',
      },
      updatedby: { form: 'text', description: 'Stands in for places that name no updatedBy.', example: 'anna' },
    },
    tag: 'Import and export',
    summary: 'Import places and directory entries',
    description:
      'NDJSON, a record a line of at most 4 MiB, gzipped or not: the body of a create with `key` and `parentKey`, or a directory entry with `kind`. What has been imported under the same key is updated; what is the same is left alone. One line is answered for each record while the import runs; a line that is refused does not stop the others.',
    body: {
      type: ndjson,
      schema: { type: 'string', description: 'NDJSON.' },
      otherTypes: importTypes.slice(1),
      example: '{"kind":"owner","id":"1","name":"Uppsala"}\n',
    },
    success: [{ status: 200, description: 'A result a line, in order.', type: ndjson, schema: importResultSchema }],
    handle(request, { dryRun, allowOverposting, sheet, source, mode, empty, updatedby }): Answer {
      const format = formatOf(request)
      if (updatedby !== undefined) signedAs(updatedby, 'updatedby', request.caller)
      const check = () => admitStill(request, { needs: 'create-or-update' }, parts)
      const bytes = whileAllowed(idleLimit(bodyStream(request), limits.idleMillis), limits.recheckMillis, check)
      const signal = AbortSignal.any([callerGone(request), stopping])
      const call = {
        ...signatureOf(request.caller),
        actsAs: request.caller.actsAs,
        dryRun,
        allowOverposting,
        signal,
        rights: () => importerRights(request.caller),
        ...(mode !== undefined && { mode }),
        ...(empty !== undefined && { empty }),
        ...(source !== undefined && { source: sourceOf(source) }),
        ...(updatedby !== undefined && { updatedBy: updatedby }),
      }
      return jsonLines(pieces(importPlaces({ bytes, format, sheet, caller: request.caller.id }, call)))
    },
  })
}

/** The format that the type of a body states; undefined if its content decides. Throws a 415 for another charset. */
function formatOf(request: Call): Format | undefined {
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '').toLowerCase().split(';')
  const charset = /^\s*charset\s*=\s*"?([^"\s]+)/.exec(parameters.find((one) => one.includes('charset')) ?? '')?.[1]
  if (charset !== undefined && !charsets.test(charset)) {
    const detail = `the charset of a file must be utf-8, utf-16 or windows-1252, got '${charset.slice(0, 100)}'`
    throw new Problem('unsupported-media-type', detail)
  }
  return fileTypes.get(type.trim())
}

/** Returns a source in its stored form; throws 400 if it cannot be one. */
function sourceOf(text: string): string {
  const name = sourceName(text)
  const fault = sourceFault(name)
  if (fault) throw invalidParameter(named('source', fault))
  return name
}

function bodyStream(request: Call): Readable {
  if (request.body instanceof Readable) return request.body
  if (request.headers['content-type'] === undefined) throw unsupportedType(request, importTypes)
  return Readable.from([])
}

/** Passes the bytes on, and calls `check` at this interval. It throws once the sender has lost the permission. */
async function* whileAllowed(
  bytes: AsyncIterable<Uint8Array>,
  everyMillis: number,
  check: () => void,
): AsyncGenerator<Uint8Array> {
  let looked = performance.now()
  for await (const piece of bytes) {
    if (performance.now() - looked > everyMillis) {
      check()
      looked = performance.now()
    }
    yield piece
  }
}

const pieceLimit = { items: 200, weight: 1, weigh: () => 0 }

/** Serializes results as lines, several per chunk, because one write per line would cost more than the line. */
async function* pieces(results: Batches<object>): AsyncGenerator<string> {
  for await (const group of groupsOf(results, pieceLimit)) {
    yield group.map((result) => `${JSON.stringify(result)}\n`).join('')
  }
}

function exportRoute({ exportPlaces }: ExchangeParts): Route {
  return route('GET /export', 'admin', {
    tag: 'Import and export',
    summary: 'Export everything that an import reads',
    success: [
      {
        status: 200,
        description: 'NDJSON: the directory, then the places that are not deleted, parents before children.',
        type: ndjson,
        schema: { type: 'string' },
      },
    ],
    handle(request): Answer {
      const lines = request.method === 'HEAD' ? [] : joinedTexts(exportPlaces())
      return jsonLines(lines)
    },
  })
}
