import type { Schema } from '../api/document-query.ts'

/** The form of a member's value. */
export type FieldKind = 'string' | 'number' | 'boolean' | 'strings' | 'ids' | 'json' | 'type' | 'phone'

/** A member of a place by its dotted path; the type of a place is `type`. */
export interface SchemaField {
  readonly path: string
  readonly kind: FieldKind
}

/** The type as a whole, and the only part of the position that places may share. */
const particular: readonly SchemaField[] = [
  { path: 'type', kind: 'type' },
  { path: 'geolocation.properties', kind: 'json' },
]
const left: ReadonlySet<string> = new Set(['geolocation', 'updatedBy'])

/** Returns the members of a place by the schema of the service. */
export function schemaFields(schema: Schema): readonly SchemaField[] {
  const members = Object.entries(schema.properties ?? {}).filter(([name]) => !left.has(name))
  return [...particular, ...members.flatMap(([name, part]) => fieldsOf(part, name))]
}

function fieldsOf(schema: Schema, path: string): SchemaField[] {
  const types: readonly string[] = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
  if (schema.properties && types.includes('object')) {
    const whole: readonly SchemaField[] = path === 'contactInfo.phone' ? [{ path, kind: 'phone' }] : []
    return [...whole, ...Object.entries(schema.properties).flatMap(([name, part]) => fieldsOf(part, `${path}.${name}`))]
  }
  return [{ path, kind: kindOf(schema, types) }]
}

function kindOf(schema: Schema, types: readonly string[]): FieldKind {
  if (types.includes('boolean')) return 'boolean'
  if (types.includes('number') || types.includes('integer')) return 'number'
  if (types.includes('string')) return 'string'
  if (!types.includes('array')) return 'json'
  const inner = schema.items?.type
  if (inner === 'string' || inner?.includes('string')) return 'strings'
  const names = Object.keys(schema.items?.properties ?? {})
  return names.length === 1 && names[0] === 'id' ? 'ids' : 'json'
}
