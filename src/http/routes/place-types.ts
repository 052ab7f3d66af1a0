import { placeTypes } from '../../place/place-types.ts'
import { jsonBytes } from '../answer.ts'
import { type Route, route } from '../route.ts'

/** The names of the place types (D10). */
export function placeTypeRoutes(): Route[] {
  const names = placeTypes.map(({ name }) => name)
  const bytes = Buffer.from(JSON.stringify(names))
  return [
    route({
      method: 'GET',
      path: '/placetype',
      needs: 'key',
      parameters: {},
      doc: {
        tag: 'Places',
        summary: 'List the place types',
        success: [
          {
            status: 200,
            description: 'The names of the place types.',
            type: 'application/json',
            schema: { type: 'array', items: { type: 'string', enum: names } },
            example: names,
          },
        ],
      },
      handle: () => jsonBytes(bytes),
    }),
  ]
}
