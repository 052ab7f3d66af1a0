import { Badge, Button, Code, CopyButton, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useDirectoryEntries } from '../directory/directory-queries.ts'
import { ConfirmDialog } from '../kit/dialog.tsx'
import { Icon } from '../kit/icon.tsx'
import { FailureMessage, Loading, Message } from '../kit/message.tsx'
import { notify } from '../kit/notify.ts'
import { type Permission, useSession } from '../session/session.tsx'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.tsx'
import { type AccessKey, KeyForm, type NewKey, useKeys, useRevokeKey, useRotateKey } from './key-form.tsx'
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
    </ManageLayout>
  )
}

function Keys() {
  const words = useWords(keysWords)
  const { data, error, refetch } = useKeys()
  const [asking, ask] = useState<Asking>()
  const [made, setMade] = useState<NewKey>()
  const close = () => ask(undefined)
  if (!data) return error ? <FailureMessage error={error} onRetry={() => void refetch()} /> : <Loading />
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

interface KeyDialogProps {
  readonly asking: Extract<Asking, { key: AccessKey }>
  readonly onMade: (key: NewKey) => void
  readonly onClose: () => void
}

function KeyDialog({ asking: { what, key }, onMade, onClose }: KeyDialogProps) {
  const words = useWords(keysWords)
  const { caller } = useSession()
  const isOwn = caller?.id === key.id
  const rotate = useRotateKey()
  const revoke = useRevokeKey()
  if (what === 'rotate') {
    return (
      <ConfirmDialog
        title={words.rotateTitle(key.name)}
        text={isOwn ? words.rotateOwnText : words.rotateText}
        action={words.rotate}
        isBusy={rotate.isPending}
        onClose={onClose}
        onConfirm={() => rotate.mutate(key.id, { onSuccess: onMade, onSettled: onClose })}
      />
    )
  }
  return (
    <ConfirmDialog
      title={isOwn ? words.revokeOwnTitle(key.name) : words.revokeTitle(key.name)}
      text={isOwn ? words.revokeOwnText : words.revokeText}
      action={isOwn ? words.revokeOwn : words.revoke}
      isGrave
      isBusy={revoke.isPending}
      onClose={onClose}
      onConfirm={() => revoke.mutate(key.id, { onSuccess: () => notify(words.revoked(key.name)), onSettled: onClose })}
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
        <Button
          variant="default"
          size="compact-sm"
          aria-label={words.rotateOf(value.name)}
          onClick={() => onAsk({ what: 'rotate', key: value })}
        >
          {words.rotate}
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          c="var(--mantine-color-error)"
          aria-label={words.revokeOf(value.name)}
          onClick={() => onAsk({ what: 'revoke', key: value })}
        >
          {words.revoke}
        </Button>
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
  return (
    <Text size="sm" c="dimmed">
      {facts.filter(Boolean).join(' · ')}
    </Text>
  )
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
          <CopyButton value={made.key}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                leftSection={<Icon name={copied ? 'check' : 'copy'} size={16} />}
                onClick={copy}
              >
                {copied ? words.copied : words.copy}
              </Button>
            )}
          </CopyButton>
          <Button onClick={onClose}>{words.done}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
