/** How a figure grows with the places. */
export interface Growth {
  /** In words: `in proportion to places^0.31`, or `1.20 and 0.95 a million`. */
  readonly law: string
  at(places: number): number
  /** The root of the mean square of the relative errors at the sizes that were measured. */
  readonly error: number
}

/** What was measured at a size. */
export type Point = readonly [places: number, figure: number]

/** `figure = factor × places ^ exponent`. */
export interface Power {
  readonly factor: number
  readonly exponent: number
}

/** Fits a power through the logarithms by least squares; undefined with fewer than two sizes. */
export function fitPower(points: readonly Point[]): Power | undefined {
  if (points.length < 2) return undefined
  const logs = points.map(([places, figure]) => [Math.log(places), Math.log(figure)] as const)
  const mean = (at: 0 | 1) => logs.reduce((sum, point) => sum + point[at], 0) / logs.length
  const [meanX, meanY] = [mean(0), mean(1)]
  const across = logs.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0)
  const along = logs.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
  const exponent = across / along
  return { exponent, factor: Math.exp(meanY - exponent * meanX) }
}

/** `figure = fixed + each × places`, neither of them negative. */
export interface Line {
  readonly fixed: number
  readonly each: number
}

/** Fits a line by least squares of the relative errors, so that each size counts alike; undefined with fewer than two sizes. */
export function fitLine(points: readonly Point[]): Line | undefined {
  if (points.length < 2) return undefined
  // With weights 1/figure²: the normal equations of two unknowns.
  const sum = (of: (places: number, figure: number) => number) =>
    points.reduce((total, [places, figure]) => total + of(places, figure) / figure ** 2, 0)
  const [ones, x, xx, y, xy] = [sum(() => 1), sum((n) => n), sum((n) => n * n), sum((_, f) => f), sum((n, f) => n * f)]
  const each = (ones * xy - x * y) / (ones * xx - x * x)
  const fixed = (y - each * x) / ones
  if (fixed < 0) return { fixed: 0, each: xy / xx }
  return each < 0 ? { fixed: y / ones, each: 0 } : { fixed, each }
}

/**
 * What every place takes some of, such as memory: a fixed part and a part for each place. A power below one, even where it
 * fits the measured sizes better, would say that the next place takes less. Undefined with fewer than two sizes, and where
 * what was measured does not grow: each place takes some, so other things outweighed it, and it cannot be carried on.
 */
export function costGrowthOf(points: readonly Point[]): Growth | undefined {
  const line = fitLine(points)
  return line === undefined || line.each === 0 ? undefined : growthAlong(line, points)
}

/** The law that fits better: a fixed part and a part for each place, or a power of the places. */
export function growthOf(points: readonly Point[]): Growth | undefined {
  const [line, power] = [fitLine(points), fitPower(points)]
  if (line === undefined || power === undefined) return undefined
  const byLine = growthAlong(line, points)
  const at = (places: number) => power.factor * places ** power.exponent
  const error = errorOf(at, points)
  return byLine.error <= error ? byLine : { law: `∝ places^${power.exponent.toFixed(2)}`, at, error }
}

function growthAlong(line: Line, points: readonly Point[]): Growth {
  const at = (places: number) => line.fixed + line.each * places
  return { law: `${short(line.fixed)} + ${short(line.each * 1e6)} a million`, at, error: errorOf(at, points) }
}

/** Up to how many places a growth stays within a limit, at most `most`. */
export function placesWithin(growth: Growth, limit: number, most: number): number {
  let [low, high] = [0, most]
  if (growth.at(most) <= limit) return most
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (growth.at(middle) <= limit) low = middle
    else high = middle
  }
  return low
}

function errorOf(law: (places: number) => number, points: readonly Point[]): number {
  const squares = points.map(([places, figure]) => (law(places) / figure - 1) ** 2)
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length)
}

function short(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(2)))
}
