import { Problem } from '../../common/problem.ts'
import { checkPermission, identify } from '../admission.ts'
import { json, jsonBytes } from '../answer.ts'
import { callerGone, nothingFollows } from '../call.ts'
import { changesSchema, revisionsSchema } from '../openapi/answers.ts'
import type { RouteParts } from '../parts.ts'
import { idParameter, jsonDoc, pageParameters, pathParameter, type Route, route, tagged } from '../route.ts'

type HistoryParts = Pick<RouteParts, 'signIn' | 'history' | 'keys' | 'clock' | 'config' | 'stopping'>

const waitSecondsMax = 60

/** Looking back: the revisions of a place, and what has changed since. */
export function historyRoutes(parts: HistoryParts): Route[] {
  return [listRevisions(parts), readRevision(parts), followChanges(parts)]
}

function listRevisions({ history }: HistoryParts): Route {
  return route({
    method: 'GET',
    path: '/place/:id/revisions',
    needs: 'read',
    parameters: pageParameters('Revisions'),
    doc: {
      tag: 'History',
      summary: 'List the revisions of a place, newest first',
      path: { id: 'Id of the place.' },
      success: [jsonDoc('The revisions.', revisionsSchema)],
      problems: ['not-found'],
    },
    handle: async (request, page) => json(await history.revisions(idParameter(request), page, request.caller)),
  })
}

function readRevision({ history }: HistoryParts): Route {
  return route({
    method: 'GET',
    path: '/place/:id/revisions/:revision',
    needs: 'read',
    doc: {
      tag: 'History',
      summary: 'The place as it was in a revision',
      path: { id: 'Id of the place.', revision: 'Number of the revision.' },
      success: [jsonDoc('The place as it was.', { $ref: '#/components/schemas/Place' })],
      problems: ['not-found'],
    },
    async handle(request) {
      const id = idParameter(request)
      const revision = pathParameter(request, 'revision')
      if (!/^[1-9]\d{0,14}$/.test(revision)) throw new Problem('not-found', `'${revision}' is no number of a revision`)
      return json(await history.revision(id, Number(revision), request.caller))
    },
  })
}

function followChanges(parts: HistoryParts): Route {
  return route({
    method: 'GET',
    path: '/changes',
    needs: 'read',
    parameters: {
      after: {
        form: 'integer',
        min: 0,
        max: Number.MAX_SAFE_INTEGER,
        default: 0,
        description: 'The last revision that is known already.',
      },
      limit: { form: 'integer', min: 1, max: 1000, default: 100, description: 'Changes returned.' },
      wait: {
        form: 'integer',
        min: 0,
        max: waitSecondsMax,
        default: 0,
        description: 'Seconds to wait for the first change when there is none yet.',
      },
    },
    doc: {
      tag: 'History',
      summary: 'What has changed after a revision',
      description:
        'The journal for those who keep a copy: places and directory entries, deletions and purges included. Ask again with `after` set to the `Revision` of the answer.',
      success: tagged(jsonDoc('The changes in order.', changesSchema)),
      problems: ['conflict'],
    },
    async handle(request, { after, limit, wait }) {
      const signal = AbortSignal.any([parts.stopping, callerGone(request), nothingFollows(request)])
      const callerNow = () => {
        identify(request, parts)
        checkPermission(request, { needs: 'read', sample: false }, '')
        return request.caller
      }
      const { bytes, etag } = await parts.history.changes({ after, limit, waitSeconds: wait }, callerNow, signal)
      return jsonBytes(bytes, { etag })
    },
  })
}
