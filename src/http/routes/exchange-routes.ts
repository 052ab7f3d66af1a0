import { signatureOf } from '../../access/access.ts'
import { named } from '../../common/reason.ts'
import { importModes } from '../../exchange/importing/import-options.ts'
import { type Batches, groupsOf, joinedTexts } from '../../exchange/importing/pipeline.ts'
import { mergeModes } from '../../place/request.ts'
import { sourceFault, sourceName } from '../../place/source.ts'
import { invalidParameter } from '../../query/parse/raw-query.ts'
import { importerRights, signedAs } from '../../service/places.ts'
import { type Answer, jsonLines } from '../answers/answer.ts'
import { importResultSchema } from '../openapi/answers.ts'
import { actHeaders, importActOf } from '../requests/act-headers.ts'
import { admitStill } from '../requests/admission.ts'
import { idleLimit } from '../requests/body.ts'
import { callerGone } from '../requests/call.ts'
import { bodyStream, formatOf, formType, importTypes, mediaTypeOf } from '../requests/file-types.ts'
import { type Route, route } from '../route.ts'
import { type ExchangeParts, executed, planRoutes } from './import-plan-routes.ts'
import { allowOverposting } from './place-routes.ts'

const ndjson = 'application/x-ndjson'
/** Import of many places, and export of all. */
export function exchangeRoutes(parts: ExchangeParts): Route[] {
  return [importRoute(parts), ...planRoutes(parts), exportRoute(parts)]
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
      plan: {
        form: 'text',
        description: 'The plan to execute; the request then has no body, and no other parameter but updatedby.',
      },
    },
    tag: 'Import and export',
    summary: 'Import places and directory entries',
    description:
      'NDJSON, a record a line of at most 4 MiB, gzipped or not: the body of a create with `key` and `parentKey`, or a directory entry with `kind`. What has been imported under the same key is updated; what is the same is left alone. One line is answered for each record while the import runs; a line that is refused does not stop the others.',
    body: {
      type: ndjson,
      schema: { type: 'string', description: 'NDJSON.' },
      otherTypes: [...importTypes.slice(1), formType],
      example: '{"kind":"owner","id":"1","name":"Uppsala"}\n',
    },
    headers: actHeaders,
    success: [{ status: 200, description: 'A result a line, in order.', type: ndjson, schema: importResultSchema }],
    async handle(request, { dryRun, allowOverposting, sheet, source, mode, empty, updatedby, plan }): Promise<Answer> {
      if (plan !== undefined || mediaTypeOf(request) === formType) {
        return jsonLines(pieces(await executed(request, { plan, updatedby, sheet }, parts)))
      }
      const format = formatOf(request)
      if (updatedby !== undefined) signedAs(updatedby, 'updatedby', request.caller)
      const check = () => admitStill(request, { needs: 'create-or-update' }, parts)
      const bytes = whileAllowed(
        idleLimit(bodyStream(request, [...importTypes, formType]), limits.idleMillis),
        limits.recheckMillis,
        check,
      )
      const signal = AbortSignal.any([callerGone(request), stopping])
      const call = {
        ...signatureOf(request.caller),
        actsAs: request.caller.actsAs,
        dryRun,
        allowOverposting,
        signal,
        rights: () => importerRights(request.caller),
        act: importActOf(request),
        ...(mode !== undefined && { mode }),
        ...(empty !== undefined && { empty }),
        ...(source !== undefined && { source: sourceOf(source) }),
        ...(updatedby !== undefined && { updatedBy: updatedby }),
      }
      return jsonLines(pieces(importPlaces({ bytes, format, sheet, caller: request.caller.id }, call)))
    },
  })
}

/** Returns a source in its stored form; throws 400 if it cannot be one. */
function sourceOf(text: string): string {
  const name = sourceName(text)
  const fault = sourceFault(name)
  if (fault) throw invalidParameter(named('source', fault))
  return name
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
