import type { SegmentData } from './segment-data.ts'

const arrayTypes = { Uint8Array, Uint32Array, Int32Array, Float64Array } as const

/** The name of a kind of typed array that segments are made of. */
export type ArrayType = keyof typeof arrayTypes
/** One of these arrays. */
export type NumberArray = InstanceType<(typeof arrayTypes)[ArrayType]>

/** What a value is made of, without the numbers of its typed arrays: plain data that JSON can hold. */
export type Shape =
  | { readonly kind: 'value'; readonly value: number | string | boolean }
  | { readonly kind: 'array'; readonly type: ArrayType; readonly length: number }
  | { readonly kind: 'list'; readonly items: readonly Shape[] }
  | { readonly kind: 'object'; readonly members: Readonly<Record<string, Shape>> }

/** A segment taken apart: its shape, and its arrays in the order in which the shape names them. */
export interface TakenApart {
  readonly shape: Shape
  readonly arrays: readonly NumberArray[]
}

/** The shape and the arrays of a segment, without a copy. Throws on what is neither plain data nor a known array. */
export function takeApart(data: SegmentData): TakenApart {
  const arrays: NumberArray[] = []
  return { shape: shapeOf(data, arrays), arrays }
}

/** The segment of this shape over these arrays: the way back from `takeApart`. */
export function putTogether({ shape, arrays }: TakenApart): SegmentData {
  const rest = arrays[Symbol.iterator]()
  return valueFrom(shape, rest) as SegmentData
}

/** The arrays that a shape names, in their order. */
export function arraysOf(shape: Shape): readonly (Shape & { kind: 'array' })[] {
  if (shape.kind === 'array') return [shape]
  if (shape.kind === 'list') return shape.items.flatMap(arraysOf)
  return shape.kind === 'object' ? Object.values(shape.members).flatMap(arraysOf) : []
}

/** The bytes that an array of this type and length takes. */
export function byteLengthOf({ type, length }: { readonly type: ArrayType; readonly length: number }): number {
  return arrayTypes[type].BYTES_PER_ELEMENT * length
}

/** An array of zeros in shared memory of its own. */
export function allocate({ type, length }: { readonly type: ArrayType; readonly length: number }): NumberArray {
  return new arrayTypes[type](new SharedArrayBuffer(byteLengthOf({ type, length })) as unknown as ArrayBuffer)
}

function shapeOf(value: unknown, arrays: NumberArray[]): Shape {
  if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean')
    return { kind: 'value', value }
  if (ArrayBuffer.isView(value)) {
    const type = value.constructor.name
    if (!isArrayType(type)) throw new TypeError(`a segment must have arrays of known types only, got ${type}`)
    arrays.push(value as NumberArray)
    return { kind: 'array', type, length: (value as NumberArray).length }
  }
  if (Array.isArray(value)) return { kind: 'list', items: value.map((item) => shapeOf(item, arrays)) }
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) {
    throw new TypeError(`a segment must be made of plain data and typed arrays, got ${String(value)}`)
  }
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return {
    kind: 'object',
    members: Object.fromEntries(members.map(([name, member]) => [name, shapeOf(member, arrays)])),
  }
}

function valueFrom(shape: Shape, arrays: Iterator<NumberArray>): unknown {
  if (shape.kind === 'value') return shape.value
  if (shape.kind === 'list') return shape.items.map((item) => valueFrom(item, arrays))
  if (shape.kind === 'object') {
    return Object.fromEntries(Object.entries(shape.members).map(([name, member]) => [name, valueFrom(member, arrays)]))
  }
  const { done, value } = arrays.next()
  if (done || value.length !== shape.length || value.constructor.name !== shape.type) {
    throw new TypeError(`a segment of this shape needs a ${shape.type} of ${shape.length} next`)
  }
  return value
}

function isArrayType(type: string): type is ArrayType {
  return type in arrayTypes
}
