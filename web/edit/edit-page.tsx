import { Alert, Anchor, Input, Text, Title } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { memo } from 'react'
import { Link, useLocation } from 'wouter'
import type { Place } from '../../client/client.ts'
import { facilities } from '../../src/place/facilities.ts'
import { addresses } from '../addresses.ts'
import type { Json, JsonObject } from '../body/json.ts'
import { useDirectoryEntry } from '../directory/directory-queries.ts'
import type { OpenHours } from '../hours/calendar.ts'
import { HoursEditor } from '../hours/hours-editor.tsx'
import { useTitle } from '../kit/hooks.ts'
import { Awaited, Loading, Message, notify, ToSearch } from '../kit/message.tsx'
import { BackToPlace } from '../place/place-item.tsx'
import { type TaggedPlace, usePlaceBySlug, useStored } from '../place/place-queries.ts'
import { useSession } from '../session/session.tsx'
import { useFormat, useWords } from '../words/language.tsx'
import { BasicsSection } from './basics-section.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import styles from './edit.module.css'
import { editWords } from './edit-words.ts'
import { LongTextField, TernaryField } from './fields.tsx'
import { FormSection, SectionNav } from './form-section.tsx'
import { MediaSection } from './media-section.tsx'
import { SaveBar } from './save-bar.tsx'
import { TypeSection } from './type-section.tsx'
import { useEditing } from './use-editing.ts'
import { EditContext, useFaultsBelow, useField } from './use-field.ts'
import { PositionSection, VisitSection } from './visit-section.tsx'

/** The form for the place at a slug. */
export default function EditPage({ slug }: { readonly slug: string }) {
  const words = useWords(editWords)
  const { mayEdit } = useSession()
  const query = usePlaceBySlug(slug)
  const { data } = query
  const stored = useStored(data)
  if (!data) return <Awaited query={query} />
  if (!mayEdit(data.place.owner.id)) {
    return (
      <Message icon="warning" title={words.forbidden} order={1}>
        <Anchor component={Link} href={addresses.place(data.place.slug)}>
          {words.toPlace(data.place.name)}
        </Anchor>
        <ToSearch />
      </Message>
    )
  }
  return stored.data ? <PlaceForm key={data.place.id} start={stored.data} /> : <Awaited query={stored} />
}

/** The form for a new place. Who may write for one owner alone makes places of that owner. */
export function NewPage() {
  const { caller } = useSession()
  const [only, ...others] = caller?.owners ?? []
  const ownerId = others.length === 0 ? only : undefined
  const { data, isPending } = useDirectoryEntry('owners', ownerId)
  if (ownerId !== undefined && isPending) return <Loading />
  return <PlaceForm {...(ownerId !== undefined && { owner: { id: ownerId, type: data?.type ?? '' } })} />
}

interface PlaceFormProps {
  readonly start?: TaggedPlace
  /** The owner that a new place begins with. */
  readonly owner?: JsonObject
}

/** The form for every field of a place; of a new one where none is given. */
function PlaceForm({ start, owner }: PlaceFormProps) {
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
      <div className={styles.page}>
        <SectionNav />
        <form className={styles.form} noValidate onSubmit={(event) => event.preventDefault()} aria-label={title}>
          {start && <BackToPlace slug={start.place.slug} />}
          <Title order={1} size="h2" mb="md">
            {title}
          </Title>
          {editing.restored !== undefined && editing.changes > 0 && (
            <Alert color="blue" mb="lg">
              <Text size="sm">{words.restored(format.moment(editing.restored))}</Text>
            </Alert>
          )}
          <Sections placeId={start?.place.id} country={start?.place.geolocationInfo?.country} />
        </form>
      </div>
      <SaveBar editing={editing} isNew={isNew} />
      {editing.conflict && <ConflictDialog editing={editing} conflict={editing.conflict} />}
    </EditContext>
  )
}

interface SectionsProps {
  readonly placeId: string | undefined
  readonly country: string | undefined
}

/** All fields. Each is drawn when its own value changes: the form around is at every key, which costs ten times as much. */
const Sections = memo(function Sections({ placeId, country }: SectionsProps) {
  return (
    <>
      <BasicsSection placeId={placeId} />
      <PositionSection />
      <VisitSection country={country} />
      <HoursSection />
      <FacilitiesSection />
      <MediaSection />
      <TypeSection />
    </>
  )
})

/** Lets the field that is being typed in hand over what it hands over when it is left. */
function commitFocused(): void {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || focused === document.body) return
  focused.blur()
  focused.focus({ preventScroll: true })
}

/** When the place is open. */
function HoursSection() {
  const { value, fault, set } = useField<Json[]>('/openHours')
  const faults = useFaultsBelow('/openHours')
  return (
    <FormSection name="hours">
      <HoursEditor
        entries={(value ?? []) as unknown as OpenHours[]}
        faults={faults}
        onChange={(entries) => set(entries.length > 0 ? (entries as unknown as Json[]) : undefined)}
      />
      {fault && <Input.Error>{fault}</Input.Error>}
    </FormSection>
  )
}

/** What the place offers, and how accessible it is. */
function FacilitiesSection() {
  return (
    <FormSection name="facilities">
      <div className={styles.pairs}>
        {facilities.map(({ path }) => (
          <TernaryField key={path} at={`/${path.replaceAll('.', '/')}`} />
        ))}
      </div>
      <LongTextField at="/placeDetails/info" />
      <LongTextField at="/placeDetails/accessibility/info" />
    </FormSection>
  )
}
