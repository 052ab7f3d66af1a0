import { Badge, Button, Checkbox, Code, Group, Modal, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { operations } from '../../client/client.ts'
import { answered } from '../api/answered.ts'
import { useDirectoryEntries } from '../directory/directory-queries.ts'
import { DirectoryMultiSelect } from '../directory/directory-select.tsx'
import { DayInput } from '../kit/date-inputs.tsx'
import { ConfirmDialog, Dialog, DialogEnd } from '../kit/dialog.tsx'
import { CopyText, Icon } from '../kit/icon.tsx'
import { Awaited, Message, notify, notifyFault, Soft, useFailureText, useFormFaults } from '../kit/message.tsx'
import { type Permission, useSession } from '../session/session.tsx'
import { settings } from '../settings.ts'
import { useFormat, useWords } from '../words/language.tsx'
import styles from './manage.module.css'
import { ManageLayout } from './manage-layout.tsx'
import { keysWords } from './manage-words.ts'

type Asking = { readonly what: 'revoke' | 'rotate'; readonly key: AccessKey } | { readonly what: 'create' }

/** The keys of the service: made, shown once, given a new secret, revoked. */
export default function KeysPage() {
  const words = useWords(keysWords)
  return (
    <ManageLayout title={words.title} lead={words.lead}>
      <Keys />
      {settings.signIn !== undefined && <Sessions />}
    </ManageLayout>
  )
}

function Keys() {
  const words = useWords(keysWords)
  const query = useKeys()
  const { data } = query
  const [asking, ask] = useState<Asking>()
  const [made, setMade] = useState<NewKey>()
  const close = () => ask(undefined)
  if (!data) return <Awaited query={query} />
  return (
    <>
      <Button leftSection={<Icon name="plus" size={18} />} mb="md" onClick={() => ask({ what: 'create' })}>
        {words.create}
      </Button>
      {data.length === 0 ? (
        <Message icon="key" title={words.none} text={words.noneText} />
      ) : (
        <ul className={styles.list}>
          {data.map((key) => (
            <KeyItem key={key.id} value={key} onAsk={ask} />
          ))}
        </ul>
      )}
      {asking?.what === 'create' && (
        <KeyForm
          onClose={close}
          onMade={(key) => {
            setMade(key)
            close()
          }}
        />
      )}
      {asking && asking.what !== 'create' && <KeyDialog asking={asking} onMade={setMade} onClose={close} />}
      {made && <SecretDialog made={made} onClose={() => setMade(undefined)} />}
    </>
  )
}

/** Who is signed in, each of whom can be ended. */
function Sessions() {
  const words = useWords(keysWords)
  const format = useFormat()
  const query = useSessions()
  const end = useEndSession()
  if (!query.data) return <Awaited query={query} />
  return (
    <section aria-label={words.sessions}>
      <Title order={2} size="h4" mt="xl" mb="sm">
        {words.sessions}
      </Title>
      <ul className={styles.list}>
        {query.data.map((session) => (
          <li key={session.id} className={styles.item}>
            <div className={styles.what}>
              <Text fw={550}>{session.name}</Text>
              <Soft>{`${words.since(format.moment(session.began))} · ${words.validTo(format.moment(session.expires))}`}</Soft>
            </div>
            <Button
              variant="default"
              size="compact-sm"
              c="var(--mantine-color-error)"
              aria-label={words.endOf(session.name)}
              onClick={() => end.mutate(session)}
            >
              {words.end}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface KeyDialogProps {
  readonly asking: Extract<Asking, { key: AccessKey }>
  readonly onMade: (key: NewKey) => void
  readonly onClose: () => void
}

function KeyDialog({ asking: { what, key }, onMade, onClose }: KeyDialogProps) {
  const words = useWords(keysWords)
  const { caller } = useSession()
  const isOwn = caller?.id === key.id
  const rotate = useRotateKey(onMade)
  const revoke = useRevokeKey()
  const act = what === 'rotate' ? rotate : revoke
  const asked = {
    rotate: [words.rotateTitle(key.name), isOwn ? words.rotateOwnText : words.rotateText, words.rotate],
    revoke: isOwn
      ? [words.revokeOwnTitle(key.name), words.revokeOwnText, words.revokeOwn]
      : [words.revokeTitle(key.name), words.revokeText, words.revoke],
  } as const
  const [title, text, action] = asked[what]
  return (
    <ConfirmDialog
      {...{ title, text, action, onClose }}
      isGrave={what === 'revoke'}
      isBusy={act.isPending}
      onConfirm={() => act.mutate(key, { onSettled: onClose })}
    />
  )
}

function KeyItem({ value, onAsk }: { readonly value: AccessKey; readonly onAsk: (asking: Asking) => void }) {
  const words = useWords(keysWords)
  const { caller } = useSession()
  return (
    <li className={styles.item}>
      <div className={styles.what}>
        <Text fw={550}>{value.name}</Text>
        <Group gap={6} my={4}>
          {value.permissions.map((permission) => (
            <Badge key={permission} variant="light" color={permission === 'admin' ? 'orange' : 'gray'}>
              {words.permissionNames[permission as Permission] ?? permission}
            </Badge>
          ))}
        </Group>
        <KeyFacts value={value} />
        {caller?.id === value.id && (
          <Text size="sm" fw={550}>
            {words.own}
          </Text>
        )}
      </div>
      <Group gap="xs" wrap="nowrap">
        {(['rotate', 'revoke'] as const).map((what) => (
          <Button
            key={what}
            variant="default"
            size="compact-sm"
            {...(what === 'revoke' && { c: 'var(--mantine-color-error)' })}
            aria-label={words[`${what}Of`](value.name)}
            onClick={() => onAsk({ what, key: value })}
          >
            {words[what]}
          </Button>
        ))}
      </Group>
    </li>
  )
}

function KeyFacts({ value: { created, expires, owners } }: { readonly value: AccessKey }) {
  const words = useWords(keysWords)
  const format = useFormat()
  const names = useDirectoryEntries('owners', owners ?? []).map(({ id, name }) => name || id)
  const isOver = expires !== undefined && Date.parse(expires) <= Date.now()
  const facts = [
    words.created(format.moment(created)),
    expires && (isOver ? words.expired : words.validTo)(format.moment(expires)),
    names.length > 0 && words.limited(names.join(', ')),
  ]
  return <Soft>{facts.filter(Boolean).join(' · ')}</Soft>
}

/** Shows the secret of a key, this once: it closes only when the person says so. */
function SecretDialog({ made, onClose }: { readonly made: NewKey; readonly onClose: () => void }) {
  const words = useWords(keysWords)
  return (
    <Modal
      opened
      onClose={onClose}
      title={words.secretTitle}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack>
        <Text>{words.secret(made.name)}</Text>
        <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {made.key}
        </Code>
        <Group justify="end">
          <CopyText text={made.key} variant="default" />
          <Button onClick={onClose}>{words.done}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** What a new key is called, may do, for whose places, and until when. */
function KeyForm({ onMade, onClose }: { readonly onMade: (key: NewKey) => void; readonly onClose: () => void }) {
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
type AccessKey = operations['getKeys']['responses'][200]['content']['application/json'][number]

/** A key with its secret, which is told this once. */
type NewKey = operations['postKeys']['responses'][201]['content']['application/json']

/** What a new key is to be. */
type KeyBody = NonNullable<operations['postKeys']['requestBody']>['content']['application/json']

const queryKey = ['keys']

/** The keys of the service, by name. */
function useKeys() {
  const { api } = useSession()
  return useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<readonly AccessKey[]> => {
      const keys = await answered<AccessKey[]>(api.GET('/keys', { signal }))
      return keys.toSorted((one, other) => one.name.localeCompare(other.name))
    },
  })
}

type OpenSession = operations['getSessions']['responses'][200]['content']['application/json'][number]

const sessionsKey = ['sessions']

function useSessions() {
  const { api } = useSession()
  return useQuery({
    queryKey: sessionsKey,
    queryFn: ({ signal }): Promise<readonly OpenSession[]> => answered(api.GET('/sessions', { signal })),
  })
}

/** Ending a session; whoever ends the own one is signed out. */
function useEndSession() {
  const { api, caller, logOut } = useSession()
  const queries = useQueryClient()
  const failureText = useFailureText()
  return useMutation({
    mutationFn: ({ id }: OpenSession) => answered(api.DELETE('/sessions/{id}', { params: { path: { id } } })),
    onSuccess: (_, { id }) => (id === caller?.id ? logOut() : queries.invalidateQueries({ queryKey: sessionsKey })),
    onError: (error) => notifyFault(failureText(error)),
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
function useRotateKey(onMade: (key: NewKey) => void) {
  const { api } = useSession()
  const failureText = useFailureText()
  return useMutation({
    gcTime: 0,
    mutationFn: ({ id }: AccessKey): Promise<NewKey> =>
      answered(api.POST('/keys/{id}/rotate', { params: { path: { id } } })),
    onSuccess: onMade,
    onError: (error) => notifyFault(failureText(error)),
  })
}

/** Revoking a key; whoever revokes the one in use is logged out. */
function useRevokeKey() {
  const words = useWords(keysWords)
  const { api, caller, logOut } = useSession()
  const queries = useQueryClient()
  const failureText = useFailureText()
  return useMutation({
    mutationFn: ({ id }: AccessKey) => answered(api.DELETE('/keys/{id}', { params: { path: { id } } })),
    onSuccess: (_, { id, name }) => {
      notify(words.revoked(name))
      return id === caller?.id ? logOut() : queries.invalidateQueries({ queryKey })
    },
    onError: (error) => notifyFault(failureText(error)),
  })
}
