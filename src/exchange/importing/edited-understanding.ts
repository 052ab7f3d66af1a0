import Type, { type Static } from 'typebox'
import { invalidBody } from '../../common/problem.ts'
import { reason } from '../../common/reason.ts'
import { knownEpsg } from '../../geo/coordinate-systems.ts'
import { compileChecker } from '../../place/check/check.ts'
import { addFault, createFaultList } from '../../place/check/fault-list.ts'
import { writable } from '../../place/check/write-schema.ts'
import type { JsonObject } from '../../place/json.ts'
import type { Model } from '../../place/model.ts'
import { placeTypes } from '../../place/place-types.ts'
import { mergeModes } from '../../place/request.ts'
import { limits } from '../../place/schema.ts'
import { sourceFault, sourceName } from '../../place/source.ts'
import { placeColumns } from '../understanding/columns.ts'
import {
  isDayField,
  type Meaning,
  ownFields,
  settledField,
  type Understanding,
} from '../understanding/understanding.ts'
import { importModes } from './import-options.ts'

const choice = (values: readonly string[]) => Type.Unsafe<string>({ type: 'string', enum: [...values] })
const certainty = choice(['sure', 'likely', 'asked'])
const guess = <Value extends Type.TSchema>(value: Value) =>
  Type.Optional(Type.Object({ value: Type.Optional(value), certainty: Type.Optional(certainty) }))
const meanings = <Value extends Type.TSchema>(value: Value) =>
  Type.Optional(
    Type.Array(Type.Object({ text: Type.String(), value: Type.Optional(value), certainty: Type.Optional(certainty) }), {
      maxItems: 1_000,
    }),
  )

/** Each row of a new place gets these. */
const shortText = Type.Optional(Type.String({ maxLength: limits.name }))

/** The parts of an understanding that a caller may send back; all others are ignored. */
const editsSchema = Type.Object({
  headingLine: Type.Optional(Type.Integer({ minimum: 1 })),
  columns: Type.Optional(
    Type.Array(
      Type.Object({
        heading: Type.String(),
        field: Type.Optional(Type.String()),
        certainty: Type.Optional(certainty),
      }),
      { maxItems: 500 },
    ),
  ),
  types: meanings(Type.String()),
  flags: meanings(Type.Boolean()),
  empties: meanings(Type.Boolean()),
  dates: guess(choice(['dmy', 'mdy'])),
  country: guess(Type.String({ pattern: '^[A-Z]{2}$' })),
  system: guess(Type.Integer()),
  swapped: guess(Type.Boolean()),
  swappedRows: guess(Type.Boolean()),
  featureIds: guess(Type.Boolean()),
  source: Type.Optional(Type.String()),
  mode: Type.Optional(choice(importModes)),
  empty: Type.Optional(choice(mergeModes)),
  defaults: Type.Optional(
    Type.Object({
      ownerId: shortText,
      ownerType: shortText,
      type: shortText,
      published: shortText,
    }),
  ),
  confirmed: Type.Optional(Type.Array(Type.Integer({ minimum: 1 }), { maxItems: 10_000 })),
})
/** The edits of a caller. */
export type Edits = Static<typeof editsSchema>

const json = editsSchema as unknown as JsonObject
let checker: ReturnType<typeof compileChecker> | undefined

/** Returns the edits of a caller. Throws an `invalid-body` Problem with all faults. */
export function readEdits(given: JsonObject): Edits {
  checker ??= compileChecker(json, writable(json))
  const list = createFaultList()
  checker.validate(given, list)
  if (list.faults.length > 0) throw invalidBody(list.faults, list.hasMore)
  return given as unknown as Edits
}

/**
 * Returns an understanding with the edits of a caller. A guess whose value was edited is sure unless the caller says
 * otherwise. Columns are those of the file, in its order. Throws an `invalid-body` Problem for a field, type, system or
 * source that is none.
 */
