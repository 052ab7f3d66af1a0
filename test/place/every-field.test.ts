import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeWriteSchema } from '../../src/place/check/write-schema.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/place/json.ts'
import { createModel } from '../../src/place/model.ts'
import { body, faultsOf, writes } from './support.ts'

/** A member at any depth that a client may write; the first element stands for those of a list. */
interface Written {
  readonly path: readonly string[]
  readonly schema: JsonObject
}

/** All members, from the schema of a body, so that a new field is tested without being named here. */
const members = membersOf(placeWriteSchema(createModel().placeTypeSchemas))

function membersOf({ items, properties }: JsonObject, above: readonly string[] = []): Written[] {
  const inner = isJsonObject(items) ? { 0: items } : isJsonObject(properties) ? properties : {}
  return Object.entries(inner).flatMap(([name, one]) => {
    const member: Written = { path: [...above, name], schema: one as JsonObject }
    return [member, ...membersOf(member.schema, member.path)]
  })
}

/** A copy of a value with another one at the path. */
function changedAt(value: JsonValue | undefined, [name, ...rest]: readonly string[], other: JsonValue): JsonValue {
  if (name === undefined) return other
  if (name === '0') return [changedAt(Array.isArray(value) ? value[0] : undefined, rest, other)]
  const members = isJsonObject(value) ? value : {}
  return { ...members, [name]: changedAt(members[name], rest, other) }
}

/** Asserts that each way of writing refuses the value at the member. */
function assertRefused({ path }: Written, value: JsonValue): void {
  const more = changedAt(body(), path, value) as JsonObject
  const pointer = `/${path.join('/')}`
  for (const [name, write] of Object.entries(writes)) {
    const faults = Object.keys(faultsOf(() => write(more), `${name} ${pointer}`))
    assert.ok(faults.includes(pointer), `${name} ${pointer}: ${faults}`)
  }
}

test('D45: a value of another type is refused at every member', () => {
  assert.ok(members.length > 80, `${members.length}`)
  for (const member of members) {
    const { type } = member.schema
    assertRefused(member, type === 'string' ? 5 : type === 'object' || type === 'boolean' ? 'true' : { a: 1 })
  }
})

test('D20: every text and every list is bounded', () => {
  for (const member of members) {
    const { type, maxLength, maxItems, format, pattern, const: only } = member.schema
    if (type === 'array') {
      assertRefused(
        member,
        Array.from({ length: Number(maxItems) + 1 }, () => 'x'),
      )
    } else if (type === 'string' && [format, pattern, only].every((word) => word === undefined)) {
      assertRefused(member, 'å'.repeat(Number(maxLength) + 1))
    }
  }
})
