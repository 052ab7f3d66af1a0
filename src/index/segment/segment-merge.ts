import type { BuiltColumn } from '../columns/column.ts'
import { buildIds, compareIds, idBytes } from '../columns/id-column.ts'
import { type Inverted, type MergeSource, mergeInverted, type OrdinalMap, tombstone } from '../columns/inverted.ts'
import { mergePoints } from '../columns/point-column.ts'
import { mergeDocuments, type Origins } from '../documents/documents.ts'
import { mergeHours } from '../hours/hours-column.ts'
import { sharedIntegers, sharedUint32 } from '../memory/shared.ts'
import { type Bitset, hasBit } from '../sets/bitset.ts'
import type { BuildContext } from './segment-builder.ts'
import { columnKinds, nameText, type SegmentData } from './segment-data.ts'
import { mergePublicSpans } from './segment-states.ts'

/** A segment, and the set of its ordinals that are superseded or purged. */
export interface SegmentWithTombstones {
  readonly data: SegmentData
  readonly tombstones: Bitset
  /** True if its documents are released as they are copied, since nobody else reads them. */
  readonly consume?: boolean
}

/** The default order over several segments. */
interface MergedOrder {
  readonly count: number
  readonly origins: Origins
  /** The new ordinals of each segment. */
  readonly ordinalMaps: readonly OrdinalMap[]
}

/** Merges the live places of several segments into one. The cost grows with their bytes; nothing is parsed. */
export function mergeSegments(sources: readonly SegmentWithTombstones[], context: BuildContext): SegmentData {
  const order = mergeOrder(sources, context)
  const { count, ordinalMaps, origins } = order
  const datas = sources.map(({ data }) => data)
  const sourcesOf = <Data>(of: (data: SegmentData) => Data): MergeSource<Data>[] =>
    datas.map((data, source) => ({ data: of(data), ordinalMap: ordinalMaps[source]! }))
  const merged = (of: (data: SegmentData) => Inverted) => mergeInverted(sourcesOf(of)).inverted
  const columns = mergeColumns(
    sourcesOf(({ columns }) => columns),
    { ...context, size: count },
  )
  const nameMaps = columns.get('name')?.valueMaps ?? []
  const isWide = datas.some(({ revisions }) => revisions instanceof Float64Array)
  const references = mergeInverted(sourcesOf(({ references }) => references))
  return {
    count,
    ids: buildIds(gatherIds(datas, order)),
    revisions: gather(sharedIntegers(count, isWide), origins, (source, at) => datas[source]!.revisions[at]!),
    names: {
      valueOf: gather(
        sharedUint32(count),
        origins,
        (source, at) => nameMaps[source]![datas[source]!.names.valueOf[at]!]!,
      ),
      words: merged(({ names }) => names.words),
    },
    ownerNameWords: mergeInverted(
      datas.map((data, source) => ({
        data: data.ownerNameWords,
        ordinalMap: columns.get('owner_name')?.valueMaps[source] ?? noValues,
      })),
    ).inverted,
    columns: Object.fromEntries([...columns].map(([name, { data }]) => [name, data])),
    types: merged(({ types }) => types),
    references: references.inverted,
    publicWords: merged(({ publicWords }) => publicWords),
    hiddenWords: {
      media: merged(({ hiddenWords }) => hiddenWords.media),
      restricted: merged(({ hiddenWords }) => hiddenWords.restricted),
    },
    points: mergePoints(
      sourcesOf(({ points }) => points),
      count,
    ),
    publicSpans: mergePublicSpans(sourcesOf(({ publicSpans }) => publicSpans)),
    hours: mergeHours(sourcesOf(({ hours }) => hours)),
    documents: mergeDocuments(
      sources.map(({ data, consume }, source) => ({
        data: data.documents,
        consume: consume === true,
        references: references.keyMaps[source]!,
      })),
      origins,
    ),
  }
}

/** Each segment is already in order, so the sort receives as many runs as there are segments. */
function mergeOrder(sources: readonly SegmentWithTombstones[], { sortKey }: BuildContext): MergedOrder {
  const countMax = sources.reduce((sum, { data }) => sum + data.count, 0)
  const sourceOf = new Uint16Array(countMax)
  const ordinalOf = new Uint32Array(countMax)
  const keys: string[] = []
  for (const [source, { data, tombstones }] of sources.entries()) {
    for (let ordinal = 0; ordinal < data.count; ordinal++) {
      if (hasBit(tombstones, ordinal)) continue
      sourceOf[keys.length] = source
      ordinalOf[keys.length] = ordinal
      keys.push(sortKey(nameText(data, ordinal)))
    }
  }
  const idsOf = (row: number) => sources[sourceOf[row]!]!.data.ids
  const order = [...keys.keys()].sort((a, b) => {
    if (keys[a] !== keys[b]) return keys[a]! < keys[b]! ? -1 : 1
    return compareIds(idsOf(a), ordinalOf[a]!, idsOf(b), ordinalOf[b]!)
  })
  const ordinalMaps = sources.map(({ data }) => new Uint32Array(data.count).fill(tombstone))
  for (const [at, row] of order.entries()) ordinalMaps[sourceOf[row]!]![ordinalOf[row]!] = at
  const origins = {
    source: Uint16Array.from(order, (row) => sourceOf[row]!),
    ordinal: Uint32Array.from(order, (row) => ordinalOf[row]!),
  }
  return { count: order.length, origins, ordinalMaps }
}

/** Fills `into` with the value at the origin of each place. */
function gather<Into extends Uint32Array | Float64Array>(
  into: Into,
  origins: Origins,
  valueAt: (source: number, ordinal: number) => number,
): Into {
  for (let at = 0; at < into.length; at++) into[at] = valueAt(origins.source[at]!, origins.ordinal[at]!)
  return into
}

function gatherIds(datas: readonly SegmentData[], { count, origins }: MergedOrder): Uint8Array {
  const ids = new Uint8Array(idBytes * count)
  for (let at = 0; at < count; at++) {
    const { bytes } = datas[origins.source[at]!]!.ids
    const from = idBytes * origins.ordinal[at]!
    for (let byte = 0; byte < idBytes; byte++) ids[idBytes * at + byte] = bytes[from + byte]!
  }
  return ids
}

/** The merged columns, each with the new numbers of its values per segment; empty for segments without the column. */
function mergeColumns(
  sources: readonly MergeSource<SegmentData['columns']>[],
  { model, sortKey, size }: BuildContext & { readonly size: number },
): ReadonlyMap<string, BuiltColumn<unknown>> {
  const names = new Set(sources.flatMap(({ data }) => Object.keys(data)))
  return new Map(
    [...names].flatMap((name) => {
      const field = model.fields.get(name)
      if (field === undefined || field.kind === 'id') return []
      const having = sources.filter(({ data }) => name in data)
      const columns = having.map(({ data, ordinalMap }) => ({ data: data[name], ordinalMap }))
      const { data, valueMaps } = columnKinds[field.kind].merge(columns, { field, size, sortKey })
      return [[name, { data, valueMaps: sources.map((source) => valueMaps[having.indexOf(source)] ?? noValues) }]]
    }),
  )
}

const noValues: OrdinalMap = new Uint32Array(0)
