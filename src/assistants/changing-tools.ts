import { Type } from 'typebox'
import type { JsonObject } from '../place/json.ts'
import { canonicalUuid } from '../place/text.ts'
import { changesOf } from '../place/visibility.ts'
import type { BodyOptions } from '../service/places.ts'
import { assistantWords } from './assistant-words.ts'
import { inputOf, quoted, type Tool, type ToolCall, type ToolParts, tool } from './tool.ts'

const changeInput = {
  id: Type.String({ description: 'Id of the place.' }),
  change: Type.Object(
    {},
    {
      additionalProperties: true,
      description: 'A JSON Merge Patch (RFC 7396) of the place: objects merge, null removes, lists are replaced.',
    },
  ),
  updatedBy: Type.Optional(
    Type.String({ description: 'Who changes it; needed unless the session or the key has a name of its own.' }),
  ),
}

/** The tools that change places: a dry run, and the write of its change. */
export function changingTools(parts: ToolParts): Tool[] {
  return [proposeChange(parts), applyChange(parts)]
}

function proposeChange({ places }: ToolParts): Tool {
  return tool({
    name: 'propose_change',
    title: 'Propose a change',
    description: 'Judges a change of a place and answers the difference and the revision; writes nothing.',
    needs: 'update',
    input: inputOf(changeInput),
    async run({ id, change, updatedBy }, call) {
      const words = assistantWords[call.language]
      const body = signed(
        change as JsonObject,
        updatedBy ?? (call.caller.actsAs === undefined ? 'proposal' : undefined),
      )
      const proposal = await places.propose(canonicalUuid(id) ?? id, body, optionsOf(call, body))
      const { before, after, revision, followers } = proposal
      const difference = changesOf(before, after).map(({ member, from = null, to = null }) => ({
        member,
        before: from,
        after: to,
      }))
      const outcome = difference.length === 0 ? words.noChange : words.proposed(difference.length, revision)
      return {
        summary: followers > 0 ? `${outcome} ${words.followers(followers)}` : outcome,
        lines: difference.map((one) => `- ${quoted(one.member)}: ${quoted(one.before)} → ${quoted(one.after)}`),
        data: { id: proposal.id, revision, difference, followers },
      }
    },
  })
}

function applyChange({ places }: ToolParts): Tool {
  return tool({
    name: 'apply_change',
    title: 'Apply a change',
    description: 'Writes a change that was proposed, if the place still has the revision that it was proposed on.',
    needs: 'update',
    changes: true,
    input: inputOf({
      ...changeInput,
      revision: Type.Integer({ minimum: 1, description: 'What propose_change answered.' }),
    }),
    async run({ id, change, updatedBy, revision }, call) {
      const body = signed(change as JsonObject, updatedBy)
      const options = { ...optionsOf(call, body), ifMatch: `"${revision}-0"` }
      const written = await places.patch(canonicalUuid(id) ?? id, body, options)
      const now = written.revision
      return {
        summary: assistantWords[call.language].applied(now),
        lines: [],
        data: { id: written.id, revision: now },
      }
    },
  })
}

function signed(change: JsonObject, updatedBy: string | undefined): JsonObject {
  return updatedBy === undefined || (change.updatedBy ?? null) !== null ? change : { ...change, updatedBy }
}

function optionsOf({ caller }: ToolCall, body: JsonObject): BodyOptions {
  const bodyBytes = Buffer.byteLength(JSON.stringify(body))
  return { caller, bodyBytes, allowOverposting: false, childActions: [] }
}
