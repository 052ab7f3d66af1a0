import type { Field } from '../place/fields.ts'
import type { Model } from '../place/model.ts'

/** A field with its number in a model. */
export interface NumberedField {
  readonly number: number
  readonly field: Field
}

/** The fields of a model in their order. */
export function numberedFields({ fields }: Model): NumberedField[] {
  return [...fields.values()].map((field, number) => ({ number, field }))
}
