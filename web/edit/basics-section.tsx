import { Select } from '@mantine/core'
import { isObject, type JsonObject } from '../body/pointer.ts'
import { DirectoryMultiSelect } from '../directory/directory-multi-select.tsx'
import type { DirectoryKind } from '../directory/directory-queries.ts'
import { fieldWords } from '../place/field-words.ts'
import { placeTypes } from '../place/place-types.ts'
import { placeWords } from '../place/place-words.ts'
import { useWords } from '../words/language.tsx'
import { editWords } from './edit-words.ts'
import { LongTextField, TextField } from './fields.tsx'
import { FormSection } from './form-section.tsx'
import { MarkdownField } from './markdown-field.tsx'
import { OwnerField } from './owner-field.tsx'
import { ParentField } from './parent-field.tsx'
import { useField } from './use-field.ts'

/** What a place is called, is, says of itself and belongs to. */
export function BasicsSection({ placeId }: { readonly placeId: string | undefined }) {
  const words = useWords(editWords)
  const labels = useWords(fieldWords)
  return (
    <FormSection name="basics">
      <TextField at="/name" label={labels.name} required />
      <TypeField />
      <OwnerField />
      <LongTextField at="/shortDescription" label={labels.shortDescription} hint={words.shortHint} />
      <MarkdownField at="/longDescription" label={labels.longDescription} hint={words.longHint} />
      <ParentField placeId={placeId} />
      <SubjectsField at="/categories" kind="categories" label={labels.categories} />
      <SubjectsField at="/tags" kind="tags" label={labels.tags} />
    </FormSection>
  )
}

/** The type of the place. What belongs to the former type goes with it. */
function TypeField() {
  const words = useWords(editWords)
  const { types } = useWords(placeWords)
  const labels = useWords(fieldWords)
  const { value = {}, fault, set } = useField<JsonObject>('/placeTypes')
  const present = Object.keys(value).find((key) => isObject(value[key]))
  return (
    <Select
      data-field="/placeTypes"
      label={labels.placeTypes}
      withAsterisk
      allowDeselect={false}
      value={present ?? null}
      placeholder={words.chooseType}
      error={fault}
      data={placeTypes.map(({ key }) => ({ value: key, label: types[key] }))}
      onChange={(key) => key && key !== present && set({ [key]: {} })}
    />
  )
}

interface SubjectsFieldProps {
  readonly at: string
  readonly kind: DirectoryKind
  readonly label: string
}

function SubjectsField({ at, kind, label }: SubjectsFieldProps) {
  const words = useWords(editWords)
  const { value = [], fault, set } = useField<readonly { id: string }[]>(at)
  return (
    <DirectoryMultiSelect
      data-field={at}
      kind={kind}
      label={label}
      error={fault}
      nothingFoundMessage={words.nothingFound}
      value={value.map(({ id }) => id)}
      onChange={(ids) => set(ids.length > 0 ? ids.map((id) => ({ id })) : undefined)}
    />
  )
}
