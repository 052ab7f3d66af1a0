const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/

/** A finite decimal number with a dot as decimal mark, blanks around it ignored, or undefined. */
export function parseNumber(text: string): number | undefined {
  const digits = text.trim()
  const value = decimal.test(digits) ? Number(digits) : Number.NaN
  return Number.isFinite(value) ? value + 0 : undefined
}
