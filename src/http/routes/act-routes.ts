import { randomUUID } from 'node:crypto'
import { holderOf, may } from '../../access/access.ts'
import { Problem } from '../../common/problem.ts'
import { reason } from '../../common/reason.ts'
import type { ActId } from '../../place/act.ts'
import { canonicalUuid } from '../../place/text.ts'
import { invalidParameter } from '../../query/parse/raw-query.ts'
import { readBound } from '../../query/results/place-hours.ts'
import { type Answer, json } from '../answers/answer.ts'
import { actPageSchema, actSchema, undoneSchema } from '../openapi/act-schemas.ts'
import { actHeaders, actOf } from '../requests/act-headers.ts'
import { admitStill } from '../requests/admission.ts'
import { type Call, callerGone } from '../requests/call.ts'
import { jsonDoc, pathParameter, type Route, route } from '../route.ts'
import type { RouteParts } from '../route-parts.ts'

type ActParts = Pick<RouteParts, 'acts' | 'undoing' | 'keys' | 'clock' | 'config' | 'sessions' | 'signIn'>

const path = { id: 'Id of the act, or the number of a revision.' } as const
const ownersMax = 100

/** The acts of which the journal consists: lists, the places of one, and the way back. */
export function actRoutes(parts: ActParts): Route[] {
  return [listActs(parts), readAct(parts), undoAct(parts)]
}

function listActs({ acts }: ActParts): Route {
  return route('GET /acts', 'read', {
    parameters: {
      before: {
        form: 'integer',
        min: 1,
        max: Number.MAX_SAFE_INTEGER,
        description: 'Continues a list: the `Next` of the answer before.',
      },
      limit: { form: 'integer', min: 1, max: 500, default: 50, description: 'Acts returned.' },
      person: {
        form: 'text',
        description: 'A part of the name of who did it, or of the key or person behind it; needs `read-restricted`.',
        example: 'anna',
      },
      owner: { form: 'list', description: 'Ids of owners: only acts that changed a place of one of them.' },
      from: { form: 'text', description: 'From when: a day in UTC, or a date and time with its offset.' },
      to: { form: 'text', description: 'Until when, inclusive.' },
    },
    tag: 'History',
    summary: 'List acts, newest first',
    description:
      'Changes that belong together form one act: the requests with one `Gazetteer-Act`, an import, a place with its children. Any other revision is an act of its own, with its number as the id. A page may have fewer acts than `limit` although there are more: ask again with `before` as long as there is a `Next`.',
    success: [jsonDoc('The acts.', actPageSchema)],
    async handle(call, { owner, from, to, ...wanted }) {
      const { caller } = call
      if (wanted.person !== undefined && !may(caller, 'read-restricted')) {
        throw new Problem('forbidden', "names of people need the permission 'read-restricted': leave out person")
      }
      if (owner.length > ownersMax) {
        throw invalidParameter(reason('max-values', { name: 'owner', max: ownersMax, count: owner.length }))
      }
      const end = readBound('to', to)?.last
      const period = { from: readBound('from', from)?.first, to: end === undefined ? end : end + 1 }
      return json(await acts.list({ ...wanted, owners: owner, ...period }, caller, callerGone(call)))
    },
  })
}

function readAct({ acts }: ActParts): Route {
  return route('GET /acts/:id', 'read', {
    parameters: {
      before: { form: 'text', description: 'Continues the list of places: the `Next` of the answer before.' },
      limit: { form: 'integer', min: 0, max: 500, default: 100, description: 'Places returned.' },
    },
    tag: 'History',
    summary: 'Read an act, and the places that it changed',
    path,
    success: [jsonDoc('The act.', actSchema)],
    problems: ['not-found'],
    handle: async (call, page) => json(await acts.show(actIdOf(call), page, call.caller, callerGone(call))),
  })
}

function undoAct(parts: ActParts): Route {
  return route('POST /acts/:id/undo', 'update-or-delete', {
    parameters: {
      updatedby: {
        form: 'text',
        required: 'for-keys',
        description: 'Who undoes it; needed with a key that names people.',
        example: 'anna',
      },
      before: { form: 'text', description: 'Continues: the `Next` of the answer before.' },
      limit: { form: 'integer', min: 1, max: 5000, default: 1000, description: 'Most places that one call changes.' },
    },
    tag: 'History',
    summary: 'Undo an act',
    description:
      'Every member that still has the value of the act gets its former one; others stay and are listed in `Kept`. Places that the act created are deleted, those that it deleted are restored. What a place needs (`update` or `delete`, its owner) is asked for each; without `read` only acts of the caller can be undone. The undoing is an act itself. Large acts take several calls, each with the `Next` and the `Act` (as `Gazetteer-Act`) of the one before; to repeat a call is harmless.',
    path,
    headers: actHeaders,
    success: [jsonDoc('What was undone, and what was kept.', undoneSchema)],
    problems: ['not-found', 'conflict'],
    async handle(call, { updatedby, ...page }): Promise<Answer> {
      const { caller } = call
      const act = actOf(call, 'undo') ?? { id: randomUUID(), kind: 'undo' as const, holder: holderOf(caller) }
      const gone = callerGone(call)
      const check = () => {
        gone.throwIfAborted()
        admitStill(call, { needs: 'update-or-delete' }, parts)
      }
      return json(await parts.undoing.undo(actIdOf(call), { ...page, caller, act, check, updatedBy: updatedby }))
    },
  })
}

function actIdOf(call: Call): ActId {
  const id = pathParameter(call, 'id')
  return canonicalUuid(id) ?? id
}
