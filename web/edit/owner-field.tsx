import { Anchor, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import type { JsonObject } from '../body/pointer.ts'
import { DirectorySelect } from '../directory/directory-select.tsx'
import { fieldWords } from '../place/field-words.ts'
import { useSession } from '../session/session.tsx'
import { useWords } from '../words/language.tsx'
import { editWords } from './edit-words.ts'
import { TextField } from './fields.tsx'
import { useField } from './use-field.ts'

/** As many owners as a list can be looked through; of more, one is searched. */
const choiceMax = 50

/** Whose place it is: an owner of the directory by name, or another by id, name and type. */
export function OwnerField() {
  const words = useWords(editWords)
  const labels = useWords(fieldWords)
  const { caller } = useSession()
  const [isOther, setOther] = useState(false)
  const owner = useField<JsonObject>('/owner')
  const { fault: idFault } = useField('/owner/id')
  const { fault: typeFault } = useField('/owner/type')
  const id = typeof owner.value?.id === 'string' ? owner.value.id : undefined
  const toggle = (
    <Anchor
      component="button"
      type="button"
      size="sm"
      onClick={() => setOther(!isOther)}
      style={{ alignSelf: 'start' }}
    >
      {isOther ? words.fromDirectory : words.otherOwner}
    </Anchor>
  )
  if (isOther) {
    return (
      <Stack gap={6}>
        <Group align="start" grow preventGrowOverflow={false} wrap="wrap">
          <TextField at="/owner/id" label={words.ownerId} required />
          <TextField at="/owner/name" label={labels['owner.name']} />
          <TextField at="/owner/type" label={labels['owner.type']} required />
        </Group>
        {toggle}
      </Stack>
    )
  }
  return (
    <Stack gap={6}>
      <DirectorySelect
        data-field="/owner"
        kind="owners"
        label={labels.owner}
        description={words.ownerHint}
        withAsterisk
        among={caller?.owners && caller.owners.length <= choiceMax ? caller.owners : undefined}
        nothingFoundMessage={words.nothingFound}
        error={owner.fault ?? idFault ?? typeFault}
        value={id}
        // An owner that has no type of its own keeps the one that the place gives it.
        onChange={(entry) => entry && owner.set({ id: entry.id, type: entry.type ?? owner.value?.type ?? '' })}
      />
      {toggle}
    </Stack>
  )
}
