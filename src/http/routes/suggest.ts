import { isNarrowed } from '../../access/access.ts'
import { readSuggest, suggestionTypes, suggestSpec } from '../../query/suggestion.ts'
import type { SuggestAnswer } from '../../service/places.ts'
import { type Answer, json } from '../answer.ts'
import { suggestionsSchema } from '../openapi/answers.ts'
import type { HttpParts } from '../parts.ts'
import { type Route, route } from '../route.ts'

/** Completions while somebody types. */
export function suggestRoutes({ places, model }: Pick<HttpParts, 'places' | 'model'>): Route[] {
  return [
    route({
      method: 'GET',
      path: '/place/suggest',
      needs: 'read-published',
      parameters: suggestSpec,
      doc: {
        tag: 'Places',
        summary: 'Complete what is being typed',
        description: `Names of places, municipalities and owners that have words which begin with those of \`q\`, best first: the text itself, texts that begin so, the rest; the greatest count first. A third of the answer is kept for each type (${suggestionTypes.join(', ')}) as far as it has as many. Where nothing fits, words of four letters and more may be mistyped once, of eight and more twice.`,
        success: [
          {
            status: 200,
            description: 'The completions; none where q holds no letter and no digit.',
            type: 'application/json',
            schema: suggestionsSchema,
            example: { Results: [{ type: 'municipality', text: 'Uppsala', count: 214 }] },
            headers: ['ETag'],
          },
          { status: 304, description: 'If-None-Match names what would be answered.' },
        ],
      },
      handle({ caller, timing, socket }, parameters) {
        const request = readSuggest(parameters, model, isNarrowed(caller))
        const told = ({ suggestions, etag }: SuggestAnswer): Answer => {
          timing.end('search')
          return json({ Results: suggestions }, { etag })
        }
        const answer = places.suggest(request, caller, () => socket.destroyed)
        return answer instanceof Promise ? answer.then(told) : told(answer)
      },
    }),
  ]
}