export function edited(before: Understanding, edits: Edits, model: Model): Understanding {
  const { headingLine: _, columns, types, flags, empties, defaults, confirmed, source, mode, empty } = edits
  const guesses = Object.fromEntries(
    (['dates', 'country', 'system', 'swapped', 'swappedRows', 'featureIds'] as const).flatMap((name) =>
      edits[name] === undefined ? [] : [[name, settledGuess(before[name], edits[name])]],
    ),
  ) as Pick<Understanding, 'dates'>
  const next: Understanding = {
    ...before,
    ...guesses,
    ...(columns && { columns: editedColumns(before.columns, columns) }),
    ...(types && { types: editedMeanings(before.types, types) }),
    ...(flags && { flags: editedMeanings(before.flags, flags) }),
    ...(empties && { empties: editedMeanings(before.empties, empties) }),
    ...(defaults && { defaults: defaults as Understanding['defaults'] }),
    ...(confirmed && { confirmed }),
    ...(source !== undefined && { source: sourceName(source) }),
    ...(mode !== undefined && { mode: mode as Understanding['mode'] }),
    ...(empty !== undefined && { empty: empty as Understanding['empty'] }),
  }
  checkValues(next, model)
  return next
}

interface GivenGuess {
  readonly value?: unknown
  readonly certainty?: string
}

function settledGuess(before: GivenGuess | undefined, given: GivenGuess): GivenGuess {
  const isEdited = given.value !== undefined && given.value !== before?.value
  return { ...given, certainty: isEdited ? 'sure' : (given.certainty ?? 'sure') }
}

function editedMeanings<Value>(
  before: readonly Meaning<Value>[],
  given: readonly ({ readonly text: string } & GivenGuess)[],
): readonly Meaning<Value>[] {
  const byText = new Map(given.map((one) => [one.text, one]))
  return before.map((meaning) => {
    const one = byText.get(meaning.text)
    return one ? ({ ...meaning, ...settledGuess(meaning, one) } as Meaning<Value>) : meaning
  })
}

function editedColumns(
  before: Understanding['columns'],
  given: readonly { readonly heading: string; readonly field?: string; readonly certainty?: string }[],
): Understanding['columns'] {
  return before.map((column, index) => {
    const one = given[index]
    if (one === undefined) return column
    const { field: _, ...rest } = column
    if (one.field === undefined || one.field === '') return { ...rest, certainty: 'sure' }
    const guess = settledGuess({ value: column.field, certainty: column.certainty }, { value: one.field, ...one })
    return { ...rest, field: one.field, certainty: guess.certainty as typeof column.certainty }
  })
}

function checkValues({ columns, types, defaults, system, source }: Understanding, model: Model): void {
  const list = createFaultList()
  const known = placeColumns(model)
  const own: readonly string[] = Object.values(ownFields)
  for (const [index, { field, certainty, heading }] of columns.entries()) {
    const first = columns.findIndex((one) => settledField(one) === field)
    // The parts of an address, and the hours of a day, are read together.
    const isPart = field === undefined || field === 'visitingInfo_address' || isDayField(field)
    if (!isPart && certainty !== 'asked' && first < index)
      addFault(
        list,
        `/columns/${index}/field`,
        reason('column-twice', { one: columns[first]!.heading, other: heading }),
      )
    if (field === undefined || own.includes(field) || isDayField(field)) continue
    if (known.get(field.toLowerCase())?.readOnly === false) continue
    addFault(list, `/columns/${index}/field`, reason('unknown-column', { column: field.slice(0, 100), hint: '' }))
  }
  const isType = (wanted: string | undefined) =>
    wanted === undefined || wanted === 'none' || placeTypes.some(({ key }) => key === wanted)
  for (const [index, { value }] of types.entries()) {
    if (!isType(value)) addFault(list, `/types/${index}/value`, reason('place-type', { got: String(value), hint: '' }))
  }
  if (!isType(defaults.type))
    addFault(list, '/defaults/type', reason('place-type', { got: String(defaults.type), hint: '' }))
  const code = system?.value
  if (code !== undefined && knownEpsg(code) === undefined)
    addFault(list, '/system/value', reason('other-epsg', { epsg: code }))
  const fault = sourceFault(source)
  if (fault) addFault(list, '/source', fault)
  if (list.faults.length > 0) throw invalidBody(list.faults, list.hasMore)
}
