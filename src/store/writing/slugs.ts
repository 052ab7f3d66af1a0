import type { PlaceId } from '../../place/place.ts'
import type { Workspace } from './workspace.ts'

/**
 * The slug that a changed place gets, whose slug is `present` until now (D21): the base itself when it is free, else the one that the place had of this
 * base, else the base with the next number. Numbers are counted for each base, not probed from the start.
 */
export async function slugFor(
  workspace: Workspace,
  { id, slugBase }: { readonly id: PlaceId; readonly slugBase: string },
  present: string | undefined,
): Promise<string> {
  const base = slugBase || id
  const isFree = async (candidate: string) => {
    const holder = await workspace.slugHolder(candidate)
    return holder === undefined || holder === id
  }
  for (const candidate of candidates(base, present ?? '', id)) if (await isFree(candidate)) return candidate
  let number = await workspace.slugNumber(base)
  while (!(await isFree(`${base}-${number}`))) number++
  workspace.setSlugNumber(base, number + 1)
  return `${base}-${number}`
}

/** A slug and what it was made from: without `-deleted-…`, and without a number. */
export function slugBases(slug: string, id: PlaceId): readonly string[] {
  const living = undeleted(slug, id)
  return [...new Set([slug, living, living.replace(/-\d+$/, '')])]
}

function candidates(base: string, present: string, id: PlaceId): readonly string[] {
  const living = undeleted(present, id)
  const isOfBase = living.startsWith(`${base}-`) && /^[1-9]\d*$/.test(living.slice(base.length + 1))
  if (!isOfBase) return [base]
  // A restored place gets back the very slug it had; a renamed one prefers the plain base.
  return living === present ? [base, living] : [living, base]
}

function undeleted(slug: string, id: PlaceId): string {
  const suffix = `-deleted-${id.slice(-8)}`
  return slug.endsWith(suffix) ? slug.slice(0, -suffix.length) : slug
}
