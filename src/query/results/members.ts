import { hintOf } from '../../common/nearest-word.ts'
import { Problem } from '../../common/problem.ts'
import { named, reason } from '../../common/reason.ts'
import type { Member } from '../../place/fields.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../place/json.ts'
import type { Model } from '../../place/model.ts'
import { sees, type Visibility } from '../../place/visibility.ts'
import { cut, elementsOf, invalidParameter, type RawPair } from '../parse/raw-query.ts'

/** The optional parts that a search adds to its results (D16, D35). */
export interface Expansion {
  readonly owner: boolean
  readonly categories: boolean
  readonly tags: boolean
  readonly distance: boolean
}

/** The inner members of a member, or 'whole' for all of it. */
type MemberTree = ReadonlyMap<string, MemberTree> | 'whole'

/** The members of places that a response contains, beside the id (`fields`). */
export interface MemberChoice {
  /** Distinct, in the order in which they were named. */
  readonly members: readonly Member[]
  readonly tree: MemberTree
}

/** A member that only results have. */
const distance: Member = { name: 'distance', path: ['distance'], visibility: 'public' }

/**
 * Reads the names of `fields`; returns undefined, which means all, if there are none. Throws a Problem for an unknown
 * one (D52).
 */
export function readMembers(names: readonly string[], model: Model): MemberChoice | undefined {
  if (names.length === 0) return undefined
  const members = [...new Set(names.map((name) => readMember(name, model)))]
  const tree = new Map<string, MemberTree>([['id', 'whole']])
  for (const { path } of members) plant(tree, path)
  return { members, tree }
}

function readMember(name: string, { members }: Model): Member {
  const key = name.toLowerCase()
  const member = members.get(key) ?? (key === distance.name ? distance : undefined)
  if (member) return member
  const known = [...members.values(), distance].map((one) => one.name.toLowerCase())
  throw invalidParameter(named('fields', reason('unknown-value', { got: cut(name), hint: hintOf(name, known) })))
}

function plant(tree: Map<string, MemberTree>, [member, ...rest]: readonly string[]): void {
  if (member === undefined || tree.get(member) === 'whole') return
  const inner = tree.get(member) ?? new Map<string, MemberTree>()
  tree.set(member, rest.length === 0 ? 'whole' : inner)
  if (inner !== 'whole') plant(inner as Map<string, MemberTree>, rest)
}

/** Returns the parts to expand, including those that the members need. */
export function expandedBy(choice: MemberChoice | undefined, expand: Expansion): Expansion {
  if (choice === undefined) return expand
  const names = new Set(choice.members.map(({ name }) => name))
  return {
    owner: expand.owner || names.has('owner_name'),
    categories: expand.categories || names.has('categories_name'),
    tags: expand.tags || names.has('tags_name'),
    distance: expand.distance || names.has(distance.name),
  }
}

/** Returns the place with only the chosen members. In lists, the choice applies to each element. */
export function chosenMembers(place: JsonObject, { tree }: MemberChoice): JsonObject {
  return chosen(place, tree) as JsonObject
}

function chosen(value: JsonValue, tree: MemberTree): JsonValue {
  if (tree === 'whole') return value
  if (Array.isArray(value)) return value.map((element: JsonValue) => chosen(element, tree))
  if (!isJsonObject(value)) return value
  const members = Object.entries(value).flatMap(([member, inner]) => {
    const branch = tree.get(member)
    return branch === undefined ? [] : [[member, chosen(inner, branch)] as const]
  })
  return Object.fromEntries(members)
}

/** Throws the Problem of the first member in `fields` that the caller may not see, as for a filter on it (D31, D52). */
export function refuseHiddenMembers(
  pairs: readonly RawPair[],
  { model, sees: sight }: { readonly model: Pick<Model, 'members'>; readonly sees: Visibility },
): void {
  for (const name of pairs.filter(({ key }) => key === 'fields').flatMap(elementsOf)) {
    const member = model.members.get(name.toLowerCase())
    if (member === undefined || sees(sight, member.visibility)) continue
    const detail = `the field '${member.name}' is shown only with the permission read-${member.visibility}`
    throw new Problem('forbidden', detail)
  }
}
