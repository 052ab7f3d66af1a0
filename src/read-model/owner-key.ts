import type { Place } from '../place/place.ts'

/**
 * A place's reference to its owner as one text: the length of the id, the id, and the name that is used if the
 * directory has none (D16). That name is never empty.
 */
export function ownerKey({ owner }: Place): string {
  return `${owner.id.length}:${owner.id}${owner.name ?? ''}`
}

/** Parses the result of `ownerKey`. */
export function parseOwnerKey(key: string): { readonly id: string; readonly name?: string } {
  const start = key.indexOf(':') + 1
  const end = start + Number(key.slice(0, start - 1))
  const id = key.slice(start, end)
  return end === key.length ? { id } : { id, name: key.slice(end) }
}
