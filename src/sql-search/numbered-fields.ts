import type { DirectoryKind } from '../place/directory-entry.ts'
import type { Field } from '../place/fields.ts'
import type { Model } from '../place/model.ts'

/** A field with its number in a model. */
export interface NumberedField {
  readonly number: number
  readonly field: Field & { readonly named: boolean }
}

/** Fields whose values are the names of what a place refers to, which are known when a query is answered. */
export const namingFields: Readonly<Record<string, DirectoryKind>> = {
  owner_name: 'owners',
  categories_name: 'categories',
  tags_name: 'tags',
}

/** The fields of a model in their order. */
export function numberedFields({ fields }: Model): NumberedField[] {
  return [...fields.values()].map((field, number) => ({
    number,
    field: { ...field, named: Object.hasOwn(namingFields, field.name) },
  }))
}
