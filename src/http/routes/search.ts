import { isNarrowed, sightOf } from '../../access/access.ts'
import { parseSearch } from '../../query/parse.ts'
import type { PageAnswer } from '../../service/places.ts'
import { pageWithResolvedHours } from '../../service/resolved-hours.ts'
import { type Answer, jsonBytes } from '../answer.ts'
import { hasAlready } from '../caching.ts'
import { examplePlace } from '../openapi/examples.ts'
import type { HttpParts } from '../parts.ts'
import type { Route } from '../route.ts'
import { samplePageAnswer } from './place-parameters.ts'

/** A page of more places takes longer than a dozen answers of one. */
const smallPage = 50

/** Searching places: its query string is a language of its own, read by `query/`. */
export function searchRoutes({ places, model }: Pick<HttpParts, 'places' | 'model'>): Route[] {
  return [
    {
      method: 'GET',
      path: '/place',
      needs: 'read-published',
      sample: true,
      rootOnly: false,
      body: 'none',
      doc: {
        tag: 'Places',
        summary: 'Search places',
        description:
          'Every searchable field is a filter of its own. Without `include`, deleted places and places that are not published now are left out.',
        parameters: 'search',
        success: [
          {
            status: 200,
            description: 'The exact number of matches and the page asked for.',
            type: 'application/json',
            schema: { $ref: '#/components/schemas/PlacePage' },
            example: { TotalHits: 1, Results: [examplePlace] },
            headers: ['ETag'],
          },
          { status: 304, description: 'If-None-Match names what would be answered.' },
        ],
      },
      plan(rawQuery, asked) {
        const { caller } = asked
        const search = parseSearch(rawQuery, { model, sees: sightOf(caller), narrowed: isNarrowed(caller) })
        asked.isLarge = search.query.limit > smallPage
        if (search.test) return () => samplePageAnswer(search.query.limit)
        return (call) => {
          const known = call.headers['if-none-match']
          // Compressed answers are kept without a hint.
          const tag =
            known || (call.kept && search.hint === undefined) ? places.searchTag(search.query, caller) : undefined
          // What the caller has, or others had, need not be searched for again.
          if (tag !== undefined && hasAlready(known, tag)) return { status: 304, etag: tag }
          const kept = tag && search.hint === undefined && call.kept?.(tag)
          if (kept) return kept
          const told = ({ page, etag }: PageAnswer): Answer => {
            call.timing.end('search')
            const headers = search.hint === undefined ? {} : { hint: search.hint }
            return { ...jsonBytes(page.pieces, { etag, headers }), release: page.release }
          }
          const answer = places.search(search, caller, () => call.socket.destroyed)
          if (search.resolvedHours) return Promise.resolve(answer).then(pageWithResolvedHours).then(told)
          return answer instanceof Promise ? answer.then(told) : told(answer)
        }
      },
    },
  ]
}
