import { isJsonObject, type JsonObject, type JsonValue } from '../place/json.ts'

/** Numbers in [0, 1) from a seed, the same on every run. */
export type Random = () => number

/** Mulberry32 by Tommy Ettinger (public domain): 32 bits of state, plenty for data that only has to look natural. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Returns a whole number from `least` to `most`, both included. */
export function integer(random: Random, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1))
}

/** The values of names in braces. */
export type Words = Readonly<Record<string, JsonValue>>

/**
 * Fills in what a JSON template leaves open:
 *
 *     "[a|b]"          one of the texts; they may hold others
 *     "<1-64>"         a whole number
 *     "{city}"         a word; JSON of any kind if it stands by itself
 *     {"name?30": …}   a member in 30 of 100 cases
 *     {"oneOf": […]}   one of the values
 *     ["#1-3", …]      1 to 3 of the values that follow, in their order
 */
export function fill(template: JsonValue, random: Random, words: Words): JsonValue {
  if (typeof template === 'string') return fillText(template, random, words)
  if (Array.isArray(template)) return some(template, random).map((value) => fill(value, random, words))
  if (!isJsonObject(template)) return template
  if (Array.isArray(template.oneOf)) return fill(pick(template.oneOf as JsonValue[], random), random, words)
  const filled: Record<string, JsonValue> = {}
  for (const [name, value] of Object.entries(template)) {
    const [member = '', percent] = name.split('?')
    if (percent === undefined || 100 * random() < Number(percent)) filled[member] = fill(value, random, words)
  }
  return filled
}

/** Does the same for a template that is an object. */
export function fillObject(template: JsonObject, random: Random, words: Words): JsonObject {
  return fill(template, random, words) as JsonObject
}

function fillText(template: string, random: Random, words: Words): JsonValue {
  let text = template
  while (text.includes('[')) text = text.replace(/\[([^[\]]*)\]/g, (_, texts: string) => pick(texts.split('|'), random))
  const alone = /^\{(\w+)\}$/.exec(text)?.[1]
  if (alone !== undefined) return words[alone]!
  return text
    .replace(/<(\d+)-(\d+)>/g, (_, least, most) => String(integer(random, Number(least), Number(most))))
    .replace(/\{(\w+)\}/g, (_, name: string) => String(words[name]))
}

function some(values: readonly JsonValue[], random: Random): readonly JsonValue[] {
  const [least, most] = /^#(\d+)-(\d+)$/.exec(String(values[0]))?.slice(1).map(Number) ?? []
  if (least === undefined || most === undefined) return values
  const chosen = new Set<number>()
  for (const count = integer(random, least, most); chosen.size < count; ) {
    chosen.add(integer(random, 1, values.length - 1))
  }
  return values.filter((_, index) => chosen.has(index))
}

function pick<Value>(values: readonly Value[], random: Random): Value {
  return values[integer(random, 0, values.length - 1)]!
}
