import { Checkbox, MultiSelect, NumberInput, Select, Stack, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { operations } from '../../client/client.ts'
import { answered } from '../api/answered.ts'
import { Button } from '../kit/button.tsx'
import { Dialog, DialogEnd } from '../kit/dialog.tsx'
import { useFormFaults } from '../kit/message.tsx'
import { useSession } from '../session/session.tsx'
import { useWords } from '../words/language.tsx'
import type { AccessKey } from './key-form.tsx'
import { webhooksWords } from './webhooks-words.ts'

/** The query key of the list of webhooks. */
export const webhooksKey = ['webhooks']

/** A webhook without its secret, with its progress. */
export type Webhook = operations['getWebhooks']['responses'][200]['content']['application/json'][number]

/** A webhook with its new secret. */
export type NewWebhook = operations['postWebhooks']['responses'][201]['content']['application/json']

type WebhookBody = NonNullable<operations['postWebhooks']['requestBody']>['content']['application/json']

/** The values of an empty form; an empty member means no limit. */
const noDraft = {
  url: '',
  description: '',
  key: null as string | null,
  types: [] as readonly string[],
  filter: '',
  skipAfter: '' as string | number,
  enabled: true,
}
type Draft = typeof noDraft

function bodyOf({ url, description, key, types, filter, skipAfter, enabled }: Draft): WebhookBody {
  return {
    url: url.trim(),
    key: key ?? '',
    enabled,
    ...(description.trim() !== '' && { description }),
    ...(types.length > 0 && { types: [...types] }),
    ...(filter.trim() !== '' && { filter: filter.trim() }),
    ...(skipAfter !== '' && { skipAfter: Number(skipAfter) }),
  }
}

/** Removes the members that are empty in the form. */
const nothing = { description: null, types: null, filter: null, skipAfter: null }

interface WebhookFormProps {
  /** The webhook to edit. Undefined for a new one. */
  readonly value?: Webhook
  readonly keys: readonly AccessKey[]
  readonly onMade: (made: NewWebhook) => void
  readonly onClose: () => void
}

/** Edits the address of a webhook, its event types and places, and the key whose rights apply. */
export function WebhookForm({ value, keys, onMade, onClose }: WebhookFormProps) {
  const words = useWords(webhooksWords)
  const save = useSave(value)
  const [draft, setDraft] = useState<Draft>({ ...noDraft, ...value })
  const { faultAt, failureText } = useFormFaults(save.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(bodyOf(draft), { onSuccess: (made) => (made ? onMade(made) : onClose()) })
  }
  const change = (next: Partial<Draft>) => setDraft((before) => ({ ...before, ...next }))
  const text = (member: 'url' | 'description' | 'filter') => ({
    value: draft[member],
    label: words[member],
    autoComplete: 'off',
    onChange: (event: { currentTarget: HTMLInputElement }) => change({ [member]: event.currentTarget.value }),
    error: faultAt(`/${member}`),
  })
  return (
    <Dialog onClose={onClose} title={value ? words.change : words.create}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextInput {...text('url')} description={words.urlHint} withAsterisk data-autofocus inputMode="url" />
          <TextInput {...text('description')} />
          <Select
            label={words.key}
            description={words.keyHint}
            withAsterisk
            data={keys.map(({ id, name }) => ({ value: id, label: name }))}
            value={draft.key}
            onChange={(key) => change({ key })}
            error={faultAt('/key')}
          />
          <MultiSelect
            label={words.types}
            description={words.typesHint}
            data={Object.entries(words.typeNames).map(([type, label]) => ({ value: type, label }))}
            value={[...draft.types]}
            onChange={(types) => change({ types })}
            error={faultAt('/types')}
          />
          <TextInput {...text('filter')} description={words.filterHint} />
          <NumberInput
            label={words.skipAfter}
            description={words.skipAfterHint}
            min={1}
            value={draft.skipAfter}
            onChange={(skipAfter) => change({ skipAfter })}
            error={faultAt('/skipAfter')}
          />
          <Checkbox
            label={words.enabled}
            checked={draft.enabled}
            onChange={(event) => change({ enabled: event.currentTarget.checked })}
          />
          <DialogEnd onCancel={onClose} failureText={failureText}>
            <Button type="submit" loading={save.isPending}>
              {words.save}
            </Button>
          </DialogEnd>
        </Stack>
      </form>
    </Dialog>
  )
}

/** Returns the mutation that registers a webhook, which yields its secret, or edits one. The form shows refusals. */
function useSave(value: Webhook | undefined) {
  const { api } = useSession()
  const queries = useQueryClient()
  return useMutation({
    gcTime: 0,
    async mutationFn(body: WebhookBody): Promise<NewWebhook | undefined> {
      if (!value) return answered(api.POST('/webhooks', { body }))
      const params = { path: { id: value.id } }
      await answered(api.PATCH('/webhooks/{id}', { params, body: { ...nothing, ...body } as WebhookBody }))
      return undefined
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: webhooksKey }),
  })
}
