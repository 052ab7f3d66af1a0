import type { Schema } from '../api/document-query.ts'

/** How the text of a cell becomes a value. */
export type TargetKind =
  | 'string'
  | 'number'
  | 'boolean'
  | 'strings'
  | 'ids'
  | 'json'
  | 'type'
  | 'phone'
  | 'degrees'
  | 'position'
  | 'owner'

/** A member of a place that a column can fill, by its dotted path; those of `own` are the import's. */
export interface Target {
  readonly path: string
  readonly kind: TargetKind
}

const own: readonly Target[] = [
  { path: 'key', kind: 'string' },
  { path: 'parentKey', kind: 'string' },
  { path: 'type', kind: 'type' },
  { path: 'latitude', kind: 'degrees' },
  { path: 'longitude', kind: 'degrees' },
  { path: 'position', kind: 'position' },
  { path: 'ownerName', kind: 'owner' },
]
/** What is filled by the targets above, or holds many that are targets themselves. */
const filled: ReadonlySet<string> = new Set(['geolocation', 'updatedBy'])

/** What a column of places can fill, by the schema of the service. */
export function placeTargets(schema: Schema): readonly Target[] {
  const members = Object.entries(schema.properties ?? {}).filter(([name]) => !filled.has(name))
  return [...own, ...members.flatMap(([name, part]) => targetsOf(part, name))]
}

/** What a column of a table of directory entries can fill: such a table has a column `kind`. */
export function directoryTargets(schema: Schema): readonly Target[] {
  const { contactInfo } = schema.properties ?? {}
  const named = ['kind', 'id', 'name', 'type'].map((path): Target => ({ path, kind: 'string' }))
  return [...named, ...(contactInfo ? targetsOf(contactInfo, 'contactInfo') : [])]
}

function targetsOf(schema: Schema, path: string): Target[] {
  const types: readonly string[] = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
  if (schema.properties && types.includes('object')) {
    const whole: readonly Target[] = path === 'contactInfo.phone' ? [{ path, kind: 'phone' }] : []
    const parts = Object.entries(schema.properties).flatMap(([name, part]) => targetsOf(part, `${path}.${name}`))
    return [...whole, ...parts]
  }
  return [{ path, kind: kindOf(schema, types) }]
}

function kindOf(schema: Schema, types: readonly string[]): TargetKind {
  if (types.includes('boolean')) return 'boolean'
  if (types.includes('number') || types.includes('integer')) return 'number'
  if (types.includes('string')) return 'string'
  if (!types.includes('array')) return 'json'
  const inner = schema.items?.type
  if (inner === 'string' || inner?.includes('string')) return 'strings'
  const names = Object.keys(schema.items?.properties ?? {})
  return names.length === 1 && names[0] === 'id' ? 'ids' : 'json'
}
