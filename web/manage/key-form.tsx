import { Checkbox, Group, Input, Stack, TextInput, type TextInputProps } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, type FormEvent, useState } from 'react'
import type { operations } from '../../client/client.ts'
import { today } from '../../src/pages/days.ts'
import { answered } from '../api/answered.ts'
import { DirectoryMultiSelect } from '../directory/directory-select.tsx'
import { Button } from '../kit/button.tsx'
import { DayInput } from '../kit/date-inputs.tsx'
import { Dialog, DialogEnd } from '../kit/dialog.tsx'
import { useUnread } from '../kit/hooks.ts'
import { useFormFaults } from '../kit/message.tsx'
import { type Permission, useSession } from '../session/session.tsx'
import { useWords } from '../words/language.tsx'
import { keysWords } from './manage-words.ts'

/** The query key of the list of keys. */
export const keysKey = ['keys']

/** A key without its secret, as listed. */
export type AccessKey = operations['getKeys']['responses'][200]['content']['application/json'][number]

/** A key with its secret, which is shown only once. */
export type NewKey = operations['postKeys']['responses'][201]['content']['application/json']

/** Returns the keys of the service, by name. */
export function useKeys() {
  const { api } = useSession()
  return useQuery({
    queryKey: keysKey,
    queryFn: async ({ signal }): Promise<readonly AccessKey[]> => {
      const keys = await answered<AccessKey[]>(api.GET('/keys', { signal }))
      return keys.toSorted((one, other) => one.name.localeCompare(other.name))
    },
  })
}

/** The request body for a new key. */
type KeyBody = NonNullable<operations['postKeys']['requestBody']>['content']['application/json']

/** The values of an empty form; an empty member means no limit. */
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
    // A day lasts until its end in the person's time zone.
    ...(expires !== null && { expires: new Date(`${expires}T23:59:59.999`).toISOString() }),
  }
}

/** Returns whether a key covers the places of every owner. */
function isAdmin(permissions: readonly string[]): boolean {
  return permissions.includes('admin')
}

function draftOf({ name, permissions, owners = [], actsAs = '', rateLimit = '', expires }: AccessKey): Draft {
  const day = expires === undefined ? null : today(new Date(expires))
  return { name, permissions, owners, actsAs, rateLimit, expires: day }
}

/** Permissions of typical keys. */
const presets = {
  reader: ['read'],
  editor: ['read', 'read-media', 'create', 'update', 'delete'],
  administrator: ['admin'],
} as const satisfies Record<string, readonly Permission[]>

interface KeyFormProps {
  /** The key to edit. Undefined for a new one. */
  readonly value?: AccessKey
  readonly onMade: (key: NewKey) => void
  readonly onClose: () => void
}

/** Edits the name, permissions, owners and expiry of a key. */
export function KeyForm({ value, onMade, onClose }: KeyFormProps) {
  const words = useWords(keysWords)
  const save = useSaveKey(value)
  const [draft, setDraft] = useState(value ? draftOf(value) : noDraft)
  const { isUnread, addUnread } = useUnread()
  const { faultAt, failureText } = useFormFaults(save.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(bodyOf(draft), { onSuccess: (made) => (made ? onMade(made) : onClose()) })
  }
  const field = <Member extends keyof Draft>(member: Member) => ({
    value: draft[member],
    onChange: (value: Draft[Member]) => setDraft((before) => ({ ...before, [member]: value })),
    error: faultAt(`/${member}`),
  })
  return (
    <Dialog onClose={onClose} title={value ? words.changeOf(value.name) : words.create}>
      <form onSubmit={submit}>
        <Stack>
          <Line words={[words.name, words.nameHint]} withAsterisk data-autofocus {...field('name')} />
          <Presets onChoose={field('permissions').onChange} />
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
            addUnread={addUnread}
            {...field('expires')}
          />
          <DialogEnd onCancel={onClose} failureText={failureText}>
            <Button type="submit" loading={save.isPending} disabled={isUnread || draft.permissions.length === 0}>
              {value ? words.keep : words.save}
            </Button>
          </DialogEnd>
        </Stack>
      </form>
    </Dialog>
  )
}

function Presets({ onChoose }: { readonly onChoose: (permissions: readonly string[]) => void }) {
  const words = useWords(keysWords)
  return (
    <Input.Wrapper label={words.presets} labelElement="div">
      <Group gap="xs" mt={4} role="group" aria-label={words.presets}>
        {Object.entries(presets).map(([preset, permissions]) => (
          <Button key={preset} size="sm" variant="default" onClick={() => onChoose(permissions)}>
            {words.presetNames[preset as keyof typeof presets]}
          </Button>
        ))}
      </Group>
    </Input.Wrapper>
  )
}

interface LineProps extends Omit<TextInputProps, 'onChange' | 'label' | 'description'> {
  /** The label and its description. */
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

/** Selects the permissions of a key: individual ones, or all. */
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

/** Returns the mutation that creates a key, which yields its secret, or edits one. The form shows refusals. */
function useSaveKey(value: AccessKey | undefined) {
  const { api } = useSession()
  const queries = useQueryClient()
  return useMutation({
    // A secret must not stay in memory after it was shown.
    gcTime: 0,
    async mutationFn(body: KeyBody): Promise<NewKey | undefined> {
      if (!value) return answered(api.POST('/keys', { body }))
      const params = { path: { id: value.id } }
      await answered(api.PATCH('/keys/{id}', { params, body: { ...noLimits, ...body } as KeyBody }))
      return undefined
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: keysKey }),
  })
}

/** Removes the limits that are empty in the form. */
const noLimits = { owners: null, actsAs: null, rateLimit: null, expires: null }
