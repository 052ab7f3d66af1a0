/** The middle of some measurements, with their extremes. */
export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

/** Median, least and greatest of at least one number. */
export function spreadOf(numbers: readonly number[]): Spread {
  const sorted = numbers.toSorted((one, other) => one - other)
  return { median: quantile(sorted, 0.5), min: sorted[0] ?? Number.NaN, max: sorted.at(-1) ?? Number.NaN }
}

/** The median of at least one number. */
export function medianOf(numbers: readonly number[]): number {
  return spreadOf(numbers).median
}

/** The value below which the given share of sorted numbers lies (nearest rank). */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

/** One line of the table of results. */
export interface Row {
  readonly what: string
  readonly measured: string
  readonly spread: string
  readonly wanted: string
  /** Absent where nothing is promised. */
  readonly reached?: boolean
}

/** `1.23 (1.20 to 1.31)`, with the unit behind each median. */
export function formatSpread({ min, max }: Spread, digits = 2): string {
  return `${min.toFixed(digits)} to ${max.toFixed(digits)}`
}

/** The rows as a Markdown table. */
export function formatTable(rows: readonly Row[]): string {
  const lines = rows.map(({ what, measured, spread, wanted, reached }) => {
    const verdict = reached === undefined ? '' : reached ? 'yes' : 'NO'
    return `| ${what} | ${measured} | ${spread} | ${wanted} | ${verdict} |`
  })
  return ['| what | median | spread | wanted | reached |', '|---|---|---|---|---|', ...lines].join('\n')
}
