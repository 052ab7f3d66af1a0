import { Anchor, Group, Select, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Place } from '../../client/client.ts'
import { answered } from '../api/answered.ts'
import { type JsonObject, typeKeyIn } from '../body/json.ts'
import type { DirectoryKind } from '../directory/directory-queries.ts'
import { DirectoryMultiSelect, DirectorySelect } from '../directory/directory-select.tsx'
import { useSearchedSelect } from '../kit/hooks.ts'
import { Soft } from '../kit/message.tsx'
import { TypeSelect } from '../place/place-item.tsx'
import { queryNames, usePlaceById } from '../place/place-queries.ts'
import { typeOf } from '../place/place-traits.ts'
import { placeWords } from '../place/place-words.ts'
import { escaped } from '../search/search-value.ts'
import { useSession } from '../session/session.tsx'
import { useWords } from '../words/language.tsx'
import { editWords } from './edit-words.ts'
import { type FieldProps, LongTextField, MarkdownField, TextField, useInput } from './fields.tsx'
import { FormSection } from './form-section.tsx'
import { useField } from './use-field.ts'

/** What a place is called, is, says of itself and belongs to. */
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

/** The type of the place. What belongs to the former type goes with it. */
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

/** As many owners as a list can be looked through; of more, one is searched. */
const choiceMax = 50

/** Whose place it is: an owner of the directory by name, or another by id, name and type. */
function OwnerField() {
  const words = useWords(editWords)
  const { caller } = useSession()
  const [isOther, { toggle: switchKind }] = useDisclosure()
  const owner = useInput<JsonObject>({ at: '/owner', hint: words.ownerHint, required: true })
  const { fault: idFault } = useField('/owner/id')
  const { fault: typeFault } = useField('/owner/type')
  const id = typeof owner.value?.id === 'string' ? owner.value.id : undefined
  const toggle = (
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
        among={caller?.owners && caller.owners.length <= choiceMax ? caller.owners : undefined}
        nothingFoundMessage={words.nothingFound}
        error={owner.input.error ?? idFault ?? typeFault}
        value={id}
        // An owner that has no type of its own keeps the one that the place gives it.
        onChange={(entry) => entry && owner.set({ id: entry.id, type: entry.type ?? owner.value?.type ?? '' })}
      />
      {toggle}
    </Stack>
  )
}

/** The place that this one is a part of, found by words. */
function ParentField({ placeId }: { readonly placeId: string | undefined }) {
  const words = useWords(editWords)
  const { types } = useWords(placeWords)
  const { value, fault, set } = useField('/parent/id')
  const whole = useInput({ at: '/parent', hint: words.parentHint })
  const { value: ownerId } = useField<string>('/owner/id')
  const present = usePlaceById(value)
  const shown = present.data?.place.name ?? ''
  const { searched, select } = useSearchedSelect(shown)
  const others = useParents(searched, ownerId).filter(({ id }) => id !== value && id !== placeId)
  const options = [
    ...(value === undefined ? [] : [{ value, label: shown || value }]),
    ...others.map(({ id, name, visitingInfo }) => ({
      value: id,
      label: visitingInfo?.city ? `${name}, ${visitingInfo.city}` : name,
    })),
  ]
  const factsOf = (id: string) => {
    const place = id === value ? present.data?.place : others.find((other) => other.id === id)
    return place ? `${types[typeOf(place).key]} · ${place.owner.name ?? place.owner.id}` : ''
  }
  return (
    <Select
      {...whole.input}
      {...select}
      clearable
      value={value ?? null}
      data={options}
      renderOption={({ option }) => (
        <div>
          {option.label}
          <Soft size="xs">{factsOf(option.value)}</Soft>
        </div>
      )}
      nothingFoundMessage={searched.trim() === '' ? undefined : words.nothingFound}
      onChange={(id) => (id === null ? whole.set(undefined) : set(id))}
      error={fault ?? whole.input.error}
    />
  )
}

const shownMax = 12

/**
 * Places that may be the parent of another, found by words: first those of the same owner, then those whose name begins
 * so, then the others. Empty while nothing is searched for.
 */
function useParents(text: string, ownerId: string | undefined): readonly Place[] {
  const { api } = useSession()
  const q = text.trim()
  const { data } = useQuery({
    queryKey: [...queryNames.searches, 'parents', q, ownerId],
    placeholderData: keepPreviousData,
    enabled: q !== '',
    queryFn: async ({ signal }) => {
      const common = { parent_id: '', limit: shownMax, include: ['non-published' as const], expand: ['owner' as const] }
      const queries = [
        ...(ownerId === undefined ? [] : [{ ...common, q, owner_id: escaped(ownerId) }]),
        { ...common, name: `^${escaped(q)}` },
        { ...common, q },
      ]
      const pages = await Promise.all(
        queries.map((query) => answered(api.GET('/place', { params: { query }, signal }))),
      )
      return likelyFirst(
        pages.flatMap(({ Results }) => Results),
        q,
        ownerId,
      ).slice(0, shownMax)
    },
  })
  return q === '' ? [] : (data ?? [])
}

/** Each place once: those of an owner before those of others, and among them those whose name begins with a text. */
function likelyFirst(places: readonly Place[], text: string, ownerId: string | undefined): readonly Place[] {
  const beginning = text.toLowerCase()
  const rankOf = ({ name, owner }: Place) =>
    2 * Number(owner.id !== ownerId) + Number(!name.toLowerCase().startsWith(beginning))
  return [...new Map(places.map((place) => [place.id, place])).values()].toSorted(
    (one, other) => rankOf(one) - rankOf(other),
  )
}
