import { isAbsolute } from 'node:path'
import { Type } from 'typebox'
import { invalidBody, unavailable } from '../../common/problem.ts'
import { reason } from '../../common/reason.ts'
import { checkBody } from '../../place/check/check.ts'
import type { JsonObject } from '../../place/json.ts'
import { type Answer, json, jsonLines } from '../answers/answer.ts'
import { geolocateSchema, healthSchema } from '../openapi/answers.ts'
import { bodyOf } from '../requests/body.ts'
import { jsonBody, jsonDoc, type Route, route } from '../route.ts'
import type { RouteParts } from '../route-parts.ts'

type OperationParts = Pick<RouteParts, 'backup' | 'geolocate' | 'replica' | 'metrics' | 'accessLog'>

const backupSchema = Type.Object(
  { file: Type.String({ maxLength: 4096, description: 'Absolute path of a file that does not exist yet.' }) },
  { description: 'Where the copy goes.' },
)

/** The routes for operators of the service. */
export function operationRoutes(parts: OperationParts): Route[] {
  return [geolocateRoute(parts), backupRoute(parts), metricsRoute(parts), ...healthRoutes(parts)]
}

function geolocateRoute({ geolocate }: OperationParts): Route {
  return route('POST /geolocate', 'admin', {
    tag: 'Operation',
    summary: 'Derive geolocationInfo of every place anew',
    description:
      'To be called after the boundary files have changed and the service was restarted with them, since it reads them at its start. Reports its progress, one line at a time.',
    success: [
      {
        status: 200,
        description: 'Progress, a line a group.',
        type: 'application/x-ndjson',
        schema: geolocateSchema,
      },
    ],
    handle: (): Answer => jsonLines(lines(geolocate())),
  })
}

async function* lines(values: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const value of values) yield `${JSON.stringify(value)}\n`
}

function backupRoute({ backup }: OperationParts): Route {
  return route('POST /backup', 'local', {
    rootOnly: true,
    tag: 'Operation',
    summary: 'Write a backup to a file of the server',
    description:
      'For the command line on the same machine: only the local secret of the data folder may name files. Use GET /export from elsewhere.',
    body: jsonBody(backupSchema as unknown as JsonObject, { file: '/var/backups/gazetteer.db' }),
    success: [jsonDoc('The file is complete.', { type: 'object', properties: { file: { type: 'string' } } })],
    problems: ['invalid-body', 'conflict'],
    async handle(request) {
      const { file } = checkBody(backupSchema, bodyOf(request))
      if (!isAbsolute(file)) throw invalidBody([{ pointer: '/file', ...reason('absolute-path', { got: file }) }])
      await backup(file)
      return json({ file })
    },
  })
}

function metricsRoute({ metrics, accessLog }: OperationParts): Route {
  return route('GET /metrics', 'key-not-narrowed', {
    rootOnly: true,
    tag: 'Operation',
    summary: 'Metrics for Prometheus',
    success: [{ status: 200, description: 'Metrics.', type: 'text/plain', schema: { type: 'string' } }],
    async handle() {
      accessLog.flush()
      return { status: 200, headers: { 'content-type': metrics.contentType }, body: await metrics.text() }
    },
  })
}

function healthRoutes({ replica }: OperationParts): Route[] {
  const common = { rootOnly: true, tag: 'Operation' } as const
  return [
    route('GET /health/live', 'nothing', {
      ...common,
      summary: 'Check that the process answers',
      success: [jsonDoc('It does.', healthSchema)],
      handle: () => json({ status: 'live' }),
    }),
    route('GET /health/ready', 'nothing', {
      ...common,
      summary: 'Check that the service is ready',
      description: 'While the database takes no writes, everything can be read all the same, and this says so.',
      success: [jsonDoc('It is: the index is complete.', healthSchema)],
      problems: ['unavailable'],
      handle() {
        const { ready, reason, outage } = replica.readiness
        if (ready)
          return json({ status: 'ready', ...(outage !== undefined && { writes: 'unavailable', reason: outage }) })
        throw unavailable(`not ready: ${reason ?? 'the service is starting'}`, 1)
      },
    }),
  ]
}
