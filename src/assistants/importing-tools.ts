import { Type } from 'typebox'
import { type JsonObject, type JsonValue, valueAt } from '../place/json.ts'
import { assistantWords } from './assistant-words.ts'
import { inputOf, quoted, type Tool, type ToolParts, tool } from './tool.ts'

/** Characters of a table or GeoJSON that an assistant may send. */
const textCharactersMax = 256 * 1024
const shownRows = { offset: 0, limit: 20 }
const remarksShown = 20

const updatedBy = Type.Optional(
  Type.String({ description: 'Who imports; needed unless the session, the key or the rows have a name of their own.' }),
)

/** The tools that import tables: a plan, and its execution. */
export function importingTools(parts: ToolParts): Tool[] {
  return [planImport(parts), applyImport(parts)]
}

function planImport({ importPlans }: ToolParts): Tool {
  return tool({
    name: 'plan_import',
    title: 'Plan an import',
    description:
      'Understands a table (CSV) or GeoJSON and answers what its rows would become; writes nothing. Send `plan` with an edited `understanding` to answer what is asked. Show the plan to a person before it is applied.',
    needs: ['create', 'update'],
    input: inputOf({
      text: Type.Optional(Type.String({ maxLength: textCharactersMax, description: 'The file, for a new plan.' })),
      name: Type.Optional(Type.String({ maxLength: 200, description: 'The name of the file.' })),
      plan: Type.Optional(Type.String({ description: 'Id of a plan to be edited.' })),
      understanding: Type.Optional(
        Type.Object({}, { additionalProperties: true, description: 'Edited members of the understanding.' }),
      ),
      updatedBy,
    }),
    async run({ text = '', name, plan, understanding, updatedBy }, call) {
      const importer = call.importer(updatedBy)
      const edits = understanding as JsonObject | undefined
      const bytes = oneOf(Buffer.from(text))
      const planned =
        plan === undefined
          ? await importPlans.make({ bytes, name }, importer, shownRows, edits)
          : await importPlans.amend(plan, importer, shownRows, edits ?? {})
      const { rows, ...data } = planned
      const [created, changed, refused] = ['created', 'changed', 'refused'].map((status) =>
        Number(valueAt(planned, ['effects', status]) ?? 0),
      )
      return {
        summary: assistantWords[call.language].planned(created!, changed!, refused!),
        lines: (Array.isArray(rows) ? rows : []).map((row) => `- ${quoted(row as JsonValue)}`),
        data,
      }
    },
  })
}

function applyImport({ importPlans }: ToolParts): Tool {
  return tool({
    name: 'apply_import',
    title: 'Apply an import',
    description: 'Executes a plan that plan_import made, with the rights of the caller.',
    needs: ['create', 'update'],
    changes: true,
    input: inputOf({ plan: Type.String({ description: 'Id of the plan.' }), updatedBy }),
    async run({ plan, updatedBy }, call) {
      const importer = call.importer(updatedBy)
      for await (const _ of await importPlans.execute(plan, importer)) if (call.isGone()) break
      const { execution } = (await importPlans.show(plan, importer, shownRows)) as { execution: JsonObject }
      const { remarks, ...data } = execution
      const count = (status: string) => Number(valueAt(execution, ['counts', status]) ?? 0)
      return {
        summary: assistantWords[call.language].imported(count('created'), count('changed'), count('refused')),
        lines: (remarks as JsonValue[]).slice(0, remarksShown).map((remark) => `- ${quoted(remark)}`),
        data,
      }
    },
  })
}

async function* oneOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
