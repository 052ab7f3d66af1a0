import { hoursLimits, hoursSpec, readHoursWindow } from '../../query/hours-window.ts'
import { jsonBytes } from '../answer.ts'
import { etagOf } from '../caching.ts'
import { hoursSchema } from '../openapi/answers.ts'
import type { HttpParts } from '../parts.ts'
import { idParameter, type Route, route } from '../route.ts'

/** The opening hours of one place in the time of the world. */
export function hoursRoutes({ places, clock }: Pick<HttpParts, 'places' | 'clock'>): Route[] {
  return [
    route({
      method: 'GET',
      path: '/place/:id/hours',
      needs: 'read-published',
      parameters: hoursSpec,
      doc: {
        tag: 'Places',
        summary: 'The opening hours of a place, resolved',
        description: `The spans of its openHours that touch the time from \`from\` to \`to\` (at most ${hoursLimits.daysMax} days), as instants in the time zone of its coordinates: special days, summer time and nights are taken into account.`,
        path: { id: 'Id of the place, a UUID.' },
        success: [
          {
            status: 200,
            description: 'The spans, whether it is open now, and when that next changes.',
            type: 'application/json',
            schema: hoursSchema,
            example: {
              timeZone: 'Europe/Stockholm',
              openNow: true,
              nextChange: '2026-12-21T16:00:00.00000Z',
              spans: [{ day: '2026-12-21', from: '2026-12-21T07:00:00.00000Z', to: '2026-12-21T16:00:00.00000Z' }],
            },
            headers: ['ETag'],
          },
          { status: 304, description: 'If-None-Match names what would be answered.' },
        ],
        problems: ['not-found'],
      },
      async handle(call, parameters) {
        const window = readHoursWindow(parameters, clock())
        const bytes = Buffer.from(JSON.stringify(await places.hours(idParameter(call), window, call.caller)))
        call.timing.end('read')
        return jsonBytes(bytes, { etag: `W/${etagOf(bytes)}` })
      },
    }),
  ]
}
