import type { ColumnGuess, Guess, Meaning, Understanding } from '../../src/exchange/understanding/understanding.ts'
import { isSame, type Json } from '../body/json.ts'
import { ownPrefix } from '../settings.ts'

/**
 * The choices of a person for a file, for the next one with the same headings. They hold nothing of its rows but the
 * words whose meaning was chosen.
 */
interface Choices {
  readonly columns: readonly Pick<ColumnGuess, 'heading' | 'field'>[]
  readonly meanings: Readonly<Record<MeaningName, readonly Pick<Meaning<unknown>, 'text' | 'value'>[]>>
  readonly guesses: Partial<Record<GuessName, unknown>>
  readonly owner?: Owner
}

/** The owner of the new places of a file. */
type Owner = Pick<Understanding['defaults'], 'ownerId' | 'ownerType'>

const meaningNames = ['types', 'flags', 'empties'] as const
type MeaningName = (typeof meaningNames)[number]
const guessNames = ['dates', 'country', 'system', 'featureIds'] as const
type GuessName = (typeof guessNames)[number]

const storageName = `${ownPrefix}imports`
/** The least recent choices make room. */
const filesMax = 30

/** Keeps what a person has confirmed of a file. */
export function keepChoices({ columns, defaults, ...rest }: Understanding): void {
  if (columns.length === 0) return
  const settled = columns.filter(({ certainty }) => certainty !== 'asked')
  const { ownerId, ownerType } = defaults
  const choices: Choices = {
    columns: settled.map(({ heading, field }) => ({ heading, ...(field !== undefined && { field }) })),
    meanings: Object.fromEntries(
      meaningNames.map((name) => [name, sureOf(rest[name])]),
    ) as unknown as Choices['meanings'],
    guesses: Object.fromEntries(
      guessNames.flatMap((name) => (rest[name]?.certainty === 'sure' ? [[name, rest[name].value]] : [])),
    ),
    ...(ownerId !== undefined && { owner: { ownerId, ownerType } }),
  }
  const key = keyOf(columns)
  const others = allChoices().filter(([other]) => other !== key)
  localStorage.setItem(storageName, JSON.stringify([[key, choices], ...others.slice(0, filesMax - 1)]))
}

function sureOf(meanings: readonly Meaning<unknown>[]) {
  return meanings.flatMap(({ text, value, certainty }) => (certainty === 'sure' ? [{ text, value }] : []))
}

/**
 * Returns the edits that the choices for an earlier file with the same headings make; undefined if there are none.
 * Fields and meanings of words are those chosen; of everything else that a file may have otherwise, only questions are
 * answered.
 */
export function keptChoices(understanding: Understanding): Partial<Understanding> | undefined {
  const { columns } = understanding
  const choices = choicesFor(columns)
  if (!choices) return undefined
  const kept = new Map(choices.columns.map(({ heading, field }) => [heading, field]))
  const chosen = columns.map((column): ColumnGuess => {
    const { field: _, ...rest } = column
    if (!kept.has(column.heading)) return column
    const field = kept.get(column.heading)
    const isSaid = field === column.field && column.certainty !== 'asked'
    return isSaid ? column : { ...rest, ...(field !== undefined && { field }), certainty: 'sure' }
  })
  const edits: Record<string, unknown> = {}
  if (!isSame(chosen as unknown as Json, columns as unknown as Json)) edits.columns = chosen
  for (const name of meaningNames) {
    const values = new Map(choices.meanings[name].map(({ text, value }) => [text, value]))
    const meanings: readonly Meaning<unknown>[] = understanding[name]
    const isOther = meanings.some(({ text, value }) => values.has(text) && values.get(text) !== value)
    // Columns with other fields have words that are not known before.
    if (isOther || (edits.columns && values.size > 0)) edits[name] = choices.meanings[name]
  }
  for (const name of guessNames) {
    const guess: Guess<unknown> | undefined = understanding[name]
    const value = choices.guesses[name]
    if (guess?.certainty === 'asked' && value !== undefined) edits[name] = { value, certainty: 'sure' }
  }
  return Object.keys(edits).length > 0 ? edits : undefined
}

/** Returns the owner of the new places of an earlier file with the same headings. */
export function keptOwner({ columns }: Understanding): Owner | undefined {
  return choicesFor(columns)?.owner
}

function choicesFor(columns: Understanding['columns']): Choices | undefined {
  const key = keyOf(columns)
  return allChoices().find(([other]) => other === key)?.[1]
}

function keyOf(columns: Understanding['columns']): string {
  return JSON.stringify(columns.map(({ heading }) => heading))
}

function allChoices(): readonly (readonly [string, Choices])[] {
  try {
    return JSON.parse(localStorage.getItem(storageName) ?? '[]')
  } catch {
    return []
  }
}
