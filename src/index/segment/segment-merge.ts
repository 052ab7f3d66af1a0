import type { BuiltColumn } from '../columns/column.ts'
import { buildIds, compareIds, idBytes } from '../columns/id-column.ts'
import { type Inversion, type Inverted, mergeInverted, type OrdinalMap, tombstone } from '../columns/inverted.ts'
import { mergePoints } from '../columns/point-column.ts'
import { mergeDocuments, type Origins } from '../documents/documents.ts'
import { mergeHours } from '../hours/hours-column.ts'
import { sharedFloat64, sharedUint32 } from '../memory/shared.ts'
import { type Bitset, hasBit } from '../sets/bitset.ts'
import type { BuildContext } from './segment-builder.ts'
import { columnKinds, nameText, type SegmentData } from './segment-data.ts'
import { mergeSeen } from './segment-states.ts'

/** A segment, and which of its ordinals are superseded or purged. */
export interface SegmentWithTombstones {
  readonly data: SegmentData
  readonly tombstones: Bitset
  /** Whether its documents are let go as they are copied, since nobody else reads them. */
  readonly consume?: boolean
}

/** The default order over several segments. */
interface MergedOrder {
  readonly count: number
  readonly origins: Origins
  /** For each segment what its ordinals become. */
  readonly ordinalMaps: readonly OrdinalMap[]
}

/** One segment that holds the live places of several. Its cost grows with their bytes, not with parsing. */
export function mergeSegments(parts: readonly SegmentWithTombstones[], context: BuildContext): SegmentData {
  const order = mergeOrder(parts, context)
  const { count, ordinalMaps, origins } = order
  const datas = parts.map(({ data }) => data)
  const columns = mergeColumns(datas, ordinalMaps, { ...context, size: count })
  const owners = mergeMapped(datas, ordinalMaps, ({ owners }) => owners)
  const nameMaps = mapsOf(columns, 'name', datas)
  return {
    count,
    ids: buildIds(gatherIds(datas, order)),
    revisions: gather(sharedFloat64(count), origins, (part, at) => datas[part]!.revisions[at]!),
    names: {
      valueOf: gather(sharedUint32(count), origins, (part, at) => nameMaps[part]![datas[part]!.names.valueOf[at]!]!),
      words: mergeMapped(datas, ordinalMaps, ({ names }) => names.words).inverted,
    },
    columns: Object.fromEntries([...columns].map(([name, { data }]) => [name, data])),
    types: mergeMapped(datas, ordinalMaps, ({ types }) => types).inverted,
    owners: owners.inverted,
    publicWords: mergeMapped(datas, ordinalMaps, ({ publicWords }) => publicWords).inverted,
    hiddenWords: {
      media: mergeMapped(datas, ordinalMaps, ({ hiddenWords }) => hiddenWords.media).inverted,
      restricted: mergeMapped(datas, ordinalMaps, ({ hiddenWords }) => hiddenWords.restricted).inverted,
    },
    points: mergePoints(
      datas.map(({ points }, part) => ({ data: points, ordinalMap: ordinalMaps[part]! })),
      count,
    ),
    seen: mergeSeen(datas.map(({ seen }, part) => ({ seen, ordinalMap: ordinalMaps[part]! }))),
    hours: mergeHours(datas.map(({ hours }, part) => ({ hours, ordinalMap: ordinalMaps[part]! }))),
    documents: mergeDocuments(
      parts.map(({ data, consume }, part) => ({
        data: data.documents,
        consume: consume === true,
        references: {
          owners: owners.keyMaps[part]!,
          categories: mapsOf(columns, 'categories_id', datas)[part]!,
          tags: mapsOf(columns, 'tags_id', datas)[part]!,
        },
      })),
      origins,
    ),
  }
}

/** Each segment is in order already, so what is sorted are as many runs as there are segments. */
function mergeOrder(parts: readonly SegmentWithTombstones[], { sortKey }: BuildContext): MergedOrder {
  const countMax = parts.reduce((sum, { data }) => sum + data.count, 0)
  const partOf = new Uint16Array(countMax)
  const ordinalOf = new Uint32Array(countMax)
  const keys: string[] = []
  for (const [part, { data, tombstones }] of parts.entries()) {
    for (let ordinal = 0; ordinal < data.count; ordinal++) {
      if (hasBit(tombstones, ordinal)) continue
      partOf[keys.length] = part
      ordinalOf[keys.length] = ordinal
      keys.push(sortKey(nameText(data, ordinal)))
    }
  }
  const idsOf = (row: number) => parts[partOf[row]!]!.data.ids
  const order = [...keys.keys()].sort((a, b) => {
    if (keys[a] !== keys[b]) return keys[a]! < keys[b]! ? -1 : 1
    return compareIds(idsOf(a), ordinalOf[a]!, idsOf(b), ordinalOf[b]!)
  })
  const ordinalMaps = parts.map(({ data }) => new Uint32Array(data.count).fill(tombstone))
  for (const [at, row] of order.entries()) ordinalMaps[partOf[row]!]![ordinalOf[row]!] = at
  const origins = {
    part: Uint16Array.from(order, (row) => partOf[row]!),
    ordinal: Uint32Array.from(order, (row) => ordinalOf[row]!),
  }
  return { count: order.length, origins, ordinalMaps }
}

/** Fills in what lies at the origin of each place. */
function gather<Into extends Uint32Array | Float64Array>(
  into: Into,
  origins: Origins,
  valueAt: (part: number, ordinal: number) => number,
): Into {
  for (let at = 0; at < into.length; at++) into[at] = valueAt(origins.part[at]!, origins.ordinal[at]!)
  return into
}

function gatherIds(datas: readonly SegmentData[], { count, origins }: MergedOrder): Uint8Array {
  const ids = new Uint8Array(idBytes * count)
  for (let at = 0; at < count; at++) {
    const { bytes } = datas[origins.part[at]!]!.ids
    const from = idBytes * origins.ordinal[at]!
    for (let byte = 0; byte < idBytes; byte++) ids[idBytes * at + byte] = bytes[from + byte]!
  }
  return ids
}

type MergedColumns = ReadonlyMap<string, BuiltColumn<unknown> & { readonly parts: readonly number[] }>

function mergeColumns(
  datas: readonly SegmentData[],
  ordinalMaps: readonly OrdinalMap[],
  { model, sortKey, size }: BuildContext & { readonly size: number },
): MergedColumns {
  const names = new Set(datas.flatMap(({ columns }) => Object.keys(columns)))
  return new Map(
    [...names].flatMap((name) => {
      const field = model.fields.get(name)
      if (field === undefined || field.kind === 'id') return []
      const parts = [...datas.keys()].filter((part) => name in datas[part]!.columns)
      const sources = parts.map((part) => ({ data: datas[part]!.columns[name], ordinalMap: ordinalMaps[part]! }))
      return [[name, { ...columnKinds[field.kind].merge(sources, { field, size, sortKey }), parts }]]
    }),
  )
}

/** What became of the values of a column in each segment; nothing where it has no such column. */
function mapsOf(columns: MergedColumns, name: string, datas: readonly SegmentData[]): OrdinalMap[] {
  const column = columns.get(name)
  return datas.map((_, part) => column?.valueMaps[column.parts.indexOf(part)] ?? new Uint32Array(0))
}

function mergeMapped(
  datas: readonly SegmentData[],
  ordinalMaps: readonly OrdinalMap[],
  of: (data: SegmentData) => Inverted,
): Inversion {
  return mergeInverted(datas.map((data, part) => ({ inverted: of(data), ordinalMap: ordinalMaps[part]! })))
}
