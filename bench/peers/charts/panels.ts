import { legend, legendEntry } from './dots.ts'
import { axisSays, decades, line, logScale, mark, type Series, svg, text } from './svg.ts'

/** Small charts side by side, each with lines over the number of places; all axes logarithmic. */
export interface Panels {
  readonly title: string
  readonly subtitle: string
  /** The lines, where they are the same in every panel. */
  readonly series: readonly Series[]
  readonly panels: readonly Panel[]
  /** Whether all panels have the same axis, so that they can be compared. */
  readonly sharedAxis: boolean
}

/** One of them. */
export interface Panel {
  readonly label: string
  /** Its lines, where each panel has others. */
  readonly series?: readonly Series[]
  /** Of each series the figures at the sizes that were measured. */
  readonly lines: readonly (readonly (readonly [places: number, figure: number])[])[]
}

const columns = 3
const cell = { width: 286, height: 216 }
const plot = { left: 58, right: 14, top: 34, bottom: 30 }
/** A line of a legend that a panel has for itself, and what is free below the last one. */
const legendLine = 20
const belowLegend = 8

/** The charts as one SVG. */
export function drawPanels({ title, subtitle, series, panels, sharedAxis }: Panels): string {
  const all = panels.flatMap(({ lines }) => lines.flat())
  const sizes = [...new Set(all.map(([places]) => places))].sort((a, b) => a - b)
  const figures = (some: readonly Panel[]) => some.flatMap(({ lines }) => lines.flat().map(([, figure]) => figure))
  const top = series.length > 0 ? 92 : 64
  const lines = Math.max(0, ...panels.map((panel) => panel.series?.length ?? 0))
  const legendHeight = lines === 0 ? 0 : lines * legendLine + belowLegend
  const cellHeight = cell.height + legendHeight
  const height = top + Math.ceil(panels.length / columns) * cellHeight + 12
  return svg({ width: columns * cell.width + 22, height, title }, [
    text({ x: 24, y: 32, says: title, look: 'title' }),
    text({ x: 24, y: 53, says: subtitle, look: 'soft' }),
    ...legend(series),
    ...panels.flatMap((panel, number) => {
      const at: readonly [number, number] = [
        11 + (number % columns) * cell.width,
        top + Math.floor(number / columns) * cellHeight,
      ]
      const steps = decades(figures(sharedAxis ? panels : [panel]))
      return drawPanel(panel, { at, sizes, steps, series: panel.series ?? series, legendHeight })
    }),
  ])
}

interface Frame {
  readonly at: readonly [x: number, y: number]
  readonly sizes: readonly number[]
  readonly steps: readonly number[]
  readonly series: readonly Series[]
  /** What every panel leaves free for a legend of its own. */
  readonly legendHeight: number
}

function drawPanel(panel: Panel, { at: [left, upper], sizes, steps, series, legendHeight }: Frame): string[] {
  const { label, lines } = panel
  const [from, to] = [left + plot.left, left + cell.width - plot.right]
  const above = upper + plot.top + legendHeight
  const below = upper + cell.height + legendHeight - plot.bottom
  const x = logScale([sizes[0]!, sizes.at(-1)!], [from + 8, to - 12])
  const y = logScale([steps[0]!, steps.at(-1)!], [below, above])
  return [
    text({ x: left + 12, y: upper + 20, says: label, look: 'strong' }),
    ...(panel.series ?? []).flatMap((one, at) => legendEntry(one, [left + 20, upper + 42 + at * legendLine])),
    ...steps.flatMap((step) => [
      line('grid', [from, y(step)], [to, y(step)]),
      text({ x: from - 7, y: y(step) + 4, says: axisSays(step), look: 'soft', anchor: 'end' }),
    ]),
    ...sizes.map((size) => text({ x: x(size), y: below + 18, says: sizeSays(size), look: 'soft', anchor: 'middle' })),
    ...lines.flatMap((points, number) => {
      const { name, ink } = series[number]!
      const path = points.map(([places, figure]) => `${x(places).toFixed(1)},${y(figure).toFixed(1)}`).join(' ')
      return [
        ...(points.length > 1 ? [`<polyline class="line ${ink}" points="${path}"/>`] : []),
        ...points.map(([places, figure]) =>
          mark(ink, x(places), y(figure), `${name}, ${sizeSays(places)}: ${figure.toPrecision(3)}`),
        ),
      ]
    }),
  ]
}

function sizeSays(places: number): string {
  return places >= 1e6 ? `${places / 1e6} M` : `${places / 1e3} k`
}
