import { holderOf, isNarrowed, may, sightOf, signatureOf } from '../../access/access.ts'
import { Problem } from '../../common/problem.ts'
import type { PlanSource } from '../../exchange/importing/import-plans.ts'
import { type ImportResult, rowKinds } from '../../exchange/importing/import-result.ts'
import type { PlanCaller } from '../../exchange/importing/judged-rows.ts'
import type { Batches } from '../../exchange/importing/pipeline.ts'
import type { PlanPage } from '../../exchange/importing/plan.ts'
import { isJsonObject, type JsonObject } from '../../place/json.ts'
import { visibleTo } from '../../place/visibility.ts'
import { importerRights, signedAs } from '../../service/places.ts'
import { type Answer, json, noContent } from '../answers/answer.ts'
import { planSchema } from '../openapi/answers.ts'
import { importActOf } from '../requests/act-headers.ts'
import { admitStill } from '../requests/admission.ts'
import { idleLimit } from '../requests/body.ts'
import { type Call, callerGone } from '../requests/call.ts'
import { bodyStream, formatOf, formType, mediaTypeOf, streamTypes } from '../requests/file-types.ts'
import { readFileForm, readPlanBody } from '../requests/multipart.ts'
import { idParameter, jsonDoc, pageParameters, type Route, route } from '../route.ts'
import type { RouteParts } from '../route-parts.ts'

const jsonType = 'application/json'

export type ExchangeParts = Pick<
  RouteParts,
  | 'importPlaces'
  | 'importPlans'
  | 'exportPlaces'
  | 'limits'
  | 'stopping'
  | 'keys'
  | 'clock'
  | 'config'
  | 'sessions'
  | 'signIn'
>

const rights = 'create-or-update'
const planText =
  'The plan belongs to the key or person that made it, and is removed an hour after its last use. Send it back, edited, to `POST /import/plan`, and execute it by `POST /import?plan=`. Another replica does not know it: send it with the file, as `multipart/form-data` with the parts `plan` and `file`.'

const page = {
  ...pageParameters('Rows'),
  show: {
    form: 'choices',
    choices: rowKinds,
    description: 'Only rows with one of these results of the first 20,000; `noted`: not refused, and with notes.',
  },
  pins: { form: 'boolean', description: 'The positions of the first 20,000 rows, as `pins`.' },
} as const

const updatedby = {
  form: 'text',
  description: 'Stands in for places that name no updatedBy.',
  example: 'anna',
} as const

/** Plans of imports of files that leave something to be guessed. */
export function planRoutes(parts: ExchangeParts): Route[] {
  const { importPlans, limits } = parts
  return [
    route('POST /import/plan', rights, {
      parameters: {
        ...page,
        updatedby,
        name: { form: 'text', description: 'The name of the file, for its format and source.', example: 'kyrkor.csv' },
        sheet: { form: 'text', description: 'The sheet of a workbook; absent: the first that seems to be of places.' },
      },
      tag: 'Import and export',
      summary: 'Plan the import of a file, or edit a plan',
      description: `Returns what was understood of a file, and its rows as the places that they would become. Nothing is written. ${planText}`,
      body: {
        type: 'text/csv',
        schema: { type: 'string', description: 'A file, or a plan to be edited as `application/json`.' },
        otherTypes: streamTypes.filter((type) => type !== 'text/csv'),
        example: 'Namn;Lat;Long\nÅsens kyrka;59,86;17,64\n',
      },
      success: [jsonDoc('The plan.', planSchema)],
      problems: ['not-found', 'conflict', 'invalid-body'],
      async handle(request, { name, sheet, updatedby, ...shown }): Promise<Answer> {
        const caller = importerOf(request, updatedby, parts)
        const bytes = idleLimit(bodyStream(request, streamTypes), limits.idleMillis)
        if (mediaTypeOf(request) === jsonType) {
          const plan = await readPlanBody(bytes)
          if (typeof plan.id !== 'string') throw new Problem('unreadable-body', "a plan has an 'id'")
          return json(await importPlans.amend(plan.id, caller, shown, editsOf(plan)))
        }
        const file = {
          format: formatOf(request),
          ...(name !== undefined && { name }),
          ...(sheet !== undefined && { sheet }),
        }
        return json(await planned(request, { caller, shown, file, bytes }, parts))
      },
    }),
    route('GET /import/:id', rights, {
      parameters: { ...page, updatedby },
      tag: 'Import and export',
      summary: 'Read a plan, or how far its execution is',
      description: planText,
      path: { id: 'Id of the plan.' },
      success: [jsonDoc('The plan; once it is executed, only its progress.', planSchema)],
      problems: ['not-found'],
      handle: async (request, { updatedby, ...shown }): Promise<Answer> =>
        json(await importPlans.show(idParameter(request), importerOf(request, updatedby, parts), shown)),
    }),
    route('DELETE /import/:id', rights, {
      tag: 'Import and export',
      summary: 'Stop the execution of a plan, or remove the plan',
      description: 'A plan that is executed stops: rows that were imported stay. One that is not executed is removed.',
      path: { id: 'Id of the plan.' },
      success: [{ status: 204, description: 'Stopped or removed.' }],
      problems: ['not-found'],
      async handle(request): Promise<Answer> {
        await importPlans.stop(idParameter(request), importerOf(request, undefined, parts))
        return noContent()
      },
    }),
  ]
}

