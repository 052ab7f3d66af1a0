import { placeWriteSchema } from '../../src/place/check/write-schema.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/place/json.ts'
import { createModel } from '../../src/place/model.ts'

/** A member at any depth that a client may write; the first element stands for those of a list. */
export interface WrittenMember {
  readonly path: readonly string[]
  readonly schema: JsonObject
}

/** What a client may write of a place, so that tests of every field take in a new one without naming it. */
export const bodySchema = placeWriteSchema(createModel().placeTypeSchemas)

/** All members of a body, each before those inside it. */
export function writtenMembers({ items, properties } = bodySchema, above: readonly string[] = []): WrittenMember[] {
  const inner = isJsonObject(items) ? { 0: items } : isJsonObject(properties) ? properties : {}
  return Object.entries(inner).flatMap(([name, one]) => {
    const member: WrittenMember = { path: [...above, name], schema: one as JsonObject }
    return [member, ...writtenMembers(member.schema, member.path)]
  })
}

/** What is left of a value without the members that a client may not write. */
export function writtenOf(value: unknown, schema: JsonValue | undefined = bodySchema): JsonValue {
  const { items, properties } = (schema ?? {}) as JsonObject
  if (Array.isArray(value)) return value.map((one) => writtenOf(one, items ?? {}))
  if (!isJsonObject(properties)) return value as JsonValue
  const members = Object.entries(value as object).filter(([name]) => name in properties)
  return Object.fromEntries(members.map(([name, one]) => [name, writtenOf(one, properties[name])]))
}

/** A copy of a value with another one at the path. */
export function changedAt(
  value: JsonValue | undefined,
  [name, ...rest]: readonly string[],
  other: JsonValue,
): JsonValue {
  if (name === undefined) return other
  if (name === '0') return [changedAt(Array.isArray(value) ? value[0] : undefined, rest, other)]
  const members = isJsonObject(value) ? value : {}
  return { ...members, [name]: changedAt(members[name], rest, other) }
}

/** A part of a body in which every text that not everybody sees is this one. */
export function hiddenContent(text: string): JsonObject {
  const hidden = new Set(
    [...createModel().fields.values()]
      .filter(({ visibility }) => visibility !== 'public')
      .map(({ path }) => path.join()),
  )
  return writtenMembers()
    .filter(({ path, schema }) => schema.type === 'string' && hidden.has(path.filter((name) => name !== '0').join()))
    .reduce<JsonObject>((body, { path }) => changedAt(body, path, text) as JsonObject, {})
}
