import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { hasWrk } from '../support/load.ts'
import { sharedData } from '../support/world.ts'
import type { Measuring, Mode } from './measure.ts'

/** What a run measures, and where it keeps what. */
export interface Plan {
  readonly sizes: readonly number[]
  readonly systems: readonly string[]
  /** Parts of the names of questions; a question is asked when its name has one of them. None: every question. */
  readonly questions: readonly string[]
  /** The same for questions that are also asked with Zipf's distribution and again and again, and whose latency is measured. */
  readonly closely: readonly string[]
  readonly modes: readonly Mode[]
  readonly seed: number
  readonly measuring: Omit<Measuring, 'random'>
  /** How often a start from a snapshot of the index is measured. */
  readonly restarts: number
  /** What is kept with the same seed is not measured again. */
  readonly continues: boolean
  /** What was measured while other programs used more than this share of the processors counts as not kept. */
  readonly noise: number
  /** After so many minutes nothing more is begun. */
  readonly minutes: number
  /** Where the real venues lie, where what is loaded is kept, and where results, report and charts go. */
  readonly data: string
  readonly work: string
  readonly results: string
  readonly report: string
  readonly charts: string
  readonly only: 'help' | 'load' | 'report' | undefined
}

const text = { type: 'string' } as const
const flag = { type: 'boolean', default: false } as const

const options = {
  help: flag,
  sizes: { ...text, default: '10000,100000,1000000' },
  systems: { ...text, default: 'gazetteer,bare,nginx,postgres,sqlite,groonga,orama' },
  questions: { ...text, multiple: true, default: [] as string[] },
  closely: {
    ...text,
    multiple: true,
    default: ['by id', 'one filter', 'q, one word', 'nearby 20 km', '95 % reads'] as string[],
  },
  modes: text,
  seed: { ...text, default: '1' },
  warming: text,
  seconds: { ...text, default: '1' },
  'write-seconds': text,
  latency: text,
  pairs: text,
  restarts: { ...text, default: '3' },
  connections: { ...text, default: '16' },
  writers: { ...text, default: '64' },
  distinct: { ...text, default: '10000' },
  client: { ...text, default: hasWrk ? 'wrk' : 'own' },
  quick: flag,
  continue: flag,
  noise: { ...text, default: '1' },
  minutes: { ...text, default: 'Infinity' },
  data: { ...text, default: sharedData },
  work: { ...text, default: join(tmpdir(), 'gazetteer-peers') },
  report: { ...text, default: join(import.meta.dirname, '../RESULTS.md') },
  charts: { ...text, default: join(import.meta.dirname, '../charts') },
  results: { ...text, default: join(import.meta.dirname, 'results') },
  'only-load': flag,
  'only-report': flag,
} as const

/** Without the hyphens. */
export const optionNames: readonly string[] = Object.keys(options)

const allModes = ['distinct', 'zipf', 'repeated'] as const satisfies readonly Mode[]
const whole = { warming: '3', pairs: '5', 'write-seconds': '5', modes: allModes.join(','), latency: '2' }
const quick = { warming: '1', pairs: '3', 'write-seconds': '1', modes: 'distinct', latency: '0' }

/**
 * The plan that arguments describe; README.md tells each.
 *
 * @throws {RangeError} An option has a value that means nothing.
 */
export function planOf(args: readonly string[]): Plan {
  const { values } = parseArgs({ args: [...args], options })
  const preset = values.quick ? quick : whole
  const { warming, pairs, 'write-seconds': writeSeconds, modes, latency } = { ...preset, ...values }
  const { client } = values
  if (client !== 'wrk' && client !== 'own')
    throw new RangeError(`--client is wrk or own, got ${JSON.stringify(client)}`)
  const countsWholeSeconds = client === 'wrk'
  const secondsLeast = countsWholeSeconds ? 1 : 0.1
  return {
    sizes: values.sizes.split(',').map((size) => numberOf('sizes', size, 1)),
    systems: values.systems.split(','),
    questions: values.questions,
    closely: values.closely,
    modes: modesOf(modes),
    seed: numberOf('seed', values.seed, 0),
    measuring: {
      warmingSeconds: numberOf('warming', warming, 0, countsWholeSeconds),
      pairs: numberOf('pairs', pairs, 1),
      seconds: numberOf('seconds', values.seconds, secondsLeast, countsWholeSeconds),
      writeSeconds: numberOf('write-seconds', writeSeconds, secondsLeast, countsWholeSeconds),
      connections: numberOf('connections', values.connections, 1),
      writers: numberOf('writers', values.writers, 1),
      distinct: numberOf('distinct', values.distinct, 1),
      latencySeconds: numberOf('latency', latency, 0, false),
      client,
    },
    restarts: numberOf('restarts', values.restarts, 1),
    continues: values.continue,
    noise: numberOf('noise', values.noise, 0, false),
    minutes: numberOf('minutes', values.minutes, 0, false),
    data: values.data,
    work: values.work,
    results: values.results,
    report: values.report,
    charts: values.charts,
    only: values.help ? 'help' : values['only-load'] ? 'load' : values['only-report'] ? 'report' : undefined,
  }
}

/** @throws {RangeError} The value is no number, less than the least, or not whole where it must be. */
function numberOf(option: string, value: string, least: number, whole = true): number {
  const number = value.trim() === '' ? Number.NaN : Number(value)
  if (number >= least && (!whole || Number.isInteger(number))) return number
  throw new RangeError(
    `--${option} takes ${whole ? 'whole numbers' : 'numbers'} from ${least}, got ${JSON.stringify(value)}`,
  )
}

function modesOf(text: string): Mode[] {
  return text.split(',').map((name) => {
    const mode = allModes.find((one) => one === name)
    if (mode === undefined) throw new RangeError(`--modes are ${allModes.join(', ')}, got ${JSON.stringify(name)}`)
    return mode
  })
}

/** Whether a question is among those that are asked. */
export function isWanted({ questions }: Plan, name: string): boolean {
  return questions.length === 0 || questions.some((part) => name.includes(part))
}

/** Whether a question is among those that are looked at closely. */
export function isClose({ closely }: Plan, name: string): boolean {
  return closely.some((part) => name.includes(part))
}

/** Whether figures are kept well enough not to be measured again. */
export function isDone({ continues, noise }: Plan, kept: { readonly others: number } | undefined): boolean {
  return continues && kept !== undefined && kept.others <= noise
}
