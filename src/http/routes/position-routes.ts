import { lengthFault } from '../../place/text.ts'
import { readPosition } from '../../query/parse/parse.ts'
import { invalidParameter } from '../../query/parse/raw-query.ts'
import { doubtsAbout } from '../../service/position-doubts.ts'
import { findPositions } from '../../service/position-search.ts'
import { taggedJson } from '../answers/answer.ts'
import { doubtsSchema, positionsSchema } from '../openapi/answers.ts'
import { languageFor, languageParameter } from '../requests/call-language.ts'
import { jsonDoc, type Route, route, tagged } from '../route.ts'
import type { HttpParts } from '../route-parts.ts'

const limits = { characters: 100, max: 20, default: 10 } as const

/** The positions that a text names, and the doubts about a position, for forms that ask for one. */
export function positionRoutes(parts: Pick<HttpParts, 'engine' | 'model' | 'typed' | 'waterAt'>): Route[] {
  const { engine, model, typed } = parts
  return [
    doubtsRoute(parts),
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

function doubtsRoute({ model, typed, waterAt }: Pick<HttpParts, 'model' | 'typed' | 'waterAt'>): Route {
  return route('GET /position/doubts', 'read-published', {
    step: 'search',
    parameters: {
      at: {
        form: 'text',
        required: true,
        description: 'The position: longitude and latitude in degrees.',
        example: '17.64,59.86',
      },
      town: {
        form: 'text',
        description: `The town of its address, up to ${limits.characters} characters.`,
        example: 'Uppsala',
      },
    },
    tag: 'Places',
    summary: 'Find reasons to ask whether a position is right',
    description:
      'Coordinates that seem exchanged, another country than that of the town, or water on the map, unless a shore is too near for its accuracy. A position with doubts can be stored.',
    success: tagged(
      jsonDoc('The doubts; none for most positions.', doubtsSchema, {
        example: { Doubts: [{ code: 'position-water', detail: 'the map has water there', params: {} }] },
      }),
    ),
    async handle({ caller }, { at, town = '' }) {
      const tooLong = lengthFault(town, limits.characters)
      if (tooLong) throw invalidParameter(`town ${tooLong.detail}`)
      const found = await doubtsAbout(
        { at: readPosition(at, 'at'), town, caller },
        { known: typed.known, model, waterAt },
      )
      return taggedJson({ Doubts: found }, { isWeak: true })
    },
  })
}
