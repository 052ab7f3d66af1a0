/** The number that a text says, with a decimal comma or point; undefined where it says none. */
export function parseDecimal(text: string): number | undefined {
  const written = text.trim().replaceAll(/\s/g, '').replace(',', '.').replace('−', '-')
  return /^[+-]?\d+(\.\d+)?$/.test(written) ? Number(written) : undefined
}
