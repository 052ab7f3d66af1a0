import { Button, Stack, TextInput } from '@mantine/core'
import { type ChangeEvent, type FormEvent, useState } from 'react'
import type { DirectoryEntry } from '../../client/client.ts'
import type { DirectoryKind } from '../directory/directory-queries.ts'
import { Dialog, DialogEnd } from '../kit/dialog.tsx'
import { newUuid } from '../kit/new-uuid.ts'
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

/** The name of an entry and, of an owner, its type and how it is reached; what is not shown or left alone stays as it is. */
export function EntryForm({ kind, entry, onClose }: EntryFormProps) {
  const words = useWords(directoryWords)
  const write = useWriteEntry(kind)
  const isOwner = kind === 'owners'
  const [id, setId] = useState(() => entry?.id ?? (isOwner ? '' : newUuid()))
  const [name, setName] = useState(entry?.name ?? '')
  const [type, setType] = useState(entry?.type ?? '')
  const [email, setEmail] = useState(entry?.contactInfo?.email ?? '')
  const [url, setUrl] = useState(entry?.contactInfo?.url ?? '')
  const { faultAt, failureText } = useFormFaults(write.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const owner = isOwner && { type, contactInfo: { ...entry?.contactInfo, email, url } }
    const wanted = { ...entry, id: id.trim(), name, ...owner }
    const said = () => {
      notify(words.saved(name))
      onClose()
    }
    write.mutate({ shown: entry, wanted }, { onSuccess: said })
  }
  return (
    <Dialog onClose={onClose} title={entry ? words.editTitle : words.newEntry[kind]}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput {...textOf(name, setName, faultAt('/name'))} label={words.name} withAsterisk data-autofocus />
          <TextInput
            {...textOf(id, setId, faultAt('/id'))}
            label={words.id}
            description={words.idHint}
            readOnly={entry !== undefined}
            withAsterisk={!entry}
          />
          {isOwner && (
            <>
              <TextInput {...textOf(type, setType, faultAt('/type'))} label={words.type} />
              <TextInput
                {...textOf(email, setEmail, faultAt('/contactInfo/email'))}
                label={words.email}
                description={words.contactHint}
                inputMode="email"
              />
              <TextInput {...textOf(url, setUrl, faultAt('/contactInfo/url'))} label={words.url} inputMode="url" />
            </>
          )}
          <DialogEnd onCancel={onClose} failureText={failureText}>
            <Button type="submit" loading={write.isPending} disabled={id.trim() === ''}>
              {words.save}
            </Button>
          </DialogEnd>
        </Stack>
      </form>
    </Dialog>
  )
}

/** What makes an input show a text, change it and tell what is wrong with it. */
function textOf(value: string, change: (text: string) => void, error: string | undefined) {
  return {
    autoComplete: 'off',
    value,
    error,
    onChange: (event: ChangeEvent<HTMLInputElement>) => change(event.currentTarget.value),
  }
}
