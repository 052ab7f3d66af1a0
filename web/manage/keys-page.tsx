import { Badge, Group, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { operations } from '../../client/client.ts'
import { answered } from '../api/answered.ts'
import { useDirectoryEntries } from '../directory/directory-queries.ts'
import { Rights } from '../directory/rights.tsx'
import { Button } from '../kit/button.tsx'
import { ActDialog } from '../kit/dialog.tsx'
import { Soft } from '../kit/dimmed.tsx'
import { Awaited, Message, notify, notifyFault, useFailureText } from '../kit/message.tsx'
import { type Permission, useSession } from '../session/session.tsx'
import { useFormat, useWords } from '../words/language.tsx'
import { type AccessKey, KeyForm, keysKey, type NewKey, useKeys } from './key-form.tsx'
import styles from './manage.module.css'
import { ManageLayout } from './manage-layout.tsx'
import { keysWords } from './manage-words.ts'
import { SecretDialog } from './secret-dialog.tsx'

type Asking = { readonly what: 'change' | 'revoke' | 'rotate'; readonly key: AccessKey } | { readonly what: 'create' }

/** Manages the keys of the service: creates, shows once, rotates and revokes them. */
export default function KeysPage() {
  const words = useWords(keysWords)
  return (
    <ManageLayout title={words.title} lead={words.lead}>
      <Keys />
      <Sessions />
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
      <Button icon="plus" style={{ marginBottom: 16 }} onClick={() => ask({ what: 'create' })}>
        {words.create}
      </Button>
      {data.length === 0 ? (
        <Message icon="key" title={words.none} text={words.noneText} />
      ) : (
        <ul className="framed">
          {data.map((key) => (
            <KeyItem key={key.id} value={key} onAsk={ask} />
          ))}
        </ul>
      )}
      {(asking?.what === 'create' || asking?.what === 'change') && (
        <KeyForm
          {...(asking.what === 'change' && { value: asking.key })}
          onClose={close}
          onMade={(key) => {
            setMade(key)
            close()
          }}
        />
      )}
      {(asking?.what === 'rotate' || asking?.what === 'revoke') && (
        <KeyDialog what={asking.what} value={asking.key} onMade={setMade} onClose={close} />
      )}
      {made && <SecretDialog name={made.name} secret={made.key} onClose={() => setMade(undefined)} />}
    </>
  )
}

/** Lists the sessions of people and keys, and can end them. */
function Sessions() {
  const words = useWords(keysWords)
  const format = useFormat()
  const query = useSessions()
  const end = useEndSession()
  const { caller } = useSession()
  if (!query.data) return <Awaited query={query} />
  return (
    <section aria-label={words.sessions}>
      <Title order={2} size="h4" mt="xl" mb="sm">
        {words.sessions}
      </Title>
      <ul className="framed">
        {query.data.map((session) => (
          <li key={session.id} className={styles.item}>
            <div className={styles.what}>
              <Text fw={550}>{session.name}</Text>
              <Text size="sm" component="div">
                <Rights grants={session.grants ?? [session]} />
              </Text>
              <Soft>
                {[
                  session.key !== undefined && words.byKey,
                  words.since(format.moment(session.began)),
                  words.validTo(format.moment(session.expires)),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Soft>
              {caller?.session?.id === session.id && (
                <Text size="sm" fw={550}>
                  {words.ownSession}
                </Text>
              )}
            </div>
            <Button
              variant="default"
              size="sm"
              color="red"
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
  readonly what: 'rotate' | 'revoke'
  readonly value: AccessKey
  readonly onMade: (key: NewKey) => void
  readonly onClose: () => void
}

function KeyDialog({ what, value: key, onMade, onClose }: KeyDialogProps) {
  const words = useWords(keysWords)
  const { api, caller, logOut } = useSession()
  const queries = useQueryClient()
  const isOwn = caller?.id === key.id
  const params = { path: { id: key.id } }
  const doing = {
    rotate: async () => onMade(await answered(api.POST('/keys/{id}/rotate', { params }))),
    async revoke() {
      await answered(api.DELETE('/keys/{id}', { params }))
      notify(words.revoked(key.name))
      return isOwn ? logOut() : queries.invalidateQueries({ queryKey: keysKey })
    },
  }
  const asked = {
    rotate: [words.rotateTitle(key.name), isOwn ? words.rotateOwnText : words.rotateText, words.rotate],
    revoke: isOwn
      ? [words.revokeOwnTitle(key.name), words.revokeOwnText, words.revokeOwn]
      : [words.revokeTitle(key.name), words.revokeText, words.revoke],
  } as const
  const [title, text, action] = asked[what]
  return <ActDialog {...{ title, text, action, onClose }} isGrave={what === 'revoke'} act={doing[what]} />
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
        {(['change', 'rotate', 'revoke'] as const).map((what) => (
          <Button
            key={what}
            variant="default"
            size="sm"
            {...(what === 'revoke' && { color: 'red' })}
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

function KeyFacts({ value }: { readonly value: AccessKey }) {
  const { created, expires, owners, actsAs, rateLimit } = value
  const words = useWords(keysWords)
  const format = useFormat()
  const names = useDirectoryEntries('owners', owners ?? []).map(({ id, name }) => name || id)
  const isOver = expires !== undefined && Date.parse(expires) <= Date.now()
  const facts = [
    words.created(format.moment(created)),
    expires && (isOver ? words.expired : words.validTo)(format.moment(expires)),
    names.length > 0 && words.limited(names.join(', ')),
    actsAs && words.signs(actsAs),
    rateLimit && words.atMost(rateLimit),
  ]
  return <Soft>{facts.filter(Boolean).join(' · ')}</Soft>
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

/** Returns the mutation that ends a session; ending one's own signs out. */
function useEndSession() {
  const { api, caller, logOut } = useSession()
  const queries = useQueryClient()
  const failureText = useFailureText()
  return useMutation({
    mutationFn: ({ id }: OpenSession) => answered(api.DELETE('/sessions/{id}', { params: { path: { id } } })),
    onSuccess: (_, { id }) =>
      id === caller?.session?.id ? logOut() : queries.invalidateQueries({ queryKey: sessionsKey }),
    onError: (error) => notifyFault(failureText(error)),
  })
}
