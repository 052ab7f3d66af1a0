import { Button, Checkbox, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { DirectoryMultiSelect } from '../directory/directory-multi-select.tsx'
import { DayInput } from '../kit/day-input.tsx'
import { Dialog, DialogEnd } from '../kit/dialog.tsx'
import { useFormFaults } from '../kit/use-form-faults.ts'
import type { Permission } from '../session/session.tsx'
import { useWords } from '../words/language.tsx'
import { type NewKey, useCreateKey } from './key-queries.ts'
import { keysWords } from './keys-words.ts'

interface KeyFormProps {
  readonly onMade: (key: NewKey) => void
  readonly onClose: () => void
}

/** What a new key is called, may do, for whose places, and until when. */
export function KeyForm({ onMade, onClose }: KeyFormProps) {
  const words = useWords(keysWords)
  const create = useCreateKey()
  const [name, setName] = useState('')
  const [permissions, setPermissions] = useState<readonly string[]>(['read'])
  const [owners, setOwners] = useState<readonly string[]>([])
  const [expires, setExpires] = useState<string | null>(null)
  const { faultAt, failureText } = useFormFaults(create.error)
  // Its key is for the places of every owner.
  const isAdmin = permissions.includes('admin')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const body = {
      name,
      permissions: permissions as Permission[],
      ...(owners.length > 0 && !isAdmin && { owners: [...owners] }),
      // A day is meant to its end, where the person is.
      ...(expires !== null && { expires: new Date(`${expires}T23:59:59.999`).toISOString() }),
    }
    create.mutate(body, { onSuccess: onMade })
  }
  return (
    <Dialog onClose={onClose} title={words.create}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={words.name}
            description={words.nameHint}
            withAsterisk
            data-autofocus
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={faultAt('/name')}
          />
          <PermissionBoxes value={permissions} onChange={setPermissions} error={faultAt('/permissions')} />
          {!isAdmin && (
            <DirectoryMultiSelect
              kind="owners"
              label={words.owners}
              description={words.ownersHint}
              value={owners}
              onChange={setOwners}
              error={faultAt('/owners')}
            />
          )}
          <DayInput
            label={words.expires}
            description={words.expiresHint}
            clear={words.clearExpires}
            value={expires}
            onChange={setExpires}
            error={faultAt('/expires')}
          />
          <DialogEnd onCancel={onClose} failureText={failureText}>
            <Button type="submit" loading={create.isPending} disabled={permissions.length === 0}>
              {words.save}
            </Button>
          </DialogEnd>
        </Stack>
      </form>
    </Dialog>
  )
}

interface PermissionBoxesProps {
  readonly value: readonly string[]
  readonly onChange: (permissions: string[]) => void
  readonly error: string | undefined
}

/** What a key may do: each by itself, or everything. */
function PermissionBoxes({ value, onChange, error }: PermissionBoxesProps) {
  const words = useWords(keysWords)
  return (
    <Checkbox.Group label={words.permissions} value={[...value]} onChange={onChange} error={error}>
      <Stack gap={8} mt={6}>
        {Object.entries(words.permissionNames).map(([permission, label]) => (
          <Checkbox
            key={permission}
            value={permission}
            label={label}
            disabled={permission !== 'admin' && value.includes('admin')}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
