/** How answers can be compressed, those that cost least for what they save first (RFC 8878, 7932, 1952). */
export const codings = ['zstd', 'br', 'gzip'] as const

export type Coding = (typeof codings)[number]

/** What a caller takes: the coding that suits best, if any, and whether the bytes as they are would do. */
export interface Accepted {
  readonly coding: Coding | undefined
  readonly plain: boolean
}

const onlyPlain: Accepted = { coding: undefined, plain: true }

const element = /^\s*([!#$%&'*+.^_`|~\w-]+)\s*(?:;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i

/**
 * Reads an `Accept-Encoding` (RFC 9110, 12.5.3): of what is offered the coding with the greatest weight, of equal ones the
 * first. The plain bytes are preferred only where their weight is named and greater. What cannot be read is ignored,
 * and so is a header that leaves nothing, since an answer is better than none.
 */
export function readAcceptEncoding(header: string | undefined, offered: readonly Coding[] = codings): Accepted {
  if (header === undefined || header.trim() === '') return onlyPlain
  const weights = weightsOf(header)
  const rest = weights.get('*')
  const plainWeight = weights.get('identity') ?? (rest === 0 ? 0 : undefined)
  let best: Coding | undefined
  let bestWeight = 0
  for (const coding of offered) {
    const weight = weights.get(coding) ?? rest ?? 0
    if (weight > bestWeight) [best, bestWeight] = [coding, weight]
  }
  if (best === undefined || (plainWeight !== undefined && plainWeight > bestWeight)) return onlyPlain
  return { coding: best, plain: plainWeight !== 0 }
}

function weightsOf(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>()
  for (const part of header.split(',')) {
    const [, name, weight = '1'] = element.exec(part) ?? []
    if (name !== undefined) weights.set(name.toLowerCase().replace(/^x-gzip$/, 'gzip'), Number(weight))
  }
  return weights
}
