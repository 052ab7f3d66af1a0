import type { DirectoryEntry, Fault, Gazetteer } from '../../client/client.ts'
import { answered } from '../api/answered.ts'
import { isObject, type Json, type JsonObject } from '../body/json.ts'
import { type DirectoryKind, listPath } from '../directory/directory-queries.ts'
import { partsOf } from './cell.ts'

/** The entries of the directory that are called so, by list and folded name; at most a few of each. */
export type KnownNames = Readonly<Record<DirectoryKind, ReadonlyMap<string, readonly DirectoryEntry[]>>>

export const noNames: KnownNames = { owners: new Map(), categories: new Map(), tags: new Map() }

/** As the service compares names: NFC, case ignored. */
const fold = (name: string) => name.trim().normalize('NFC').toLowerCase()

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const subjectLists = ['categories', 'tags'] as const

/** What a body says by name: an owner, and categories and tags whose ids are no UUIDs. */
function namesIn(body: JsonObject): Readonly<Record<DirectoryKind, readonly string[]>> {
  const named = (list: Json) =>
    (Array.isArray(list) ? (list as readonly Json[]) : [])
      .map((one) => (isObject(one) && typeof one.id === 'string' ? one.id : ''))
      // A comma is part of a name, or stands between several.
      .flatMap((name) => [name, ...partsOf(name, ',')])
      .filter((name) => name !== '' && !uuid.test(name))
  return {
    owners: typeof body.ownerName === 'string' ? [body.ownerName] : [],
    categories: named(body.categories),
    tags: named(body.tags),
  }
}

/** Questions under way at once, and entries that are looked through for those with exactly the name. */
const askedAtOnce = 6
const lookedThrough = 50

/** Looks up every name that bodies say, each once. Throws a Failure where the service does not answer. */
export async function lookUpNames(
  api: Gazetteer,
  bodies: readonly JsonObject[],
  signal: AbortSignal,
): Promise<KnownNames> {
  const found = { owners: new Map(), categories: new Map(), tags: new Map() } satisfies Record<
    DirectoryKind,
    Map<string, readonly DirectoryEntry[]>
  >
  const wanted = new Map<string, { kind: DirectoryKind; name: string }>()
  for (const body of bodies) {
    const names = namesIn(body)
    for (const kind of ['owners', ...subjectLists] as const)
      for (const name of names[kind]) wanted.set(`${kind}/${fold(name)}`, { kind, name })
  }
  const waiting = [...wanted.values()]
  const ask = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { kind, name } = next
      const params = { query: { q: name.trim().normalize('NFC'), limit: lookedThrough } }
      const { Results } = await answered(api.GET(listPath(kind), { params, signal }))
      const same = (Results as readonly DirectoryEntry[]).filter((entry) => fold(entry.name) === fold(name))
      found[kind].set(fold(name), same)
    }
  }
  await Promise.all(Array.from({ length: askedAtOnce }, ask))
  return found
}

/** A body, and what the page has found wrong in it. */
export interface Resolved {
  readonly body: JsonObject
  readonly faults: readonly Fault[]
}

/** A body with ids where it has names, and what is wrong with those that no entry or several entries have. */
export function withIds({ ownerName, ...body }: JsonObject, known: KnownNames): Resolved {
  const faults: Fault[] = []
  const entryOf = (kind: DirectoryKind, name: string, pointer: string) => {
    const [entry, ...others] = known[kind].get(fold(name)) ?? []
    if (entry && others.length === 0) return entry
    const count = others.length + 1
    const detail = entry
      ? `${count} entries of the ${kind} are called '${name}': give the id`
      : `no entry of the ${kind} is called '${name}'`
    faults.push({ pointer, detail })
    return undefined
  }
  const idOf = (kind: DirectoryKind, name: string, pointer: string) =>
    uuid.test(name) ? name : (entryOf(kind, name, pointer)?.id ?? name)
  let resolved: JsonObject = body
  if (typeof ownerName === 'string') {
    const { id, type } = entryOf('owners', ownerName, '/owner') ?? {}
    const said = isObject(body.owner) ? body.owner : {}
    if (id !== undefined) resolved = { ...resolved, owner: { ...(type !== undefined && { type }), ...said, id } }
  }
  for (const kind of subjectLists) {
    const list = body[kind]
    if (!Array.isArray(list)) continue
    const ids = (list as readonly Json[]).flatMap((one, index) => {
      if (!isObject(one) || typeof one.id !== 'string' || uuid.test(one.id)) return [one]
      const isOne = !one.id.includes(',') || known[kind].get(fold(one.id))?.length
      const names = isOne ? [one.id] : partsOf(one.id, ',')
      return names.map((name) => ({ id: idOf(kind, name, `/${kind}/${index}`) }))
    })
    resolved = { ...resolved, [kind]: ids }
  }
  return { body: resolved, faults }
}
