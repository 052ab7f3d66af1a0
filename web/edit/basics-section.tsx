import { Anchor, Group, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type JsonObject, typeKeyIn } from '../body/json.ts'
import { type DirectoryKind, useDirectoryEntry } from '../directory/directory-queries.ts'
import { DirectoryMultiSelect, DirectorySelect } from '../directory/directory-select.tsx'
import { PlaceSelect } from '../place/place-select.tsx'
import { TypeSelect } from '../place/type-select.tsx'
import { useSession } from '../session/session.tsx'
import { useWords } from '../words/language.tsx'
import { editWords } from './edit-words.ts'
import { type FieldProps, LongTextField, MarkdownField, TextField, useInput } from './fields.tsx'
import { FormSection } from './form-section.tsx'
import { useField } from './use-field.ts'

/** Edits the name, type, descriptions, owner and parent of a place. */
export function BasicsSection({ placeId }: { readonly placeId: string | undefined }) {
  const words = useWords(editWords)
  return (
    <FormSection name="basics">
      <TextField at="/name" required />
      <TypeField />
      <OwnerField />
      <LongTextField at="/shortDescription" hint={words.shortHint} />
      <MarkdownField at="/longDescription" hint={words.longHint} />
      <ParentField placeId={placeId} />
      <SubjectsField at="/categories" kind="categories" />
      <SubjectsField at="/tags" kind="tags" />
    </FormSection>
  )
}

/** Selects the type of the place. Changing it removes the data of the former type. */
function TypeField() {
  const words = useWords(editWords)
  const { value, set, input } = useInput<JsonObject>({ at: '/placeTypes', required: true })
  const present = typeKeyIn(value)
  return (
    <TypeSelect
      {...input}
      allowDeselect={false}
      value={present ?? null}
      placeholder={words.chooseType}
      onChange={(key) => key && key !== present && set({ [key]: {} })}
    />
  )
}

function SubjectsField({ kind, ...field }: FieldProps & { readonly kind: DirectoryKind }) {
  const words = useWords(editWords)
  const { value = [], set, input } = useInput<readonly { id: string }[]>(field)
  return (
    <DirectoryMultiSelect
      {...input}
      kind={kind}
      nothingFoundMessage={words.nothingFound}
      value={value.map(({ id }) => id)}
      onChange={(ids) => set(ids.length > 0 ? ids.map((id) => ({ id })) : undefined)}
    />
  )
}

/** Up to this number of owners a list is offered; beyond it, a search. */
const choiceMax = 50

/** Edits the owner: an owner of the directory by name, or another one by id, name and type. */
function OwnerField() {
  const words = useWords(editWords)
  const { own } = useSession()
  const [isOther, { toggle: switchKind }] = useDisclosure()
  const owner = useInput<JsonObject>({ at: '/owner', hint: words.ownerHint, required: true })
  const { fault: idFault } = useField('/owner/id')
  const { fault: typeFault } = useField('/owner/type')
  const id = typeof owner.value?.id === 'string' ? owner.value.id : undefined
  // Not requested while an id is being typed.
  const { data: entry } = useDirectoryEntry('owners', isOther ? undefined : id)
  // A caller limited to certain owners needs no others.
  const toggle = own === undefined && (
    <Anchor component="button" type="button" size="sm" onClick={switchKind} style={{ alignSelf: 'start' }}>
      {isOther ? words.fromDirectory : words.otherOwner}
    </Anchor>
  )
  if (isOther) {
    return (
      <Stack gap={6}>
        <Group align="start" grow preventGrowOverflow={false} wrap="wrap">
          <TextField at="/owner/id" label={words.ownerId} required />
          <TextField at="/owner/name" />
          <TextField at="/owner/type" required />
        </Group>
        {toggle}
      </Stack>
    )
  }
  return (
    <Stack gap={6}>
      <DirectorySelect
        {...owner.input}
        kind="owners"
        among={own && own.length <= choiceMax ? own : undefined}
        nothingFoundMessage={words.nothingFound}
        error={owner.input.error ?? idFault}
        value={id}
        // An owner without a type in the directory keeps the one given by the place.
        onChange={(entry) => entry && owner.set({ id: entry.id, type: entry.type ?? owner.value?.type ?? '' })}
      />
      {(entry ? entry.type === undefined : typeFault !== undefined) && <TextField at="/owner/type" required />}
      {toggle}
    </Stack>
  )
}

const wholePlaces = { parent_id: '' }

/** Edits the parent of this place. */
function ParentField({ placeId }: { readonly placeId: string | undefined }) {
  const words = useWords(editWords)
  const { value, fault, set } = useField('/parent/id')
  const whole = useInput({ at: '/parent', hint: words.parentHint })
  const { value: ownerId } = useField<string>('/owner/id')
  return (
    <PlaceSelect
      {...whole.input}
      {...{ value, ownerId }}
      among={wholePlaces}
      exceptId={placeId}
      clearable
      nothingFoundMessage={words.nothingFound}
      onChange={(id) => (id === null ? whole.set(undefined) : set(id))}
      error={fault ?? whole.input.error}
    />
  )
}
