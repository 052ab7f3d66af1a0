import { hintOf, meantHint, nearestOf } from '../../common/nearest-word.ts'
import type { Problem } from '../../common/problem.ts'
import { named, type Reason, reason } from '../../common/reason.ts'
import type { JsonObject } from '../../place/json.ts'
import { trimmed } from '../../place/text.ts'
import {
  AddressFaults,
  checkCount,
  cut,
  decodeValue,
  invalidParameter,
  queryLimits,
  type RawPair,
  shownName,
  splitQuery,
} from './raw-query.ts'

/**
 * The declaration of a query parameter. `choices` and `list` are comma-separated; repeated parameters form one list.
 * Callers with a name of their own may omit a parameter that is required `for-keys`.
 */
export type Parameter = {
  readonly description: string
  readonly example?: string
} & (
  | {
      readonly form: 'text'
      readonly required?: boolean | 'for-keys'
      /** JSON Schema of the value that the text represents, if it is not a text. */
      readonly schema?: JsonObject
    }
  | { readonly form: 'boolean' }
  | {
      readonly form: 'integer'
      readonly min: number
      readonly max: number
      readonly default?: number
      /** A word for no bound, parsed as Infinity, and the formats that accept it. */
      readonly unbounded?: { readonly word: string; readonly formats: readonly string[] }
    }
  | {
      readonly form: 'choices'
      readonly choices: readonly string[]
      /** Only one of them may be named. */
      readonly single?: true
      /** Returns the choices that another text probably means. */
      readonly meant?: (text: string) => readonly string[]
      /** Values of other routes, with the routes to which they belong. */
      readonly elsewhere?: Readonly<Record<string, readonly string[]>>
    }
  | { readonly form: 'list' }
)

/** The parameters of a route by name, in the spelling of the documentation. */
export type ParameterSpec = Readonly<Record<string, Parameter>>

/**
 * The parsed value of a parameter: a text (undefined if absent and not required), a boolean (false if absent), a number
 * (the default, or undefined), the choices in the spelling of the declaration (for `single` one choice, or undefined),
 * or the elements of a list.
 */
type ParameterValue<P extends Parameter> = P extends { readonly form: 'text' }
  ? P extends { readonly required: true }
    ? string
    : string | undefined
  : P extends { readonly form: 'boolean' }
    ? boolean
    : P extends { readonly form: 'integer' }
      ? P extends { readonly default: number }
        ? number
        : number | undefined
      : P extends { readonly form: 'choices'; readonly choices: readonly (infer Choice)[] }
        ? P extends { readonly single: true }
          ? Choice | undefined
          : readonly Choice[]
        : readonly string[]

export type ParameterValues<Spec extends ParameterSpec> = { readonly [Name in keyof Spec]: ParameterValue<Spec[Name]> }

/**
 * Parses the query string of a route (the part after `?`, not decoded) by the general rules (D2, D3, D5). An unknown
 * parameter is a Problem that names the nearest known one. An empty value counts as absent unless the parameter is
 * required. One `apikey` is ignored.
 */
export function readParameters<const Spec extends ParameterSpec>(rawQuery: string, spec: Spec): ParameterValues<Spec> {
  const pairs = splitQuery(rawQuery)
  checkCount(pairs)
  const given = groupByKey(pairs)
  const { byKey } = declaredBy(spec)
  const faults = new AddressFaults()
  for (const { name, key } of pairs) {
    if (!byKey.has(key)) faults.add(unknownParameter(name, Object.keys(spec), spec))
  }
  const values = readGiven(given, spec, faults)
  faults.throwAny()
  return values
}

/** The parameters of a spec by key, and their values when absent. */
interface Declared {
  readonly byKey: ReadonlyMap<string, readonly [name: string, parameter: Parameter]>
  readonly absent: Readonly<Record<string, AnyValue>>
}

/** Computed once for each spec, since most requests have two or three of twenty parameters. */
const declared = new WeakMap<ParameterSpec, Declared>()

/** Returns the declaration of a spec. */
export function declaredBy(spec: ParameterSpec): Declared {
  return declared.getOrInsertComputed(spec, () => {
    const entries = Object.entries(spec)
    const absent = entries.map(([name, one]) => [name, isRequired(one) ? undefined : readOne(name, one, [])] as const)
    return {
      byKey: new Map(entries.map(([name, parameter]) => [name.toLowerCase(), [name, parameter]])),
      absent: Object.fromEntries(absent),
    }
  })
}

/** Groups pairs by the key of their name, in their order. */
export function groupByKey(pairs: readonly RawPair[]): ReadonlyMap<string, readonly RawPair[]> {
  return Map.groupBy(pairs, ({ key }) => key)
}

/** Reads the parameters of the spec and ignores all others; a faulty one counts as absent. */
export function readGiven<const Spec extends ParameterSpec>(
  given: ReadonlyMap<string, readonly RawPair[]>,
  spec: Spec,
  faults: AddressFaults,
): ParameterValues<Spec> {
  const { byKey, absent } = declaredBy(spec)
  const values = { ...absent }
  for (const [key, [name, parameter]] of byKey) {
    const pairs = given.get(key)
    if (pairs === undefined && !isRequired(parameter)) continue
    values[name] = faults.read(() => readOne(name, parameter, textsOf(pairs ?? [], parameter)), absent[name])
  }
  return values as ParameterValues<Spec>
}

function textsOf(pairs: readonly RawPair[], parameter: Parameter): readonly string[] {
  const texts = pairs.map(decodeValue)
  return isRequired(parameter) ? texts : texts.filter((value) => value !== '')
}

