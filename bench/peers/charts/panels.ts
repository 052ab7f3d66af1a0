import { legend } from './dots.ts'
import { axisSays, decades, inks, line, logScale, mark, svg, text } from './svg.ts'

/** Small charts side by side, each with lines over the number of places; all axes logarithmic. */
export interface Panels {
  readonly title: string
  readonly subtitle: string
  /** The names of the lines, where they are the same in every panel. */
  readonly series: readonly string[]
  readonly panels: readonly Panel[]
  /** Whether all panels have the same axis, so that they can be compared. */
  readonly sharedAxis: boolean
}

export interface Panel {
  readonly label: string
  /** The names of its lines, where each panel has others. */
  readonly series?: readonly string[]
  /** Of each series the figures at the sizes that were measured. */
  readonly lines: readonly (readonly (readonly [places: number, figure: number])[])[]
}

const columns = 3
const cell = { width: 286, height: 216 }
const plot = { left: 58, right: 14, top: 34, bottom: 30 }
const legendLine = 20

export function drawPanels({ title, subtitle, series, panels, sharedAxis }: Panels): string {
  const all = panels.flatMap(({ lines }) => lines.flat())
  const sizes = [...new Set(all.map(([places]) => places))].sort((a, b) => a - b)
  const figures = (some: readonly Panel[]) => some.flatMap(({ lines }) => lines.flat().map(([, figure]) => figure))
  const top = series.length > 0 ? 92 : 64
  const lines = Math.max(0, ...panels.map((panel) => panel.series?.length ?? 0))
  const cellHeight = cell.height + lines * legendLine
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
      return drawPanel(panel, { at, sizes, steps, series: panel.series ?? series, lines })
    }),
  ])
}

interface Frame {
  readonly at: readonly [x: number, y: number]
  readonly sizes: readonly number[]
  readonly steps: readonly number[]
  readonly series: readonly string[]
  /** Lines of a legend of its own that every panel leaves room for. */
  readonly lines: number
}

function drawPanel(panel: Panel, { at: [left, upper], sizes, steps, series, lines: room }: Frame): string[] {
  const { label, lines } = panel
  const [from, to] = [left + plot.left, left + cell.width - plot.right]
  const above = upper + plot.top + room * legendLine
  const below = upper + cell.height + room * legendLine - plot.bottom
  const x = logScale([sizes[0]!, sizes.at(-1)!], [from + 8, to - 12])
  const y = logScale([steps[0]!, steps.at(-1)!], [below, above])
  return [
    text({ x: left + 12, y: upper + 20, says: label, look: 'strong' }),
    ...(panel.series ?? []).flatMap((_, at) => legendOf(panel.series!, at, [left + 20, upper + 42 + at * legendLine])),
    ...steps.flatMap((step) => [
      line('grid', [from, y(step)], [to, y(step)]),
      text({ x: from - 7, y: y(step) + 4, says: axisSays(step), look: 'soft', anchor: 'end' }),
    ]),
    ...sizes.map((size) => text({ x: x(size), y: below + 18, says: sizeSays(size), look: 'soft', anchor: 'middle' })),
    ...lines.flatMap((points, number) => {
      const ink = inks[number]!
      const path = points.map(([places, figure]) => `${x(places).toFixed(1)},${y(figure).toFixed(1)}`).join(' ')
      return [
        ...(points.length > 1 ? [`<polyline class="line ${ink}" points="${path}"/>`] : []),
        ...points.map(([places, figure]) =>
          mark(ink, x(places), y(figure), `${series[number]}, ${sizeSays(places)}: ${figure.toPrecision(3)}`),
        ),
      ]
    }),
  ]
}

/** One line of a legend. */
function legendOf(names: readonly string[], at: number, [x, y]: readonly [number, number]): string[] {
  return [mark(inks[at]!, x, y - 4, names[at]!), text({ x: x + 13, y, says: names[at]! })]
}

function sizeSays(places: number): string {
  return places >= 1e6 ? `${places / 1e6} M` : `${places / 1e3} k`
}
