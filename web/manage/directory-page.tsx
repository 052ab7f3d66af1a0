import { SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, type FormEvent, useState } from 'react'
import { Link } from 'wouter'
import type { DirectoryEntry } from '../../client/client.ts'
import { escaped } from '../../src/query/parse/filter-signs.ts'
import { answered } from '../api/answered.ts'
import { changedPointers, type JsonObject, type Pointer, valueAt, withValueAt, withValuesOf } from '../body/json.ts'
import { cleaned } from '../body/place-body.ts'
import {
  type DirectoryKind,
  directoryFields,
  directoryKinds,
  directoryName,
  entryPath,
  useDirectory,
} from '../directory/directory-queries.ts'
import { Button, IconButton } from '../kit/button.tsx'
import { ActDialog, Dialog, DialogEnd } from '../kit/dialog.tsx'
import { Soft } from '../kit/dimmed.tsx'
import { Awaited, Message, notify, useFormFaults } from '../kit/message.tsx'
import { newUuid } from '../kit/new-uuid.ts'
import { Pages } from '../kit/pages.tsx'
import { forgetPlaces, type PlaceQuery, usePlaces } from '../place/place-queries.ts'
import { addressOfSearch } from '../search/search-value.ts'
import { useSession } from '../session/session.tsx'
import { useWords } from '../words/language.tsx'
import styles from './manage.module.css'
import { ManageLayout } from './manage-layout.tsx'
import { directoryWords } from './manage-words.ts'

const pageSize = 50

const pauseMillis = 150

/** Manages owners, categories and tags: search by words of the name, create, edit, delete. */
export default function DirectoryPage() {
  const words = useWords(directoryWords)
  const [kind, setKind] = useState<DirectoryKind>('owners')
  return (
    <ManageLayout title={words.title} lead={words.lead}>
      <SegmentedControl
        aria-label={words.title}
        value={kind}
        onChange={(next) => setKind(next as DirectoryKind)}
        data={directoryKinds.map((value) => ({ value, label: words.kinds[value] }))}
      />
      <Entries key={kind} kind={kind} />
    </ManageLayout>
  )
}

function Entries({ kind }: { readonly kind: DirectoryKind }) {
  const words = useWords(directoryWords)
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), pauseMillis)
  const [page, setPage] = useState(1)
  const [editing, edit] = useState<DirectoryEntry | 'new'>()
  const [removing, remove] = useState<DirectoryEntry>()
  const query = useDirectory(kind, q, { offset: (page - 1) * pageSize, limit: pageSize })
  const { data } = query
  const pages = Math.ceil((data?.TotalHits ?? 0) / pageSize)
  // The last entry of the last page may have been deleted.
  if (data && page > Math.max(1, pages)) setPage(Math.max(1, pages))
  return (
    <>
      <div className={styles.tools}>
        <TextInput
          className={styles.find}
          label={words.find}
          value={typed}
          autoComplete="off"
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setPage(1)
          }}
        />
        <Button icon="plus" onClick={() => edit('new')}>
          {words.newEntry[kind]}
        </Button>
      </div>
      <Soft role="status" mb={6}>
        {data && words.hits(data.TotalHits)}
      </Soft>
      {!data && <Awaited query={query} />}
      {data?.TotalHits === 0 && <Message icon="book" title={words.none} text={words.noneText} />}
      {data && data.Results.length > 0 && (
        <ul className="framed">
          {data.Results.map((entry) => (
            <EntryItem key={entry.id} kind={kind} entry={entry} onEdit={edit} onRemove={remove} />
          ))}
        </ul>
      )}
      <Pages label={words.pages} count={pages} page={page} onChange={setPage} />
      {editing && (
        <EntryForm kind={kind} entry={editing === 'new' ? undefined : editing} onClose={() => edit(undefined)} />
      )}
      {removing && <RemoveDialog kind={kind} entry={removing} onClose={() => remove(undefined)} />}
    </>
  )
}

interface EntryProps {
  readonly kind: DirectoryKind
  readonly entry: DirectoryEntry
}

interface EntryItemProps extends EntryProps {
  readonly onEdit: (entry: DirectoryEntry) => void
  readonly onRemove: (entry: DirectoryEntry) => void
}

function EntryItem({ kind, entry, onEdit, onRemove }: EntryItemProps) {
  const words = useWords(directoryWords)
  const { id, name, type, contactInfo } = entry
  return (
    <li className={styles.item}>
      <div className={styles.what}>
        <Text fw={550}>
          <bdi>{name}</bdi>
        </Text>
        <Soft>{[type, contactInfo?.email, id].filter(Boolean).join(' · ')}</Soft>
      </div>
      <Link href={addressOfSearch({ state: 'any', [directoryFields[kind]]: [id] })} aria-label={words.placesOf(name)}>
        {words.places}
      </Link>
      <IconButton icon="edit" label={words.edit(name)} variant="default" size="lg" onClick={() => onEdit(entry)} />
      <IconButton
        icon="trash"
        label={words.remove(name)}
        variant="default"
        size="lg"
        color="red"
        onClick={() => onRemove(entry)}
      />
    </li>
  )
}

