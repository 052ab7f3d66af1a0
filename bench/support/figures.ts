/** The middle of some measurements, with their extremes. */
export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

/** Median, least and greatest; NaN if there are no numbers. */
export function spreadOf(numbers: readonly number[]): Spread {
  const sorted = numbers.toSorted((one, other) => one - other)
  return { median: quantile(sorted, 0.5), min: sorted[0] ?? Number.NaN, max: sorted.at(-1) ?? Number.NaN }
}

export function medianOf(numbers: readonly number[]): number {
  return spreadOf(numbers).median
}

/** The value below which the given share of sorted numbers lies (nearest rank). */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

/** A number with about three digits; a dash for none. */
export function fixed(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return '–'
  if (value >= 100) return Math.round(value).toLocaleString('en')
  if (value >= 10) return value.toFixed(1)
  return value >= 0.1 || value === 0 ? value.toFixed(2) : value.toPrecision(2)
}

/** A table in Markdown; each row has as many cells as there are heads. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return rows.length === 0 ? [] : [line(heads), `|${'---|'.repeat(heads.length)}`, ...rows.map(line), '']
}
