import { Button, Checkbox, Stack, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { operations } from '../../client/client.ts'
import { answered } from '../api/answered.ts'
import { DirectoryMultiSelect } from '../directory/directory-select.tsx'
import { DayInput } from '../kit/date-inputs.tsx'
import { Dialog, DialogEnd } from '../kit/dialog.tsx'
import { useFailureText, useFormFaults } from '../kit/failure-text.ts'
import { notifyFault } from '../kit/notify.ts'
import { type Permission, useSession } from '../session/session.tsx'
import { useWords } from '../words/language.tsx'
import { keysWords } from './manage-words.ts'

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

/** A key without its secret, as the list of keys has it. */
export type AccessKey = operations['getKeys']['responses'][200]['content']['application/json'][number]

/** A key with its secret, which is told this once. */
export type NewKey = operations['postKeys']['responses'][201]['content']['application/json']

/** What a new key is to be. */
type KeyBody = NonNullable<operations['postKeys']['requestBody']>['content']['application/json']

const queryKey = ['keys']

/** The keys of the service, by name. */
export function useKeys() {
  const { api } = useSession()
  return useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<readonly AccessKey[]> => {
      const keys = await answered<AccessKey[]>(api.GET('/keys', { signal }))
      return keys.toSorted((one, other) => one.name.localeCompare(other.name))
    },
  })
}

/** Making a key; refusals are for the form that asked. */
function useCreateKey() {
  const { api } = useSession()
  const queries = useQueryClient()
  return useMutation({
    // A secret must not stay in memory once it has been shown.
    gcTime: 0,
    mutationFn: (body: KeyBody): Promise<NewKey> => answered(api.POST('/keys', { body })),
    onSuccess: () => queries.invalidateQueries({ queryKey }),
  })
}

/** Giving a key a new secret. */
export function useRotateKey() {
  const { api } = useSession()
  const failureText = useFailureText()
  return useMutation({
    gcTime: 0,
    mutationFn: (id: string): Promise<NewKey> => answered(api.POST('/keys/{id}/rotate', { params: { path: { id } } })),
    onError: (error) => notifyFault(failureText(error)),
  })
}

/** Revoking a key; whoever revokes the one in use is logged out. */
export function useRevokeKey() {
  const { api, caller, logOut } = useSession()
  const queries = useQueryClient()
  const failureText = useFailureText()
  return useMutation({
    mutationFn: (id: string) => answered(api.DELETE('/keys/{id}', { params: { path: { id } } })),
    onSuccess: (_, id) => (id === caller?.id ? logOut() : queries.invalidateQueries({ queryKey })),
    onError: (error) => notifyFault(failureText(error)),
  })
}
