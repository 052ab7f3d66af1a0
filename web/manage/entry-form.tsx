import { Button, Modal, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { DirectoryEntry } from '../../client/client.ts'
import type { DirectoryKind } from '../directory/directory-queries.ts'
import { DialogEnd } from '../kit/dialog-end.tsx'
import { kitWords } from '../kit/kit-words.ts'
import { notify } from '../kit/notify.ts'
import { useFormFaults } from '../kit/use-form-faults.ts'
import { useWords } from '../words/language.tsx'
import { directoryWords } from './directory-words.ts'
import { useWriteEntry } from './entry-mutations.ts'

interface EntryFormProps {
  readonly kind: DirectoryKind
  /** Absent: a new one. */
  readonly entry?: DirectoryEntry | undefined
  readonly onClose: () => void
}

/** The name of an entry and, of an owner, its type and how it is reached; what is not shown stays as it is. */
export function EntryForm({ kind, entry, onClose }: EntryFormProps) {
  const words = useWords(directoryWords)
  const { close } = useWords(kitWords)
  const write = useWriteEntry(kind)
  const isOwner = kind === 'owners'
  const [id, setId] = useState(() => entry?.id ?? (isOwner ? '' : crypto.randomUUID()))
  const [name, setName] = useState(entry?.name ?? '')
  const [type, setType] = useState(entry?.type ?? '')
  const [email, setEmail] = useState(entry?.contactInfo?.email ?? '')
  const [url, setUrl] = useState(entry?.contactInfo?.url ?? '')
  const { faultAt, failureText } = useFormFaults(write.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const owner = isOwner && { type, contactInfo: { ...entry?.contactInfo, email, url } }
    const said = () => {
      notify(words.saved(name))
      onClose()
    }
    write.mutate({ id: id.trim(), name, ...owner }, { onSuccess: said })
  }
  const field = { autoComplete: 'off' } as const
  return (
    <Modal
      opened
      onClose={onClose}
      title={entry ? words.editTitle : words.newEntry[kind]}
      closeButtonProps={{ 'aria-label': close }}
    >
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            {...field}
            label={words.name}
            withAsterisk
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={faultAt('/name')}
          />
          <TextInput
            {...field}
            label={words.id}
            description={words.idHint}
            readOnly={entry !== undefined}
            withAsterisk={!entry}
            value={id}
            onChange={(event) => setId(event.currentTarget.value)}
          />
          {isOwner && (
            <>
              <TextInput
                {...field}
                label={words.type}
                value={type}
                onChange={(event) => setType(event.currentTarget.value)}
                error={faultAt('/type')}
              />
              <TextInput
                {...field}
                label={words.email}
                description={words.contactHint}
                inputMode="email"
                value={email}
                onChange={(event) => setEmail(event.currentTarget.value)}
                error={faultAt('/contactInfo/email')}
              />
              <TextInput
                {...field}
                label={words.url}
                inputMode="url"
                value={url}
                onChange={(event) => setUrl(event.currentTarget.value)}
                error={faultAt('/contactInfo/url')}
              />
            </>
          )}
          <DialogEnd onCancel={onClose} failureText={failureText}>
            <Button type="submit" loading={write.isPending} disabled={id.trim() === ''}>
              {words.save}
            </Button>
          </DialogEnd>
        </Stack>
      </form>
    </Modal>
  )
}
