import { Badge, Group, Menu, Table, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answered } from '../api/answered.ts'
import { Button } from '../kit/button.tsx'
import { ActDialog, Dialog } from '../kit/dialog.tsx'
import { Soft } from '../kit/dimmed.tsx'
import { Awaited, Message, notify, notifyFault, useFailureText } from '../kit/message.tsx'
import { useSession } from '../session/session.tsx'
import type { GivenReason } from '../words/fault-words.ts'
import { useFaultText, useFormat, useWords } from '../words/language.tsx'
import { loadFaultWords } from '../words/loaded-fault-words.ts'
import { type AccessKey, useKeys } from './key-form.tsx'
import styles from './manage.module.css'
import { ManageLayout } from './manage-layout.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { type NewWebhook, type Webhook, WebhookForm, webhooksKey } from './webhook-form.tsx'
import { webhooksWords } from './webhooks-words.ts'

/** Polling interval of the webhooks' progress. */
const lookMillis = 5_000

const colours = { active: 'green', failing: 'red', paused: 'orange', disabled: 'gray' } as const

/** Actions on a webhook that need confirmation. */
const acts = ['skip', 'replay', 'rotate', 'remove'] as const
type Act = (typeof acts)[number]

type Asking = { readonly what: Act | 'change' | 'attempts'; readonly webhook: Webhook } | { readonly what: 'create' }

/** Manages the webhooks of the service: registers, tests, monitors and rotates them. */
export default function WebhooksPage() {
  const words = useWords(webhooksWords)
  return (
    <ManageLayout title={words.title} lead={words.lead}>
      <Webhooks />
    </ManageLayout>
  )
}

/** Returns the webhooks of the service, as they are now. */
export function useWebhooks({ enabled = true } = {}) {
  const { api } = useSession()
  return useQuery({
    queryKey: webhooksKey,
    refetchInterval: lookMillis,
    queryFn: async ({ signal }): Promise<readonly Webhook[]> => {
      const webhooks = await answered<Webhook[]>(api.GET('/webhooks', { signal }))
      // Their reasons are faults.
      if (webhooks.length > 0) await loadFaultWords()
      return webhooks
    },
    enabled,
  })
}

function Webhooks() {
  const words = useWords(webhooksWords)
  const query = useWebhooks()
  const { data: keys = [] } = useKeys()
  const [asking, ask] = useState<Asking>()
  const [made, setMade] = useState<NewWebhook>()
  const close = () => ask(undefined)
  const show = (webhook: NewWebhook) => {
    setMade(webhook)
    close()
  }
  if (!query.data) return <Awaited query={query} />
  return (
    <>
      <Button icon="plus" style={{ marginBottom: 16 }} onClick={() => ask({ what: 'create' })}>
        {words.create}
      </Button>
      {query.data.length === 0 ? (
        <Message icon="link" title={words.none} text={words.noneText} />
      ) : (
        <ul className="framed">
          {query.data.map((webhook) => (
            <WebhookItem key={webhook.id} value={webhook} keys={keys} onAsk={ask} />
          ))}
        </ul>
      )}
      {(asking?.what === 'create' || asking?.what === 'change') && (
        <WebhookForm
          {...(asking.what === 'change' && { value: asking.webhook })}
          keys={keys}
          onMade={show}
          onClose={close}
        />
      )}
      {asking?.what === 'attempts' && <Attempts webhook={asking.webhook} onClose={close} />}
      {asking && isAct(asking) && (
        <AskedAct what={asking.what} webhook={asking.webhook} onMade={show} onClose={close} />
      )}
      {made && <SecretDialog name={made.url} secret={made.secret} onClose={() => setMade(undefined)} />}
    </>
  )
}

function isAct(asking: Asking): asking is { readonly what: Act; readonly webhook: Webhook } {
  return acts.some((act) => act === asking.what)
}

interface WebhookItemProps {
  readonly value: Webhook
  readonly keys: readonly AccessKey[]
  readonly onAsk: (asking: Asking) => void
}

