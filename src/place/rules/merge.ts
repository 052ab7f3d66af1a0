import type { Shape } from '../check/shape.ts'
import { isJsonObject, type JsonObject, type JsonValue, ownMember } from '../json.ts'

/**
 * A JSON Merge Patch (RFC 7396) of cleaned values: null removes, objects merge, all else replaces; what is left
 * empty and may not be (D19) goes. Neither argument is changed; what the patch does not touch is shared.
 */
export function mergePatch(target: JsonValue | undefined, patch: JsonObject, shape: Shape): JsonObject {
  const merged: Record<string, JsonValue> = isJsonObject(target) ? { ...target } : {}
  for (const [member, value] of Object.entries(patch)) {
    const inner = memberShape(shape, member)
    const next = isJsonObject(value) ? mergePatch(ownMember(merged, member), value, inner) : value
    if (next === null || (isEmpty(next) && !keepsEmpty(inner))) delete merged[member]
    else merged[member] = next
  }
  return merged
}

const plain: Shape = { kind: 'plain' }

function memberShape(shape: Shape, member: string): Shape {
  if (shape.kind === 'free') return shape
  if (shape.kind !== 'object') return plain
  const known = shape.members.get(member) ?? shape.rest
  return known === undefined || known === 'readOnly' ? plain : known
}

function isEmpty(value: JsonValue): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0
}

function keepsEmpty(shape: Shape): boolean {
  return 'keepsEmpty' in shape && shape.keepsEmpty
}
