import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { messageOf } from '../common/problem.ts'
import type { JudgedRows } from '../exchange/importing/judged-rows.ts'
import type { Understanding } from '../exchange/understanding/understanding.ts'
import { isJsonObject, type JsonObject, type JsonValue, valueAt } from '../place/json.ts'
import { type Backend, CommandError, type FileToPlan } from './command.ts'
import { listCounts } from './progress.ts'

/** Returns the edits in the file of a plan; undefined if the file does not exist yet. */
export function readPlanFile(name: string): JsonObject | undefined {
  if (!existsSync(name)) return undefined
  let plan: unknown
  try {
    plan = JSON.parse(readFileSync(name, 'utf8'))
  } catch (error) {
    throw new CommandError(`--plan ${name} cannot be read: ${messageOf(error)}`)
  }
  const understanding = isJsonObject(plan) ? plan.understanding : undefined
  if (!isJsonObject(understanding)) throw new CommandError(`--plan ${name} has no object 'understanding'`)
  return understanding
}

/** Plans an import, writes what was understood to a new file, and returns what a person should know of it. */
export async function planToFile(backend: Backend, file: FileToPlan, name: string): Promise<string> {
  const plan = await backend.plan(file)
  const understanding = plan.understanding as unknown as Understanding
  writeFileSync(name, `${JSON.stringify({ understanding }, null, 2)}\n`, { flag: 'wx' })
  const rows = (plan.rows as readonly JsonValue[]).flatMap((row) => remarksOf(row as JsonObject))
  return [
    ...columnsOf(understanding),
    ...questionsOf(understanding),
    ...rows.slice(0, rowsShown),
    effectsOf(plan),
    `This is now in ${name}: edit it where it is wrong, and run the same command again to import.`,
  ]
    .map((line) => `${line.replace(/\p{C}/gu, ' ')}\n`)
    .join('')
}

const rowsShown = 20

function columnsOf({ columns }: Understanding): string[] {
  const width = Math.min(40, Math.max(...columns.map(({ heading }) => heading.length)))
  return columns.map(({ heading, field, certainty }) => {
    const meaning = field ?? 'not imported'
    return `  ${heading.slice(0, 60).padEnd(width)}  ${meaning}${certainty === 'asked' ? ', if you confirm it' : ''}`
  })
}

/** The guesses that take effect only once somebody confirms them. */
function questionsOf(understanding: Understanding): string[] {
  const { types, flags, empties, dates, country, system, swapped, swappedRows, featureIds } = understanding
  const texts = Object.entries({ types, flags, empties }).flatMap(([name, meanings]) =>
    meanings.filter(({ certainty }) => certainty === 'asked').map(({ text }) => `${name}: '${text}'`),
  )
  const guesses = Object.entries({ dates, country, system, swapped, swappedRows, featureIds }).flatMap(
    ([name, guess]) =>
      guess?.certainty === 'asked' ? [`${name}${guess.value === undefined ? '' : `: ${guess.value}?`}`] : [],
  )
  return [...texts, ...guesses].map((question) => `to be answered: ${question}`)
}

function remarksOf({ line, notes = [], errors = [] }: JsonObject): string[] {
  const details = [...(errors as readonly JsonValue[]), ...(notes as readonly JsonValue[])].map((one) =>
    String(valueAt(one as JsonObject, ['detail'])),
  )
  return details.length === 0 ? [] : [`row ${String(line)}: ${details.join('; ').slice(0, 300)}`]
}

function effectsOf({ effects }: JsonObject): string {
  const { created, changed, unchanged, refused, losesHours, unpublished } = effects as unknown as JudgedRows['effects']
  return `would be: ${listCounts({ created, changed, unchanged, refused, 'losing hours': losesHours, unpublished })}`
}