function WebhookItem({ value: webhook, keys, onAsk }: WebhookItemProps) {
  const words = useWords(webhooksWords)
  const { url, state, description, refused } = webhook
  const ping = usePing(webhook)
  const why = useExplanation()
  const refusal = ping.data && why(ping.data)
  const offered = (['attempts', 'skip', 'replay', 'rotate', 'remove'] as const).filter(
    (what) => what !== 'skip' || refused !== undefined,
  )
  const button = { variant: 'default', size: 'sm' } as const
  return (
    <li className={styles.item}>
      <div className={styles.what}>
        <Text fw={550}>{url}</Text>
        <Group gap={6} my={4}>
          <Badge variant="light" color={colours[state]}>
            {words.states[state]}
          </Badge>
          {description && <Text size="sm">{description}</Text>}
        </Group>
        <WebhookFacts value={webhook} keys={keys} />
        {refusal && (
          <Text size="sm" c="red">
            {words.notTaken(refusal)}
          </Text>
        )}
      </div>
      <Group gap="xs">
        <Button
          {...button}
          loading={ping.isPending}
          aria-label={words.of(words.ping, url)}
          onClick={() => ping.mutate()}
        >
          {words.ping}
        </Button>
        <Button {...button} aria-label={words.of(words.change, url)} onClick={() => onAsk({ what: 'change', webhook })}>
          {words.change}
        </Button>
        <Menu position="bottom-end">
          <Menu.Target>
            <Button {...button} opensBelow aria-label={words.of(words.more, url)}>
              {words.more}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {offered.map((what) => (
              <Menu.Item
                key={what}
                {...(what === 'remove' && { color: 'red' })}
                aria-label={words.of(words[what], url)}
                onClick={() => onAsk({ what, webhook })}
              >
                {words[what]}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </Group>
    </li>
  )
}

/** Shows the progress of a webhook, the reason of a delay, and the key whose rights apply. */
function WebhookFacts({ value, keys }: Pick<WebhookItemProps, 'value' | 'keys'>) {
  const { behind, refused, key } = value
  const words = useWords(webhooksWords)
  const why = useExplanation()
  const format = useFormat()
  const facts = [
    behind === 0 ? words.upToDate : words.behind(behind),
    refused && words.refused(refused.refusals, format.moment(refused.since), format.moment(refused.next)),
    why(value),
    words.rightsOf(keys.find(({ id }) => id === key)?.name ?? key),
  ]
  return <Soft>{facts.filter(Boolean).join(' · ')}</Soft>
}

/** A reason, as in an answer of the service. */
interface Explained {
  readonly reason?: string
  readonly code?: string
  readonly params?: object
}

/** Returns the function that explains a refusal or a pause; undefined if there is none. */
export function useExplanation() {
  const faultText = useFaultText()
  return ({ reason, code, params }: Explained) => reason && faultText({ detail: reason, code, params } as GivenReason)
}

interface WebhookDialogProps {
  readonly webhook: Webhook
  readonly onClose: () => void
}

/** Lists the last attempts with their outcome, and the dead letters. */
function Attempts({ webhook: { id, url }, onClose }: WebhookDialogProps) {
  const words = useWords(webhooksWords)
  const format = useFormat()
  const { api } = useSession()
  const params = { path: { id } }
  const attempts = useQuery({
    queryKey: [...webhooksKey, id, 'attempts'],
    refetchInterval: lookMillis,
    queryFn: ({ signal }) => answered(api.GET('/webhooks/{id}/deliveries', { params, signal })),
  })
  const given = useQuery({
    queryKey: [...webhooksKey, id, 'dead letters'],
    queryFn: ({ signal }) => answered(api.GET('/webhooks/{id}/dead-letters', { params, signal })),
  })
  const sendAgain = useSendAgain(id)
  const why = useExplanation()
  if (!attempts.data || !given.data) {
    return (
      <Dialog onClose={onClose} title={words.attempts}>
        <Awaited query={attempts.data ? given : attempts} />
      </Dialog>
    )
  }
  return (
    <Dialog onClose={onClose} title={words.of(words.attempts, url)} size="lg">
      {attempts.data.length === 0 && <Text>{words.noAttempts}</Text>}
      <Table>
        <Table.Tbody>
          {attempts.data.map((attempt) => (
            <Table.Tr key={`${attempt.event} ${attempt.time}`}>
              <Table.Td>{format.moment(attempt.time)}</Table.Td>
              <Table.Td>{[why(attempt) ?? words.taken, `${attempt.millis} ms`].join(' · ')}</Table.Td>
              <Table.Td>{attempt.answer}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {given.data.length > 0 && (
        <section aria-label={words.deadLetters}>
          <Title order={3} size="h5">
            {words.deadLetters}
          </Title>
          {given.data.map((letter) => (
            <Group key={letter.revision} justify="space-between">
              <Text size="sm">{`${format.moment(letter.time)} · ${why(letter)}`}</Text>
              <Button variant="default" size="sm" onClick={() => sendAgain.mutate(letter.revision)}>
                {words.sendAgain}
              </Button>
            </Group>
          ))}
        </section>
      )}
    </Dialog>
  )
}

interface AskedActProps extends WebhookDialogProps {
  readonly what: Act
  readonly onMade: (made: NewWebhook) => void
}

function AskedAct({ what, webhook, onMade, onClose }: AskedActProps) {
  const words = useWords(webhooksWords)
  const { api } = useSession()
  const queries = useQueryClient()
  const params = { path: { id: webhook.id } }
  const doing = {
    skip: () => answered(api.POST('/webhooks/{id}/skip', { params })),
    replay: () => answered(api.POST('/webhooks/{id}/replay', { params })),
    rotate: async () => onMade(await answered(api.POST('/webhooks/{id}/rotate', { params }))),
    remove: () => answered(api.DELETE('/webhooks/{id}', { params })),
  } satisfies Record<Act, () => Promise<unknown>>
  return (
    <ActDialog
      title={words[`${what}Title`]}
      text={what === 'remove' ? words.removeText(webhook.url) : words[`${what}Text`]}
      action={words[what]}
      isGrave={what === 'remove'}
      act={() => doing[what]().finally(() => void queries.invalidateQueries({ queryKey: webhooksKey }))}
      onClose={onClose}
    />
  )
}

/** Returns the function that reports the outcome of an attempt. */
function useTold() {
  const words = useWords(webhooksWords)
  const why = useExplanation()
  return (attempt: Explained & { readonly millis: number }) => {
    const reason = why(attempt)
    if (reason === undefined) notify(words.pinged(attempt.millis))
    else notifyFault(words.notTaken(reason))
  }
}

function usePing({ id }: Webhook) {
  const { api } = useSession()
  const failureText = useFailureText()
  return useMutation({
    mutationFn: () => answered(api.POST('/webhooks/{id}/ping', { params: { path: { id } } })),
    onSuccess: useTold(),
    onError: (error) => notifyFault(failureText(error)),
  })
}

/** Returns the mutation that resends a dead letter; on success, it is one no longer. */
function useSendAgain(id: string) {
  const { api } = useSession()
  const queries = useQueryClient()
  const failureText = useFailureText()
  return useMutation({
    mutationFn: (revision: number) => {
      const params = { path: { id, revision: String(revision) } }
      return answered(api.POST('/webhooks/{id}/dead-letters/{revision}/send', { params }))
    },
    onSuccess: useTold(),
    onError: (error) => notifyFault(failureText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: webhooksKey }),
  })
}
