import { Button, Checkbox, Stack, TextInput, type TextInputProps } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, type FormEvent, useState } from 'react'
import type { operations } from '../../client/client.ts'
import { answered } from '../api/answered.ts'
import { DirectoryMultiSelect } from '../directory/directory-select.tsx'
import { DayInput } from '../kit/date-inputs.tsx'
import { Dialog, DialogEnd } from '../kit/dialog.tsx'
import { useFormFaults } from '../kit/message.tsx'
import { type Permission, useSession } from '../session/session.tsx'
import { useWords } from '../words/language.tsx'
import { keysWords } from './manage-words.ts'

/** Under which the keys are kept that were asked for. */
export const keysKey = ['keys']

/** A key with its secret, which is told this once. */
export type NewKey = operations['postKeys']['responses'][201]['content']['application/json']

/** What a new key is to be. */
type KeyBody = NonNullable<operations['postKeys']['requestBody']>['content']['application/json']

/** What the form holds; an empty member is no limit. */
const noDraft = {
  name: '',
  permissions: ['read'] as readonly string[],
  owners: [] as readonly string[],
  actsAs: '',
  rateLimit: '',
  expires: null as string | null,
}
type Draft = typeof noDraft

function bodyOf({ name, permissions, owners, actsAs, rateLimit, expires }: Draft): KeyBody {
  return {
    name,
    permissions: permissions as Permission[],
    ...(owners.length > 0 && !isAdmin(permissions) && { owners: [...owners] }),
    ...(actsAs.trim() !== '' && { actsAs }),
    ...(rateLimit.trim() !== '' && { rateLimit }),
    // A day is meant to its end, where the person is.
    ...(expires !== null && { expires: new Date(`${expires}T23:59:59.999`).toISOString() }),
  }
}

/** Such a key is for the places of every owner. */
function isAdmin(permissions: readonly string[]): boolean {
  return permissions.includes('admin')
}

/** What a new key is called, may do, for whose places, and until when. */
export function KeyForm({ onMade, onClose }: { readonly onMade: (key: NewKey) => void; readonly onClose: () => void }) {
  const words = useWords(keysWords)
  const create = useCreateKey()
  const [draft, setDraft] = useState(noDraft)
  const { faultAt, failureText } = useFormFaults(create.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate(bodyOf(draft), { onSuccess: onMade })
  }
  const field = <Member extends keyof Draft>(member: Member) => ({
    value: draft[member],
    onChange: (value: Draft[Member]) => setDraft((before) => ({ ...before, [member]: value })),
    error: faultAt(`/${member}`),
  })
  return (
    <Dialog onClose={onClose} title={words.create}>
      <form onSubmit={submit}>
        <Stack>
          <Line words={[words.name, words.nameHint]} withAsterisk data-autofocus {...field('name')} />
          <PermissionBoxes {...field('permissions')} />
          {!isAdmin(draft.permissions) && (
            <DirectoryMultiSelect
              kind="owners"
              label={words.owners}
              description={words.ownersHint}
              {...field('owners')}
            />
          )}
          <Line words={[words.actsAs, words.actsAsHint]} {...field('actsAs')} />
          <Line words={[words.rateLimit, words.rateLimitHint]} {...field('rateLimit')} />
          <DayInput
            label={words.expires}
            description={words.expiresHint}
            clear={words.clearExpires}
            {...field('expires')}
          />
          <DialogEnd onCancel={onClose} failureText={failureText}>
            <Button type="submit" loading={create.isPending} disabled={draft.permissions.length === 0}>
              {words.save}
            </Button>
          </DialogEnd>
        </Stack>
      </form>
    </Dialog>
  )
}

interface LineProps extends Omit<TextInputProps, 'onChange' | 'label' | 'description'> {
  /** The label, and what explains it. */
  readonly words: readonly [string, string]
  readonly onChange: (text: string) => void
}

function Line({ words: [label, description], onChange, ...props }: LineProps) {
  const change = (event: ChangeEvent<HTMLInputElement>) => onChange(event.currentTarget.value)
  return <TextInput label={label} description={description} autoComplete="off" onChange={change} {...props} />
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

/** Making a key; refusals are for the form that asked. */
function useCreateKey() {
  const { api } = useSession()
  const queries = useQueryClient()
  return useMutation({
    // A secret must not stay in memory once it has been shown.
    gcTime: 0,
    mutationFn: (body: KeyBody): Promise<NewKey> => answered(api.POST('/keys', { body })),
    onSuccess: () => queries.invalidateQueries({ queryKey: keysKey }),
  })
}
