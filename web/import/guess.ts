import { fieldWords } from '../place/field-words.ts'
import { headerWords } from './header-words.ts'
import type { Table } from './table.ts'
import type { Target } from './targets.ts'

/** Which target each column fills, by its number; undefined: it is not imported. */
export type Mapping = readonly (string | undefined)[]

/** A heading as it is compared: letters and digits alone, whatever their case. */
export function normalHeading(heading: string): string {
  return heading
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** What each column most likely means, by its heading: the path of a member, its label, or a common word; each once. */
export function guessMapping(table: Table, targets: readonly Target[]): Mapping {
  const names = namesOf(targets)
  const taken = new Set<string>(table.hasPositions ? ['latitude', 'longitude', 'position'] : [])
  return table.columns.map((heading, index) => {
    const named = names.get(normalHeading(heading))
    const found = named === 'ownerName' ? ownerPath(table, index, taken) : named
    if (found === undefined || taken.has(found) || !isPlausible(found, table, index)) return undefined
    taken.add(found)
    return found
  })
}

/** The names of each target, the surest first: a name that two would have goes to the first. */
function namesOf(targets: readonly Target[]): ReadonlyMap<string, string> {
  const label = (path: string, language: 'sv' | 'en') =>
    (fieldWords[language] as Readonly<Record<string, string>>)[path] ?? path
  const rounds: ((path: string) => readonly string[])[] = [
    (path) => [path],
    (path) => headerWords[path] ?? [],
    (path) => [label(path, 'sv'), label(path, 'en')],
    (path) => [path.split('.').at(-1) ?? path],
  ]
  const names = new Map<string, string>()
  for (const round of rounds) {
    for (const { path } of targets) {
      for (const name of round(path).map(normalHeading)) if (!names.has(name)) names.set(name, path)
    }
  }
  return names
}

const samplesMax = 20

const within = (most: number) => (cell: string) => Math.abs(Number(cell.replace(',', '.'))) <= most
const looksLikeId = (cell: string) => /^\S*\d\S*$/.test(cell.trim())
const isOneWord = (cell: string) => !/\s/.test(cell.trim())

/** What a value of a target looks like: `x` may as well be metres in another system, and a parent may be given by name. */
const looks: Readonly<Record<string, (cell: string) => boolean>> = {
  latitude: within(90),
  longitude: within(180),
  'owner.id': isOneWord,
  'parent.id': isOneWord,
}

/** A column of owners holds their ids or their names; where another column has the ids, it is what they are called. */
function ownerPath(table: Table, index: number, taken: ReadonlySet<string>): string {
  if (taken.has('owner.id')) return 'owner.name'
  return mostFit(looksLikeId, table, index) ? 'owner.id' : 'ownerName'
}

/** Whether most values look like what the target wants. */
function isPlausible(path: string, table: Table, index: number): boolean {
  const fits = looks[path]
  return !fits || mostFit(fits, table, index)
}

function mostFit(fits: (cell: string) => boolean, { rows }: Table, index: number): boolean {
  const given = rows
    .slice(0, samplesMax)
    .map(({ cells }) => cells[index])
    .filter((cell) => cell !== undefined)
  const fitting = given.filter((cell) => fits(String(cell)))
  return fitting.length * 2 > given.length
}
