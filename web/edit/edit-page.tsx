import { Accordion, Alert, Anchor, Title } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { memo, useMemo, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import type { Place } from '../../client/client.ts'
import { pageWords } from '../../src/pages/page-words.ts'
import { addresses } from '../addresses.ts'
import { Failure } from '../api/answered.ts'
import { changedPointers, type JsonObject } from '../body/json.ts'
import { cleaned, writable } from '../body/place-body.ts'
import { useDirectoryEntry } from '../directory/directory-queries.ts'
import { AboutPlace } from '../fields/input-props.ts'
import { IconButton } from '../kit/button.tsx'
import { Soft } from '../kit/dimmed.tsx'
import { commitFocused, useTitle } from '../kit/hooks.ts'
import { kitWords } from '../kit/kit-words.ts'
import { Awaited, Loading, Message, notify, ToSearch } from '../kit/message.tsx'
import { BackToPlace } from '../place/place-item.tsx'
import { type TaggedPlace, usePlaceBySlug, useStored } from '../place/place-queries.ts'
import { keptList, type ListStep, stepOf } from '../search/kept-list.ts'
import { useSession } from '../session/session.tsx'
import { useFormat, useWords } from '../words/language.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import styles from './edit.module.css'
import { editWords } from './edit-words.ts'
import { GroupFields } from './form-field.tsx'
import { FormSection, FormSections, SectionNav, sectionOf } from './form-section.tsx'
import { MediaSection } from './media-section.tsx'
import { SaveBar } from './save-bar.tsx'
import { TypeSection } from './type-section.tsx'
import { useEditing } from './use-editing.ts'
import { EditContext, useField } from './use-field.ts'

/** The form for the place with a slug. */
export default function EditPage({ slug }: { readonly slug: string }) {
  const words = useWords(editWords)
  const { forbidden } = useWords(kitWords)
  const { mayEdit } = useSession()
  const query = usePlaceBySlug(slug)
  const { data, error } = query
  const stored = useStored(data)
  if (!data) return <Awaited query={query} isPage />
  if (!mayEdit(data.place.owner.id)) {
    return (
      <Message icon="warning" title={words.forbidden} text={forbidden} order={1}>
        <Anchor component={Link} href={addresses.place(data.place.slug)}>
          {words.toPlace(data.place.name)}
        </Anchor>
        <ToSearch />
      </Message>
    )
  }
  if (!stored.data) return <Awaited query={stored} isPage />
  const isGone = data.place.deleted !== undefined || (error instanceof Failure && error.status === 404)
  return <PlaceForm key={data.place.id} start={stored.data} isGone={isGone} />
}

/** The form for a new place. If the caller may write for only one owner, the place belongs to that owner. */
export function NewPage() {
  const { may, ownNew = [] } = useSession()
  const { forbiddenTitle, forbidden } = useWords(kitWords)
  const [only, ...others] = ownNew
  const ownerId = others.length === 0 ? only : undefined
  const { data, isPending } = useDirectoryEntry('owners', ownerId)
  if (!may('create')) {
    return (
      <Message icon="warning" title={forbiddenTitle} text={forbidden} order={1}>
        <ToSearch />
      </Message>
    )
  }
  if (ownerId !== undefined && isPending) return <Loading isPage />
  return <PlaceForm {...(ownerId !== undefined && { owner: { id: ownerId, type: data?.type ?? '' } })} />
}

interface PlaceFormProps {
  readonly start?: TaggedPlace
  /** True if somebody has deleted the place in the meantime. */
  readonly isGone?: boolean
  /** The initial owner of a new place. */
  readonly owner?: JsonObject
}

/** The form for all fields of a place; for a new one without `start`. */
function PlaceForm({ start, isGone = false, owner }: PlaceFormProps) {
  const words = useWords(editWords)
  const format = useFormat()
  const [, navigate] = useLocation()
  const step = useListStep(start?.place.id)
  /** The address after saving, if it is not that of the place. */
  const onward = useRef<string>(undefined)
  const onSaved = ({ slug }: Place) => {
    notify(words.saved)
    navigate(onward.current ?? addresses.place(slug))
  }
  const isNew = start === undefined
  const onRest = ({ slug }: Place) => {
    notify(words.savedBefore)
    if (isNew) navigate(addresses.place(slug, 'edit'), { replace: true })
  }
  const editing = useEditing({ start, owner, onSaved, onRest })
  const title = start ? words.title(start.place.name) : words.titleNew
  useTitle(title)
  const save = (next?: string) => {
    onward.current = next
    void editing.save()
  }
  const saveByKey = () => {
    commitFocused()
    save()
  }
  /** Saves, and opens the next place at the section in which this one was edited. */
  const saveAndNext = (next: string) => {
    const before = cleaned(writable(start?.place as Place))
    const [section] = changedPointers(before, cleaned(editing.store.state().values)).flatMap(
      (at) => sectionOf(at) ?? [],
    )
    save(`${addresses.place(next, 'edit')}${section === undefined ? '' : `#${section}`}`)
  }
  useHotkeys([['mod+S', saveByKey]], [])
  return (
    <EditContext value={editing.store}>
      <FormSections>
        <SectionNav />
        <form className={styles.form} noValidate onSubmit={(event) => event.preventDefault()} aria-label={title}>
          {start && (
            <div className={styles.ways}>
              <BackToPlace slug={start.place.slug} />
              {step && <Steps step={step} />}
            </div>
          )}
          <Title order={1} size="h2" mb="md">
            {title}
          </Title>
          {editing.restored !== undefined && editing.changes > 0 && (
            <Alert color="blue" mb="lg">
              {words.restored(format.moment(editing.restored))}
            </Alert>
          )}
          <Sections placeId={start?.place.id} country={start?.place.geolocationInfo?.country} />
        </form>
      </FormSections>
      <SaveBar editing={editing} isNew={isNew} isGone={isGone} {...{ step, save, saveAndNext }} />
      {editing.conflict && <ConflictDialog editing={editing} conflict={editing.conflict} />}
    </EditContext>
  )
}

/** Returns the place's number in the list that it was opened from; undefined outside of one. */
function useListStep(id: string | undefined): ListStep | undefined {
  const { api } = useSession()
  const { data } = useQuery({
    queryKey: ['list-step', id, keptList()?.address],
    queryFn: async () => (await stepOf(id ?? '', api)) ?? null,
    enabled: id !== undefined,
  })
  return data ?? undefined
}

/** Leads to the forms of the places before and after this one in a list. */
function Steps({ step: { number, total, before, next } }: { readonly step: ListStep }) {
  const words = useWords(pageWords)
  const link = (id: string | undefined, icon: 'left' | 'right', label: string) =>
    id && <IconButton component={Link} href={addresses.place(id, 'edit')} icon={icon} label={label} color="gray" />
  return (
    <div className={styles.steps}>
      {link(before, 'left', words.before)}
      {words.step(number, total)}
      {link(next, 'right', words.next)}
    </div>
  )
}

interface SectionsProps {
  readonly placeId: string | undefined
  readonly country: string | undefined
}

/**
 * All fields. Each renders only when its own value changes. The surrounding form renders at every key, so without
 * `memo` that would cost ten times as much.
 */
const Sections = memo(function Sections({ placeId: id, country }: SectionsProps) {
  const words = useWords(editWords)
  const { value: ownerId } = useField<string>('/owner/id')
  const { value: town } = useField<string>('/visitingInfo/city')
  const about = useMemo(() => ({ id, country, ownerId, town }), [id, country, ownerId, town])
  return (
    <AboutPlace value={about}>
      <FormSection name="basics">
        <GroupFields group="basics" />
      </FormSection>
      <FormSection name="position">
        <GroupFields group="position" />
      </FormSection>
      <FormSection name="visit">
        <GroupFields group="visit" />
        <Accordion variant="contained">
          <Accordion.Item value="older">
            <Accordion.Control>{words.olderFields}</Accordion.Control>
            <Accordion.Panel>
              <Soft mb="sm">{words.olderHint}</Soft>
              <GroupFields group="older" />
            </Accordion.Panel>
          </Accordion.Item>
        </Accordion>
      </FormSection>
      <FormSection name="hours">
        <GroupFields group="hours" />
      </FormSection>
      <FormSection name="facilities">
        <GroupFields group="facilities" />
      </FormSection>
      <MediaSection />
      <TypeSection />
    </AboutPlace>
  )
})
