import { Anchor, Group, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { use } from 'react'
import { isObject, type Json, type JsonObject, type Pointer } from '../body/json.ts'
import { type DirectoryKind, useDirectoryEntry } from '../directory/directory-queries.ts'
import { DirectoryMultiSelect, DirectorySelect } from '../directory/directory-select.tsx'
import { fieldWords } from '../place/place-fields.ts'
import { PlaceSelect } from '../place/place-select.tsx'
import { useSession } from '../session/session.tsx'
import { useWords } from '../words/language.tsx'
import { AboutPlace, type InputProps, inputOf } from './input-props.ts'
import { inputWords } from './input-words.ts'
import { LineInput } from './text-inputs.tsx'

/** Any number of entries of the directory. */
export function EntriesInput({ kind, ...props }: InputProps & { readonly kind: DirectoryKind }) {
  const words = useWords(inputWords)
  const { value, onChange } = props
  return (
    <DirectoryMultiSelect
      {...inputOf(props)}
      kind={kind}
      nothingFoundMessage={words.nothingFound}
      value={Array.isArray(value) ? (value as readonly { id: string }[]).map(({ id }) => id) : []}
      onChange={(ids) => onChange(ids.length > 0 ? ids.map((id) => ({ id })) : undefined)}
    />
  )
}

/** Up to this number of owners a list is offered; beyond it, a search. */
const choiceMax = 50

/** The owner: an owner of the directory by name, or another one by id, name and type. */
export function OwnerInput(props: InputProps) {
  const words = useWords(inputWords)
  const labels = useWords(fieldWords)
  const { own } = useSession()
  const { value, onChange, faults } = props
  const [isOther, { toggle: switchKind }] = useDisclosure()
  const owner: JsonObject = value !== undefined && isObject(value) ? value : {}
  const id = typeof owner.id === 'string' ? owner.id : undefined
  // Not requested while an id is being typed.
  const { data: entry } = useDirectoryEntry('owners', isOther ? undefined : id)
  const isTypeAsked = entry ? entry.type === undefined : faults?.has('/type') === true
  const input = inputOf({ ...props, hint: props.hint ?? words.ownerHint })
  return (
    <Stack gap={6}>
      {isOther ? (
        <Group align="start" grow preventGrowOverflow={false} wrap="wrap">
          <OwnerPart {...props} member="id" label={words.ownerId} required />
          <OwnerPart {...props} member="name" label={labels['owner.name']} required={false} />
          <OwnerPart {...props} member="type" label={labels['owner.type']} required />
        </Group>
      ) : (
        <DirectorySelect
          {...input}
          kind="owners"
          among={own && own.length <= choiceMax ? own : undefined}
          nothingFoundMessage={words.nothingFound}
          error={input.error ?? faults?.get('/id')}
          value={id}
          // An owner without a type in the directory keeps the one given by the place.
          onChange={(entry) => entry && onChange({ id: entry.id, type: entry.type ?? owner.type })}
        />
      )}
      {!isOther && isTypeAsked && <OwnerPart {...props} member="type" label={labels['owner.type']} required />}
      {/* A caller limited to certain owners needs no others. */}
      {own === undefined && (
        <Anchor component="button" type="button" size="sm" onClick={switchKind} style={{ alignSelf: 'start' }}>
          {isOther ? words.fromDirectory : words.otherOwner}
        </Anchor>
      )}
    </Stack>
  )
}

interface OwnerPartProps extends InputProps {
  readonly member: 'id' | 'name' | 'type'
}

function OwnerPart({ member, label, required = false, at = '', value, onChange, faults }: OwnerPartProps) {
  const owner: JsonObject = value !== undefined && isObject(value) ? value : {}
  const pointer: Pointer = `/${member}`
  const fault = faults?.get(pointer)
  return (
    <LineInput
      {...{ label, required }}
      at={`${at}${pointer}`}
      value={owner[member]}
      onChange={(text: Json) => onChange({ ...owner, [member]: text })}
      {...(fault !== undefined && { faults: new Map([['', fault]]) })}
    />
  )
}

const wholePlaces = { parent_id: '' }

/** The parent of the place. */
export function ParentInput(props: InputProps) {
  const words = useWords(inputWords)
  const about = use(AboutPlace)
  const { value, onChange, faults } = props
  const input = inputOf({ ...props, hint: props.hint ?? words.parentHint })
  const id = value !== undefined && isObject(value) && typeof value.id === 'string' ? value.id : undefined
  return (
    <PlaceSelect
      {...input}
      value={id}
      ownerId={about.ownerId}
      among={wholePlaces}
      exceptId={about.id}
      clearable
      nothingFoundMessage={words.nothingFound}
      onChange={(id) => onChange(id === null ? undefined : { id })}
      error={faults?.get('/id') ?? input.error}
    />
  )
}
