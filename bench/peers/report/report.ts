import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { chartFiles } from '../charts/charts.ts'
import { readResults } from '../kept.ts'
import type { Plan } from '../plan.ts'
import { isWrite } from '../questions.ts'
import type { SystemResult } from '../result.ts'
import { cpuTimes, daysOf, distinctOf, noiseOf, ratioOf } from './figures.ts'
import { fixed, table, whole } from './format.ts'
import { growthSection } from './growth-section.ts'
import { footprintSection, serviceSection } from './service-section.ts'
import { systemSection } from './system-section.ts'
import { isPeer, systemNames } from './systems.ts'
import { wantedSection } from './wanted.ts'

/** Writes the report, from every result that is kept. */
export function writeReport({ results, report, charts }: Pick<Plan, 'results' | 'report' | 'charts'>): void {
  const all = readResults(results, Object.keys(systemNames))
  const folder = relative(`${report}/..`, charts)
  writeFileSync(report, `${textOf(all, folder).join('\n').trimEnd()}\n`)
}

function textOf(results: readonly SystemResult[], charts: string): string[] {
  const sizes = [...new Set(results.map(({ places }) => places))]
  return [
    '# Beside what a user would pick instead',
    '',
    'Written by `npm run bench:peers`; [how it measures](peers/README.md). "Times the rate" says how many times as many requests a second the service answers as the other',
    '(the median of the ratios of neighbouring blocks, and their spread); CPU is of all processes of a system, its database included, in microseconds a request, and "times less" how',
    'many times as much of it the other needs. Questions are compared only where totals, ids and their order are the same; "n/a" tells why one is not asked.',
    '',
    ...machines(results),
    '',
    ...inShort(results),
    ...chartFiles(results).flatMap(({ file, alt }) => [`![${alt}](${charts}/${file})`, '']),
    ...wantedSection(results),
    ...sizes.flatMap((places) => {
      const some = results.filter((one) => one.places === places)
      return [
        `## ${whole(places)} places`,
        '',
        ...footprintSection(some),
        ...serviceSection(some),
        ...some.filter(({ system }) => system !== 'gazetteer').flatMap(systemSection),
      ]
    }),
    ...growthSection(results),
  ]
}

function machines(results: readonly SystemResult[]): string[] {
  const days = daysOf(results.flatMap(({ comparisons }) => comparisons))
  const when = days === undefined ? '' : ` Measured ${days}.`
  const all = [...new Set(results.filter(({ missing }) => missing === undefined).map(({ machine }) => machine))]
  return all.length === 0 ? [] : [`${all.join('; ')}.${when} Seed ${results[0]?.seed}.`]
}

/** With more other work than this, rates do not tell which system is faster. */
const noiseMost = 0.25

/** How each peer compares over all questions that read. */
function inShort(results: readonly SystemResult[]): string[] {
  const rows = results.filter(isPeer).flatMap(({ system, places, comparisons }) => {
    const reads = distinctOf(comparisons).filter(({ question }) => !isWrite(question))
    const [worst] = reads.toSorted((a, b) => cpuTimes(a) - cpuTimes(b))
    if (worst === undefined) return []
    const times = reads.map(cpuTimes).toSorted((a, b) => a - b)
    const quiet = reads.filter(({ others }) => others <= noiseMost)
    const faster = quiet.filter((one) => ratioOf(one).median < 1).map(({ question }) => question)
    return [
      [
        `${systemNames[system]}, ${whole(places)}`,
        String(reads.length),
        fixed(times[times.length >> 1]),
        `${fixed(times[0])} (${worst.question})`,
        [...faster, ...(quiet.length < reads.length ? [`${reads.length - quiet.length} cannot be told`] : [])].join(
          '; ',
        ) || 'none',
        noiseOf(reads),
      ],
    ]
  })
  if (rows.length === 0) return []
  const told = [
    'How many times the CPU of a read the other needs: at the median of the questions, and where it comes closest. "Other work" is what of the processors programs that are no part of the',
    'bench used, or the host gave to its other machines: with much of it rates and latencies mean little, and CPU is only to be compared. "Pace" is how much JSON one thread parses and',
    'writes a second: what is measured at another pace took another time. "Cannot be told" are questions that were compared beside more other work than a quarter of the processors.',
  ]
  return [
    '## In short',
    '',
    ...told,
    '',
    ...table(['peer, places', 'questions', 'median', 'least', 'faster there', 'other work'], rows),
  ]
}
