import { jsonOf, numberOf, splitList } from '../../src/exchange/cell-text.ts'
import type { Json } from '../body/json.ts'
import { placeTypes } from '../place/place-types.ts'
import { placeWords } from '../place/place-words.ts'
import { normalHeading } from './guess.ts'
import type { TargetKind } from './targets.ts'

const booleans: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', 'y', 'ja', 'j', 'sant', '1', 'x'].map((word) => [word, true] as const),
  ...['false', 'no', 'n', 'nej', 'falskt', '0'].map((word) => [word, false] as const),
])

/** The place types by every name that they have: as the service writes them, and in both languages. */
const typesByName: ReadonlyMap<string, string> = new Map(
  placeTypes.flatMap(({ key, name }) =>
    [key, name, placeWords.sv.types[key], placeWords.en.types[key]].map((word) => [normalHeading(word), key] as const),
  ),
)

/**
 * What a cell means for a target. What does not fit is kept as it is, so that the service names it together with all other
 * faults of the record.
 */
export function cellValue(kind: TargetKind, cell: Json): Json {
  if (kind === 'string' || kind === 'owner' || kind === 'phone')
    return typeof cell === 'number' || typeof cell === 'boolean' ? String(cell) : cell
  if (typeof cell !== 'string') return cell
  const text = cell.trim()
  if (kind === 'number' || kind === 'degrees') return numberOf(text) ?? text
  if (kind === 'boolean') return booleans.get(text.toLowerCase()) ?? text
  if (kind === 'type') return { [typesByName.get(normalHeading(text)) ?? text]: {} }
  if (kind === 'position') return text
  if (text.startsWith('[') || text.startsWith('{')) return jsonOf(text)
  if (kind === 'strings') return splitList(text)
  return kind === 'ids' ? splitList(text).map((id) => ({ id })) : text
}
