import { axisSays, decades, line, logScale, mark, type Series, svg, text } from './svg.ts'

/** A chart of ratios: a row for each question, with a mark for each series on a logarithmic axis. */
export interface Dots {
  readonly title: string
  readonly subtitle: string
  readonly series: readonly Series[]
  readonly rows: readonly {
    readonly label: string
    /** Of each series; undefined where it was not asked. */
    readonly values: readonly (number | undefined)[]
    /** What stands at the end of the row. */
    readonly aside: string
  }[]
  readonly asideHead: string
}

const width = 880
const plot = { left: 200, right: 770, top: 112 }
const rowHeight = 25

/** The chart as SVG. */
export function drawDots({ title, subtitle, series, rows, asideHead }: Dots): string {
  const values = rows.flatMap((row) => row.values.filter((value) => value !== undefined))
  const steps = decades([1, ...values])
  const x = logScale([steps[0]!, steps.at(-1)!], [plot.left, plot.right - 20])
  const bottom = plot.top + rows.length * rowHeight
  return svg({ width, height: bottom + 44, title }, [
    text({ x: 24, y: 32, says: title, look: 'title' }),
    text({ x: 24, y: 53, says: subtitle, look: 'soft' }),
    ...legend(series),
    text({ x: width - 24, y: plot.top - 10, says: asideHead, look: 'soft', anchor: 'end' }),
    ...rows.flatMap((_, row) =>
      row % 2 === 0
        ? [
            `<rect class="band" x="12" y="${plot.top + row * rowHeight}" width="${width - 24}" height="${rowHeight}" rx="3"/>`,
          ]
        : [],
    ),
    ...steps.flatMap((step) => [
      line(step === 1 ? 'axis' : 'grid', [x(step), plot.top - 4], [x(step), bottom + 4]),
      text({ x: x(step), y: bottom + 22, says: `${axisSays(step)}×`, look: 'soft', anchor: 'middle' }),
      text({ x: x(step), y: plot.top - 10, says: `${axisSays(step)}×`, look: 'soft', anchor: 'middle' }),
    ]),
    ...rows.flatMap(({ label, values: some, aside }, row) => {
      const y = plot.top + (row + 0.5) * rowHeight
      return [
        text({ x: plot.left - 16, y: y + 4.5, says: label, anchor: 'end' }),
        ...some.map((value, at) =>
          value === undefined
            ? ''
            : mark(series[at]!.ink, x(value), y, `${series[at]!.name}, ${label}: ${value.toPrecision(3)} times`),
        ),
        text({ x: width - 24, y: y + 4.5, says: aside, anchor: 'end' }),
      ].filter(Boolean)
    }),
  ])
}

/** A mark with its name behind it. */
export function legendEntry({ name, ink }: Series, [x, y]: readonly [number, number]): string[] {
  return [mark(ink, x, y - 4, name), text({ x: x + 13, y, says: name })]
}

/** Marks with names, side by side from a position on. */
export function legend(series: readonly Series[], [from, y]: readonly [number, number] = [30, 76]): string[] {
  let x = from
  return series.flatMap((one) => {
    const start = x
    x += 34 + one.name.length * 7.2
    return legendEntry(one, [start, y])
  })
}