/** Confirms the removal of an entry; places keep their references to it. */
function RemoveDialog({ kind, entry: { id, name }, onClose }: EntryProps & { readonly onClose: () => void }) {
  const words = useWords(directoryWords)
  const { api } = useSession()
  const count = useReferringCount(kind, id)
  const forget = useForget()
  return (
    <ActDialog
      title={words.removeTitle(name)}
      text={count === undefined ? '…' : count === 0 ? words.removeNone : words.removeText(count)}
      action={words.removeAction}
      isGrave
      onClose={onClose}
      act={async () => {
        await answered(api.DELETE(entryPath(kind), { params: { path: { id } } }))
        await forget()
        notify(words.removed(name))
      }}
    />
  )
}

interface EntryFormProps {
  readonly kind: DirectoryKind
  /** Undefined for a new one. */
  readonly entry?: DirectoryEntry | undefined
  readonly onClose: () => void
}

/**
 * Edits the name of an entry, and the type and contact details of an owner. Members that are hidden or not edited stay
 * unchanged.
 */
function EntryForm({ kind, entry, onClose }: EntryFormProps) {
  const words = useWords(directoryWords)
  const write = useWriteEntry(kind)
  const isOwner = kind === 'owners'
  const [wanted, want] = useState<JsonObject>(() => ({
    id: isOwner ? '' : newUuid(),
    name: '',
    ...(entry as JsonObject | undefined),
  }))
  const { faultAt, failureText } = useFormFaults(write.error)
  const textAt = (at: Pointer) => ({
    autoComplete: 'off',
    value: String(valueAt(wanted, at) ?? ''),
    error: faultAt(at),
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
      want(withValueAt(wanted, at, currentTarget.value) as JsonObject),
  })
  const [id, name] = [String(wanted.id).trim(), String(wanted.name)]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const said = () => {
      notify(words.saved(name))
      onClose()
    }
    const next = { ...wanted, id } as unknown as DirectoryEntry
    write.mutate({ shown: entry, wanted: next }, { onSuccess: said })
  }
  return (
    <Dialog onClose={onClose} title={entry ? words.editTitle : words.newEntry[kind]}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput {...textAt('/name')} label={words.name} withAsterisk data-autofocus />
          <TextInput
            {...textAt('/id')}
            label={words.id}
            description={words.idHint}
            readOnly={entry !== undefined}
            withAsterisk={!entry}
          />
          {isOwner && (
            <>
              <TextInput {...textAt('/type')} label={words.type} />
              <TextInput
                {...textAt('/contactInfo/email')}
                label={words.email}
                description={words.contactHint}
                inputMode="email"
              />
              <TextInput {...textAt('/contactInfo/url')} label={words.url} inputMode="url" />
            </>
          )}
          <DialogEnd onCancel={onClose} failureText={failureText}>
            <Button type="submit" loading={write.isPending} disabled={id === ''}>
              {words.save}
            </Button>
          </DialogEnd>
        </Stack>
      </form>
    </Dialog>
  )
}

interface EntryChange {
  /** The entry as shown before the edit. Undefined for a new one. */
  readonly shown?: DirectoryEntry | undefined
  readonly wanted: DirectoryEntry
}

/**
 * Returns the mutation that writes an entry and refreshes the places that show its name. A new entry needs an unused
 * id. For an existing one, only the members that differ from those shown are written.
 */
function useWriteEntry(kind: DirectoryKind) {
  const { api } = useSession()
  const forget = useForget()
  return useMutation({
    mutationFn: async ({ shown, wanted }: EntryChange) => {
      const path = { id: wanted.id }
      const put = (body: JsonObject, header = {}) =>
        answered(api.PUT(entryPath(kind), { params: { path, header }, body: body as unknown as DirectoryEntry }))
      if (!shown) return put(bodyOf(wanted), { 'If-None-Match': '*' })
      const present = await answered<DirectoryEntry>(api.GET(entryPath(kind), { params: { path } }))
      const body = bodyOf(wanted)
      return put(withValuesOf(body, changedPointers(bodyOf(shown), body), bodyOf(present)))
    },
    onSuccess: forget,
  })
}

const bodyOf = ({ id: _, ...body }: DirectoryEntry) => cleaned(body as unknown as JsonObject)

function useForget() {
  const queries = useQueryClient()
  return () => {
    void forgetPlaces(queries)
    return queries.invalidateQueries({ queryKey: [directoryName] })
  }
}

/** Returns the number of places that refer to an entry, including drafts and parts; undefined until loaded. */
function useReferringCount(kind: DirectoryKind, id: string): number | undefined {
  const referring: PlaceQuery = {
    [directoryFields[kind]]: escaped(id),
    is: ['*'],
    include: ['non-published'],
    limit: 0,
  }
  return usePlaces(referring).data?.TotalHits
}
