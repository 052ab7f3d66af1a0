import { Readable } from 'node:stream'
import { signatureOf } from '../../access/access.ts'
import { type Batches, groupsOf, joinedTexts } from '../../exchange/importing/pipeline.ts'
import { signedAs } from '../../service/places.ts'
import { type Answer, jsonLines } from '../answers/answer.ts'
import { importResultSchema } from '../openapi/answers.ts'
import { admitStill } from '../requests/admission.ts'
import { idleLimit, unsupportedType } from '../requests/body.ts'
import { type Call, callerGone } from '../requests/call.ts'
import { type Route, route } from '../route.ts'
import type { RouteParts } from '../route-parts.ts'
import { allowOverposting } from './place-routes.ts'

/** The media types of an import; all mean the same. */
export const importTypes = ['application/x-ndjson', 'application/ndjson', 'application/jsonl'] as const

type ExchangeParts = Pick<
  RouteParts,
  'importPlaces' | 'exportPlaces' | 'limits' | 'stopping' | 'keys' | 'clock' | 'config' | 'signIn'
>

/** Import of many places, and export of all. */
export function exchangeRoutes(parts: ExchangeParts): Route[] {
  return [importRoute(parts), exportRoute(parts)]
}

function importRoute(parts: ExchangeParts): Route {
  const { importPlaces, limits, stopping } = parts
  return route('POST /import', 'admin', {
    parameters: {
      dryRun: { form: 'boolean', description: 'Judge everything and write nothing.' },
      allowOverposting,
      updatedby: { form: 'text', description: 'Stands in for places that name no updatedBy.', example: 'anna' },
    },
    tag: 'Import and export',
    summary: 'Import places and directory entries',
    description:
      'NDJSON, a record a line of at most 4 MiB, gzipped or not: the body of a create with `key` and `parentKey`, or a directory entry with `kind`. What has been imported under the same key is updated; what is the same is left alone. One line is answered for each record while the import runs; a line that is refused does not stop the others.',
    body: {
      type: importTypes[0],
      schema: { type: 'string', description: 'NDJSON.' },
      example: '{"kind":"owner","id":"1","name":"Uppsala"}\n',
    },
    success: [
      { status: 200, description: 'A result a line, in order.', type: importTypes[0], schema: importResultSchema },
    ],
    handle(request, { dryRun, allowOverposting, updatedby }): Answer {
      if (updatedby !== undefined) signedAs(updatedby, 'updatedby', request.caller)
      const check = () => admitStill(request, { needs: 'admin' }, parts)
      const bytes = whileAllowed(idleLimit(bodyStream(request), limits.idleMillis), limits.recheckMillis, check)
      const signal = AbortSignal.any([callerGone(request), stopping])
      const call = {
        ...signatureOf(request.caller),
        actsAs: request.caller.actsAs,
        dryRun,
        allowOverposting,
        signal,
        ...(updatedby !== undefined && { updatedBy: updatedby }),
      }
      return jsonLines(pieces(importPlaces(bytes, call)))
    },
  })
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
        type: importTypes[0],
        schema: { type: 'string' },
      },
    ],
    handle(request): Answer {
      const lines = request.method === 'HEAD' ? [] : joinedTexts(exportPlaces())
      return jsonLines(lines)
    },
  })
}