/** Returns true if an empty value counts as a value, which is then refused (D3). */
function isRequired(parameter: Parameter): boolean {
  return parameter.form === 'text' && (parameter.required ?? false) !== false
}

/**
 * The problem of an unknown parameter. It names the ones that were probably meant (D3): `meant`, else the nearest.
 * Known names that the spec does not declare take lists.
 */
export function unknownParameter(
  name: string,
  known: Iterable<string>,
  spec: ParameterSpec,
  meant: readonly string[] = [],
): Problem {
  const hint = meant.length > 0 ? meantHint(...meant) : (bracketsHint(name, known, spec) ?? hintOf(name, known))
  return invalidParameter(reason('unknown-parameter', { name: shownName(name), hint }))
}

/**
 * Returns the correct notation of a parameter if the name has the brackets of another convention (`is[]`, `is[0]`);
 * else undefined.
 */
function bracketsHint(name: string, known: Iterable<string>, spec: ParameterSpec): Reason | undefined {
  const base = /^([^[\]]+)\[\d{0,4}\]$/.exec(name)?.[1]?.toLowerCase()
  const meant = base === undefined ? undefined : [...known].find((one) => one.toLowerCase() === base)
  return meant === undefined ? undefined : reason('list-form', { name: meant, value: exampleOf(spec[meant]) })
}

/** Returns a value as an example of the form of a parameter: of a list two. */
function exampleOf(parameter: Parameter | undefined): string {
  if (parameter?.form === 'integer') return '5'
  if (parameter?.form === 'boolean') return 'true'
  if (parameter?.form === 'text') return parameter.example ?? 'a'
  return parameter?.form === 'choices' && parameter.single ? parameter.choices[0]! : 'a,b'
}

/** Splits comma-separated values and trims the elements; empty ones count as absent. */
function listElements(name: string, values: readonly string[]): string[] {
  if (values.length === 0) return []
  const elements = values.flatMap((value) => value.split(',').map(trimmed))
  if (elements.length > queryLimits.values) {
    throw invalidParameter(reason('max-values', { name, max: queryLimits.values, count: elements.length }))
  }
  return elements.filter((element) => element !== '')
}

type AnyValue = string | number | boolean | readonly string[] | undefined

function readOne(name: string, parameter: Parameter, values: readonly string[]): AnyValue {
  if (parameter.form === 'list') return listElements(name, values)
  if (parameter.form === 'choices') {
    const chosen = readChoices(name, parameter, values)
    if (!parameter.single) return chosen
    if (chosen.length > 1) throw invalidParameter(reason('one-value', { name, count: chosen.length }))
    return chosen[0]
  }
  if (values.length > 1) throw invalidParameter(reason('one-value', { name, count: values.length }))
  const [value] = values
  if (parameter.form === 'boolean') return value === undefined ? false : readBoolean(name, value)
  if (parameter.form === 'integer') return value === undefined ? parameter.default : readInteger(name, parameter, value)
  if (value === undefined && parameter.required === 'for-keys') return undefined
  if (isRequired(parameter) && (value === undefined || value.trim() === '')) {
    throw invalidParameter(reason('parameter-blank', { parameter: name }))
  }
  return value
}

/** Reads `true` or `false` in any case (D2), with white space around it; throws 400 for anything else. */
export function readBoolean(name: string, value: string): boolean {
  const word = value.trim().toLowerCase()
  if (word === 'true' || word === 'false') return word === 'true'
  throw invalidParameter(named(name, reason('true-or-false', { got: cut(value) })))
}

type Bounds = Pick<Extract<Parameter, { form: 'integer' }>, 'min' | 'max' | 'unbounded'>

function readInteger(name: string, { min, max, unbounded }: Bounds, value: string): number {
  const digits = value.trim()
  if (unbounded !== undefined && digits.toLowerCase() === unbounded.word) return Number.POSITIVE_INFINITY
  const number = /^-?\d+$/.test(digits) ? Number(digits) : Number.NaN
  if (number >= min && number <= max) return number
  const got = cut(value)
  if (unbounded !== undefined)
    throw invalidParameter(named(name, reason('integer-or-all', { min, max, got, ...unbounded })))
  const isOpen = max === Number.MAX_SAFE_INTEGER
  const fault = isOpen ? reason('integer-from', { min, got }) : reason('integer-between', { min, max, got })
  throw invalidParameter(named(name, fault))
}

function readChoices(
  name: string,
  { choices, meant, elsewhere = {} }: Extract<Parameter, { form: 'choices' }>,
  values: readonly string[],
): string[] {
  const chosen = listElements(name, values).map((value) => {
    const word = value.toLowerCase()
    const choice = choices.find((known) => known.toLowerCase() === word)
    if (choice !== undefined) return choice
    if (word.startsWith('!')) {
      throw invalidParameter(named(name, reason('no-negation', { got: cut(value) })))
    }
    const routes = Object.hasOwn(elsewhere, word) ? elsewhere[word] : undefined
    const names = nearestOf(value, choices) === undefined ? (meant?.(cut(value)) ?? []) : []
    const known = names.length > 0 ? meantHint(...names) : hintOf(value, choices)
    const hint = routes ? reason('of-another-route', { routes }) : known
    throw invalidParameter(named(name, reason('unknown-value', { got: cut(value), hint })))
  })
  return [...new Set(chosen)]
}

const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/

/**
 * Parses a finite decimal number with a dot as decimal mark and optional surrounding blanks; undefined if it is not
 * one.
 */
export function parseNumber(text: string): number | undefined {
  const digits = text.trim()
  const value = decimal.test(digits) ? Number(digits) : Number.NaN
  return Number.isFinite(value) ? value + 0 : undefined
}
