import { ascending } from '../sets/ascending.ts'
import { andInto, createBitset, hasBit, setBit } from '../sets/bitset.ts'
import { bitsOf, fitsList, type Selection, selectBits, selectList } from '../sets/selection.ts'
import type { Area } from './area.ts'
import { isLeaf, type PointData, visitCells } from './point-column.ts'

/** So few places are looked at one by one, rather than those that lie in the area. */
const fewHits = 500

/** The hits that are in the area. */
export function selectWithin(data: PointData, area: Area, hits: Selection): Selection {
  const { positions, points, ordinals } = data
  const size = ordinals.length
  if (hits.kind === 'list' && hits.count <= fewHits) {
    const isWithin = (ordinal: number) =>
      area.has(positions[2 * points[ordinal]!]!, positions[2 * points[ordinal]! + 1]!)
    return selectList(hits.list.filter(isWithin))
  }
  const runs = runsWithin(data, area)
  const telling = hits.count < size ? bitsOf(hits, size) : undefined
  let length = 0
  for (const { first, end } of runs) length += end - first
  if (fitsList(length, size)) {
    const found = new Uint32Array(length)
    length = 0
    for (const { first, end } of runs) {
      for (let point = first; point < end; point++) {
        const ordinal = ordinals[point]!
        if (telling === undefined || hasBit(telling, ordinal)) found[length++] = ordinal
      }
    }
    return selectList(ascending(found.subarray(0, length), size))
  }
  const bits = createBitset(size)
  for (const { first, end } of runs) for (let point = first; point < end; point++) setBit(bits, ordinals[point]!)
  if (telling !== undefined) andInto(bits, telling)
  return selectBits(bits)
}

/** Points along the curve from `first` up to but not including `end`. */
export interface PointRun {
  readonly first: number
  end: number
}

/** The points that are in the area, in the order of the curve. */
export function runsWithin(data: PointData, area: Area): readonly PointRun[] {
  const { positions } = data
  const runs: PointRun[] = []
  const add = (first: number, end: number) => {
    const last = runs.at(-1)
    if (last?.end === first) last.end = end
    else runs.push({ first, end })
  }
  visitCells(data, (cell) => {
    const relation = area.relate(cell.box)
    if (relation === 'inside') add(cell.first, cell.end)
    if (relation !== 'rim') return false
    if (!isLeaf(cell)) return true
    for (let point = cell.first; point < cell.end; point++) {
      if (area.has(positions[2 * point]!, positions[2 * point + 1]!)) add(point, point + 1)
    }
    return false
  })
  return runs
}
