import { Accordion, Anchor, Text, Title } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { memo, useMemo } from 'react'
import { Link, useLocation } from 'wouter'
import type { Place } from '../../client/client.ts'
import { addresses } from '../addresses.ts'
import { Failure } from '../api/answered.ts'
import type { JsonObject } from '../body/json.ts'
import { useDirectoryEntry } from '../directory/directory-queries.ts'
import { AboutPlace } from '../fields/input-props.ts'
import { Soft } from '../kit/dimmed.tsx'
import { commitFocused, useTitle } from '../kit/hooks.ts'
import { kitWords } from '../kit/kit-words.ts'
import { Awaited, Loading, Message, Note, notify, ToSearch } from '../kit/message.tsx'
import { BackToPlace } from '../place/place-item.tsx'
import { type TaggedPlace, usePlaceBySlug, useStored } from '../place/place-queries.ts'
import { useSession } from '../session/session.tsx'
import { useFormat, useWords } from '../words/language.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import styles from './edit.module.css'
import { editWords } from './edit-words.ts'
import { GroupFields } from './form-field.tsx'
import { FormSection, FormSections, SectionNav } from './form-section.tsx'
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
  const isGone = error instanceof Failure && error.status === 404
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
  const onSaved = ({ slug }: Place) => {
    notify(words.saved)
    navigate(addresses.place(slug))
  }
  const isNew = start === undefined
  const onRest = ({ slug }: Place) => {
    notify(words.savedBefore)
    if (isNew) navigate(addresses.place(slug, 'edit'), { replace: true })
  }
  const editing = useEditing({ start, owner, onSaved, onRest })
  const title = start ? words.title(start.place.name) : words.titleNew
  useTitle(title)
  const saveByKey = () => {
    commitFocused()
    void editing.save()
  }
  useHotkeys([['mod+S', saveByKey]], [])
  return (
    <EditContext value={editing.store}>
      <FormSections>
        <SectionNav />
        <form className={styles.form} noValidate onSubmit={(event) => event.preventDefault()} aria-label={title}>
          {start && <BackToPlace slug={start.place.slug} />}
          <Title order={1} size="h2" mb="md">
            {title}
          </Title>
          {editing.restored !== undefined && editing.changes > 0 && (
            <Note color="blue" style={{ marginBottom: 20 }}>
              <Text size="sm">{words.restored(format.moment(editing.restored))}</Text>
            </Note>
          )}
          <Sections placeId={start?.place.id} country={start?.place.geolocationInfo?.country} />
        </form>
      </FormSections>
      <SaveBar editing={editing} isNew={isNew} isGone={isGone} />
      {editing.conflict && <ConflictDialog editing={editing} conflict={editing.conflict} />}
    </EditContext>
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
  const about = useMemo(() => ({ id, country, ownerId }), [id, country, ownerId])
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
