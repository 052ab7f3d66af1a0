/** The colours of a series, by its class in `style`: told apart by people who see few colours, on light and dark alike. */
export const inks = ['ink-0', 'ink-1', 'ink-2', 'ink-3', 'ink-4'] as const
/** One of them. */
export type Ink = (typeof inks)[number]

/** What is told apart by colour and shape. */
export interface Series {
  readonly name: string
  readonly ink: Ink
}

/** Colours after Okabe and Ito, darker on light and lighter on dark; the drawing brings its own ground. */
const style = `
text { font-family: system-ui, -apple-system, 'Segoe UI', sans-serif; fill: #1f2a33; font-size: 13px }
.title { font-size: 17px; font-weight: 600 } .soft { fill: #5b6670; font-size: 12px } .strong { font-weight: 600 }
.ground { fill: #ffffff; stroke: #d9dfe4 } .grid { stroke: #e3e8ec } .axis { stroke: #5b6670 } .band { fill: #f4f6f8 }
.ink-0 { --ink: #0b62a8 } .ink-1 { --ink: #c4520a } .ink-2 { --ink: #0a7d5b } .ink-3 { --ink: #a3478a } .ink-4 { --ink: #7a6500 }
.mark { fill: var(--ink); stroke: #ffffff; stroke-width: 1 } .line { fill: none; stroke: var(--ink); stroke-width: 2; stroke-linejoin: round } .said { fill: var(--ink) }
@media (prefers-color-scheme: dark) {
text { fill: #e6ebef } .soft { fill: #a4b0ba }
.ground { fill: #12181e; stroke: #2c363f } .grid { stroke: #2a343d } .axis { stroke: #a4b0ba } .band { fill: #182028 }
.ink-0 { --ink: #5ab4f2 } .ink-1 { --ink: #f5a05a } .ink-2 { --ink: #4ecfa3 } .ink-3 { --ink: #e39bd0 } .ink-4 { --ink: #e0cb55 }
.mark { stroke: #12181e } .said { fill: var(--ink) }
}`

/** A drawing of so many pixels, readable on light and on dark. */
export function svg(
  { width, height, title }: { readonly width: number; readonly height: number; readonly title: string },
  content: readonly string[],
): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">
<title>${escaped(title)}</title>
<style>${style}
</style>
<rect class="ground" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>
${content.join('\n')}
</svg>
`
}

/** Words, and where they stand. */
export interface Text {
  readonly x: number
  readonly y: number
  readonly says: string
  readonly look?: string
  readonly anchor?: 'start' | 'middle' | 'end'
}

/** Some words at a position. */
export function text({ x, y, says, look, anchor }: Text): string {
  const attributes = `${look === undefined ? '' : ` class="${look}"`}${anchor === undefined ? '' : ` text-anchor="${anchor}"`}`
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}"${attributes}>${escaped(says)}</text>`
}

/** A straight line between two points. */
export function line(look: string, [x1, y1]: readonly [number, number], [x2, y2]: readonly [number, number]): string {
  return `<line class="${look}" x1="${x1.toFixed(1)}" y1="${y1.toFixed(1)}" x2="${x2.toFixed(1)}" y2="${y2.toFixed(1)}"/>`
}

const shapes: Readonly<Record<Ink, (x: number, y: number) => string>> = {
  'ink-0': (x, y) => `<circle cx="${x}" cy="${y}" r="5.5"`,
  'ink-1': (x, y) => `<rect x="${x - 5}" y="${y - 5}" width="10" height="10"`,
  'ink-2': (x, y) => `<path d="M${x} ${y - 6.5}l6 11h-12z"`,
  'ink-3': (x, y) => `<path d="M${x} ${y - 6.5}l6.5 6.5l-6.5 6.5l-6.5 -6.5z"`,
  'ink-4': (x, y) => `<path d="M${x} ${y + 6.5}l6 -11h-12z"`,
}

/** A mark in the colour and the shape of a series; `says` is shown where a pointer rests. */
export function mark(ink: Ink, x: number, y: number, says: string): string {
  const shape = shapes[ink](Number(x.toFixed(1)), Number(y.toFixed(1)))
  return `${shape} class="mark ${ink}"><title>${escaped(says)}</title>${shape.startsWith('<circle') ? '</circle>' : shape.startsWith('<rect') ? '</rect>' : '</path>'}`
}

/** The whole powers of ten from at most the least to at least the greatest of some numbers. */
export function decades(numbers: readonly number[]): number[] {
  const low = Math.floor(Math.log10(Math.min(...numbers)))
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...numbers))))
  return Array.from({ length: high - low + 1 }, (_, step) => 10 ** (low + step))
}

/** Where a number lies between two ends of a logarithmic axis. */
export function logScale([low, high]: readonly [number, number], [from, to]: readonly [number, number]) {
  return (value: number) => from + ((to - from) * Math.log(value / low)) / Math.log(high / low)
}

/** A number as an axis says it: 0.001, 10, 1,000, 1 M. */
export function axisSays(value: number): string {
  if (value >= 1e6) return `${value / 1e6} M`
  return value >= 1 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(1)))
}

function escaped(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
