import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Comparison, medianOf } from './measure.ts'
import { cpuTimes, readResults } from './report.ts'
import type { SystemResult } from './result.ts'

interface Bars {
  readonly title: string
  readonly subtitle: string
  readonly rows: readonly { readonly label: string; readonly value: number; readonly text: string }[]
  /** Where a line is drawn across. */
  readonly mark: { readonly at: number; readonly text: string }
}

/** Draws what the README shows, of the largest size that was measured beside PostgreSQL. */
export function writeCharts(results: string, folder: string): void {
  const all = readResults(results)
  // A chart cannot carry the note of what was measured otherwise.
  const growing = all.filter(
    ({ system, note, comparisons }) => system === 'postgres' && !note && comparisons.length > 0,
  )
  const [postgres] = growing
  if (postgres === undefined) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'cpu-beside-postgres.svg'), drawBars(cpuBars(postgres)))
  if (growing.length > 1) writeFileSync(join(folder, 'growth.svg'), drawGrowth(growing))
}

function cpuBars({ places, comparisons }: SystemResult): Bars {
  const rows = comparisons
    .filter(({ mode }) => mode === 'distinct')
    .map((comparison) => {
      const [own, peer] = [comparison.own, comparison.peer].map((blocks) => Math.round(medianOf(blocks, cpu)))
      const value = cpuTimes(comparison)
      const text = `${value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en')}× (${own?.toLocaleString('en')} against ${peer?.toLocaleString('en')} µs)`
      return { label: comparison.question, value, text }
    })
    .toSorted((a, b) => b.value - a.value)
  return {
    title: 'Processor time a request: PostgreSQL + PostGIS against Gazetteer',
    subtitle: `${places.toLocaleString('en')} places, the same questions with the same answers, logarithmic`,
    rows,
    mark: { at: 1, text: '' },
  }
}

const cpu = ({ cpuMicroseconds }: Comparison['own'][number]) => cpuMicroseconds

const width = 860
const labelWidth = 210
const barWidth = 400
const rowHeight = 24
const top = 74
const bar = '#2f6f8f'

function drawBars({ title, subtitle, rows, mark }: Bars): string {
  const least = Math.min(1, ...rows.map(({ value }) => value))
  const most = Math.max(10, ...rows.map(({ value }) => value))
  const x = (value: number) => labelWidth + (barWidth * Math.log(value / least)) / Math.log(most / least)
  const height = top + rows.length * rowHeight + 20
  const decades = Array.from({ length: Math.floor(Math.log10(most)) + 1 }, (_, power) => 10 ** power)
  return svg(height, title, [
    text(24, 30, title, 'font-size="17" font-weight="600"'),
    text(24, 52, subtitle, 'font-size="13" fill="#5b6670"'),
    ...decades.flatMap((value) => [
      `<line x1="${x(value).toFixed(1)}" x2="${x(value).toFixed(1)}" y1="${top - 4}" y2="${height - 16}" stroke="${value === mark.at ? '#5b6670' : '#d5dbe0'}"/>`,
      text(x(value), top - 8, `${value.toLocaleString('en')}×`, 'font-size="11" text-anchor="middle" fill="#5b6670"'),
    ]),
    ...rows.flatMap(({ label, value, text: said }, row) => {
      const y = top + row * rowHeight
      const [from, to] = [Math.min(x(1), x(value)), Math.max(x(1), x(value))]
      return [
        text(labelWidth - 10, y + 16, label, 'font-size="13" text-anchor="end"'),
        `<rect x="${from.toFixed(1)}" y="${y + 4}" width="${Math.max(1, to - from).toFixed(1)}" height="${rowHeight - 8}" rx="2" fill="${bar}"/>`,
        text(to + 8, y + 16, said, 'font-size="12" fill="#2b333a"'),
      ]
    }),
  ])
}

const shown = ['by id', 'first page', 'one filter', 'q, one word', 'nearby 20 km', 'nearby 200 km', 'patch']
const colours = ['#2f6f8f', '#c2571a', '#4b8b3b', '#8a4f9e', '#b8860b', '#b03060', '#444444']
const plot = { left: 76, top: 80, width: 520, height: 300 }

/** Microseconds of processor time over the number of places, both logarithmic; PostgreSQL in dashes. */
function drawGrowth(results: readonly SystemResult[]): string {
  const sizes = results.map(({ places }) => places).toSorted((a, b) => a - b)
  const lines = shown.flatMap((question, index) =>
    (['own', 'peer'] as const).map((side) => ({
      label: question,
      side,
      colour: colours[index]!,
      points: sizes.flatMap((places) => {
        const blocks = results
          .find((result) => result.places === places)
          ?.comparisons.find((one) => one.question === question && one.mode === 'distinct')?.[side]
        return blocks ? [[places, medianOf(blocks, cpu)] as const] : []
      }),
    })),
  )
  const figures = lines.flatMap(({ points }) => points.map(([, figure]) => figure))
  const decade = (value: number, round: (value: number) => number) => round(Math.log10(value))
  const [low, high] = [decade(Math.min(...figures), Math.floor), decade(Math.max(...figures), Math.ceil)]
  const [first, last] = [Math.log10(sizes[0]!), Math.log10(sizes.at(-1)!)]
  const x = (places: number) => plot.left + (plot.width * (Math.log10(places) - first)) / (last - first)
  const y = (figure: number) => plot.top + plot.height * (1 - (Math.log10(figure) - low) / (high - low))
  const title = 'Processor time a request as places grow'
  return svg(plot.top + plot.height + 50, title, [
    text(24, 30, title, 'font-size="17" font-weight="600"'),
    text(
      24,
      52,
      'Microseconds, both axes logarithmic; Gazetteer in full lines, PostgreSQL + PostGIS in dashes',
      'font-size="13" fill="#5b6670"',
    ),
    ...Array.from({ length: high - low + 1 }, (_, step) => 10 ** (low + step)).flatMap((value) => [
      `<line x1="${plot.left}" x2="${plot.left + plot.width}" y1="${y(value).toFixed(1)}" y2="${y(value).toFixed(1)}" stroke="#d5dbe0"/>`,
      text(plot.left - 8, y(value) + 4, value.toLocaleString('en'), 'font-size="11" text-anchor="end" fill="#5b6670"'),
    ]),
    ...sizes.map((size) =>
      text(
        x(size),
        plot.top + plot.height + 22,
        size.toLocaleString('en'),
        'font-size="12" text-anchor="middle" fill="#5b6670"',
      ),
    ),
    ...lines
      .filter(({ points }) => points.length > 1)
      .map(({ points, colour, side }) => {
        const path = points.map(([places, figure]) => `${x(places).toFixed(1)},${y(figure).toFixed(1)}`).join(' ')
        const dashes = side === 'peer' ? ' stroke-dasharray="5 4"' : ''
        return `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"${dashes}/>`
      }),
    ...shown.flatMap((question, index) => {
      const at = plot.top + 12 + index * 22
      const left = plot.left + plot.width + 30
      return [
        `<rect x="${left}" y="${at - 9}" width="14" height="10" rx="2" fill="${colours[index]}"/>`,
        text(left + 22, at, question, 'font-size="13"'),
      ]
    }),
  ])
}

function svg(height: number, title: string, content: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="system-ui, sans-serif">
<title>${escaped(title)}</title>
<rect width="${width}" height="${height}" rx="8" fill="#fbfcfd"/>
${content.join('\n')}
</svg>
`
}

function text(x: number, y: number, content: string, attributes: string): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${attributes}>${escaped(content)}</text>`
}

function escaped(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
