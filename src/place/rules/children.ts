import type { Place } from '../place.ts'
import type { ChildAction, PlaceChange, Situation } from '../request.ts'
import { touched } from './assemble.ts'

/** The children of the place that are not deleted. */
export function presentChildren(situation: Situation): readonly Place[] {
  return situation.children.map((child) => child.place).filter((place) => place.deleted === undefined)
}

type Copied = 'published' | 'depublished'

/**
 * What a write of a parent changes in its children: a changed depublished is copied unless `skip-depublished`, a
 * changed published with `set-published`; a child that has the values already stays as it is (D42).
 */
export function followingChildren(
  before: Place,
  after: Place,
  situation: Situation,
  actions: readonly ChildAction[],
): PlaceChange[] {
  const copied: Copied[] = []
  if (before.published !== after.published && actions.includes('set-published')) copied.push('published')
  if (before.depublished !== after.depublished && !actions.includes('skip-depublished')) copied.push('depublished')
  if (copied.length === 0) return []
  return presentChildren(situation).flatMap((child) => {
    const changed = copied.filter((member) => child[member] !== after[member])
    return changed.length === 0 ? [] : [follow(child, after, changed)]
  })
}

function follow(child: Place, parent: Place, changed: readonly Copied[]): PlaceChange {
  const who = parent.updatedBy
  const parts = changed.flatMap((member) => [
    [member, parent[member]],
    [`${member}By`, parent[member] === undefined ? undefined : who],
  ])
  return { action: 'follow', who, place: touched(child, who, parent.updated, Object.fromEntries(parts)) }
}
