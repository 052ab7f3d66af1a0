import { type Schema, useBodySchema } from '../api/document-query.ts'
import { placeTargets, type TargetKind } from '../import/targets.ts'
import { useFieldLabel } from '../place/field-label.ts'
import { fieldWords } from '../place/field-words.ts'
import type { PlaceTypeKey } from '../place/place-types.ts'
import { placeWords } from '../place/place-words.ts'
import { useWords } from '../words/language.tsx'

/** A field that many places may share, by its dotted path; of the type of a place it is `type`. */
export interface SharedField {
  readonly path: string
  readonly kind: TargetKind | 'owner'
}

/** What belongs to one place alone, is an act of its own, or is a column of an import and no member of a place. */
const alone: ReadonlySet<string> = new Set([
  'key',
  'parentKey',
  'latitude',
  'longitude',
  'position',
  'ownerName',
  'name',
  'parent.id',
  'published',
  'depublished',
  'categories',
  'tags',
])
/** What `visitingInfo` has come instead of; offered last. */
const older: ReadonlySet<string> = new Set(
  ['address', 'postalCode', 'city', 'visitingAddress'].map((member) => `contactInfo.${member}`),
)
const settable: ReadonlySet<string> = new Set(['string', 'number', 'boolean', 'type', 'phone', 'owner'])
/** A type as a whole is what a place is: it can be another one, but not be cleared. Parts of a number alone are none. */
const unfit = /^(placeTypes\.\w+$|owner\.|contactInfo\.phone\.)/

/** The fields that can be set, or cleared, in many places at once. */
export function useSharedFields(kind: 'set' | 'clear'): readonly SharedField[] {
  const schema = useBodySchema()
  const targets = schema ? placeTargets(schema) : []
  const shared = targets.filter(({ path }) => !alone.has(path) && !unfit.test(path))
  const ordered = [...shared.filter(({ path }) => !older.has(path)), ...shared.filter(({ path }) => older.has(path))]
  if (kind === 'clear') return ordered.filter(({ path }) => path !== 'type')
  return [{ path: 'owner', kind: 'owner' }, ...ordered.filter(({ kind }) => settable.has(kind))]
}

/** What fields are called, by their dotted paths, where nothing around them says what they are a part of. */
export function useSharedFieldLabel(): (path: string) => string {
  const labels = useWords(fieldWords)
  const labelOf = useFieldLabel()
  const { types } = useWords(placeWords)
  const schema = useBodySchema()
  return (path) => {
    if (path === 'type') return labels.placeTypes
    const [part, key = '', ...members] = path.split('.')
    if (part === 'placeTypes' && members.length > 0) {
      const known = (labels as Readonly<Record<string, string>>)[path]
      return `${types[key as PlaceTypeKey] ?? key}: ${known ?? titleOf(schema?.properties?.placeTypes?.properties?.[key], members)}`
    }
    return labelOf(path)
  }
}

/** The titles that a schema gives on the way to a member, below a type; names where it gives none. */
function titleOf(schema: Schema | undefined, [name = '', ...inner]: readonly string[]): string {
  const part = schema?.properties?.[name]
  const title = part?.title ?? name
  return inner.length === 0 ? title : `${title}, ${titleOf(part, inner)}`
}
