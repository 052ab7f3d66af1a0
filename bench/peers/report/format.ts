/** A number with about three digits, as tables show it; a dash for none. */
export function fixed(value: number | null | undefined): string {
  if (value === undefined || value === null || !Number.isFinite(value)) return '–'
  if (value >= 100) return Math.round(value).toLocaleString('en')
  if (value >= 10) return value.toFixed(1)
  return value >= 0.1 || value === 0 ? value.toFixed(2) : value.toPrecision(2)
}

/** A whole number with commas. */
export function whole(value: number): string {
  return Math.round(value).toLocaleString('en')
}

/** A table in Markdown; each row has as many cells as there are heads. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return []
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(heads), `|${'---|'.repeat(heads.length)}`, ...rows.map(line), '']
}