/** Executes the plan that a request names, or sends with its file. */
export async function executed(
  request: Call,
  { plan, updatedby, sheet }: { readonly [Name in 'plan' | 'updatedby' | 'sheet']: string | undefined },
  parts: ExchangeParts,
): Promise<Batches<ImportResult>> {
  const caller = importerOf(request, updatedby, parts)
  if (plan !== undefined) return parts.importPlans.execute(plan, caller)
  const bytes = idleLimit(bodyStream(request, streamTypes), parts.limits.idleMillis)
  const { plan: sent, ...file } = await readFileForm(request, bytes)
  return parts.importPlans.makeAndExecute({ sheet, ...file }, caller, sent && editsOf(sent))
}

interface Planned {
  readonly caller: PlanCaller
  readonly shown: PlanPage
  readonly file: Omit<PlanSource, 'bytes'>
  readonly bytes: AsyncIterable<Uint8Array>
}

/** Plans the file in a body, or in a form with the plan that was made of it before. */
async function planned(
  request: Call,
  { caller, shown, file, bytes }: Planned,
  { importPlans }: ExchangeParts,
): Promise<JsonObject> {
  const signal = callerGone(request)
  if (mediaTypeOf(request) !== formType) return importPlans.make({ ...file, bytes, signal }, caller, shown)
  const { plan, ...sent } = await readFileForm(request, bytes)
  return importPlans.make({ ...file, ...sent, signal }, caller, shown, plan && editsOf(plan))
}

/** The understanding in a plan. */
function editsOf(plan: JsonObject): JsonObject {
  if (isJsonObject(plan.understanding)) return plan.understanding
  throw new Problem('unreadable-body', "a plan has an object 'understanding'")
}

/** The caller with its rights at each moment. Callers without `read` are not shown present places. */
export function importerOf(
  request: Call,
  updatedby: string | undefined,
  parts: Parameters<typeof admitStill>[2],
): PlanCaller {
  const { caller } = request
  if (updatedby !== undefined) signedAs(updatedby, 'updatedby', caller)
  return {
    id: holderOf(caller),
    check: () => admitStill(request, { needs: rights }, parts),
    options: {
      ...signatureOf(caller),
      actsAs: caller.actsAs,
      rights: () => importerRights(request.caller),
      act: importActOf(request),
      ...(updatedby !== undefined && { updatedBy: updatedby }),
    },
    ...(may(caller, 'read') &&
      !isNarrowed(caller) && { see: (place: JsonObject) => visibleTo(sightOf(request.caller), place) }),
  }
}
