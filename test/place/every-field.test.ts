import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject, JsonValue } from '../../src/place/json.ts'
import { changedAt, type WrittenMember, writtenMembers } from '../support/written-members.ts'
import { body, faultsOf, writes } from './support.ts'

const members = writtenMembers()

/** Asserts that each way of writing refuses the value at the member. */
function assertRefused({ path }: WrittenMember, value: JsonValue): void {
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
