import { lengthFault } from '../../place/text.ts'
import { invalidParameter } from '../../query/parse/raw-query.ts'
import { findPositions } from '../../service/position-search.ts'
import { taggedJson } from '../answers/answer.ts'
import { positionsSchema } from '../openapi/answers.ts'
import { languageFor, languageParameter } from '../requests/call-language.ts'
import { jsonDoc, type Route, route, tagged } from '../route.ts'
import type { HttpParts } from '../route-parts.ts'

const limits = { characters: 100, max: 20, default: 10 } as const

/** The positions that a text names, for forms that ask for a position. */
export function positionRoutes({ engine, model, typed }: Pick<HttpParts, 'engine' | 'model' | 'typed'>): Route[] {
  return [
    route('GET /position', 'read-published', {
      step: 'search',
      parameters: {
        q: {
          form: 'text',
          description: `The beginning of a town or an address, up to ${limits.characters} characters; without it, the largest towns.`,
          example: 'storgatan 6 upps',
        },
        limit: {
          form: 'integer',
          min: 1,
          max: limits.max,
          default: limits.default,
          description: 'Positions at most.',
          example: '5',
        },
        lang: languageParameter,
      },
      tag: 'Places',
      summary: 'Find positions by words',
      description:
        'Towns that begin with the text, those of the countries with the most places first, and streets of places that the caller may see. A house that no place is in stands for the nearest one in its street.',
      success: tagged(
        jsonDoc('The positions.', positionsSchema, {
          example: { Results: [{ type: 'town', text: 'Uppsala', coordinates: [17.64, 59.86] }] },
        }),
      ),
      async handle(call, { q = '', limit, lang }) {
        const tooLong = lengthFault(q, limits.characters)
        if (tooLong) throw invalidParameter(`q ${tooLong.detail}`)
        const { caller, socket } = call
        const { known } = typed
        const language = languageFor(call, lang, model)
        const found = await findPositions(q, limit, {
          engine,
          model,
          known,
          caller,
          language,
          isGone: () => socket.destroyed,
        })
        return taggedJson({ Results: found }, { isWeak: true })
      },
    }),
  ]
}
