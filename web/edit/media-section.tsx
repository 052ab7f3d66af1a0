import { Alert, Checkbox, Group, Input, Paper } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { decorativeTag } from '../../src/pages/alternate-text.ts'
import { safeUrl } from '../../src/place/web-address.ts'
import { isSame, type Json, type JsonObject, type Pointer } from '../body/json.ts'
import { textOf } from '../fields/input-props.ts'
import { Button, IconButton } from '../kit/button.tsx'
import { Soft } from '../kit/dimmed.tsx'
import { useFocusNext } from '../kit/hooks.ts'
import { type Medium, MediumFigure } from '../media/medium-figure.tsx'
import { fieldWords } from '../place/place-fields.ts'
import { isAllowed, useSession, useVisitor } from '../session/session.tsx'
import { useWords } from '../words/language.tsx'
import styles from './edit.module.css'
import { editWords } from './edit-words.ts'
import { FormField } from './form-field.tsx'
import { FormSection } from './form-section.tsx'
import { useFaultsBelow, useField } from './use-field.ts'

const kinds = ['images', 'video', 'audio'] as const
type MediaKind = (typeof kinds)[number] | 'links'

/** Edits pictures, films, sounds and links. A note explains who may see the first three. */
export function MediaSection() {
  const words = useWords(editWords)
  const { may } = useSession()
  const visitor = useVisitor()
  const forVisitors = visitor && (isAllowed(visitor, 'read-media') ? words.mediaForVisitors : words.mediaNotForVisitors)
  return (
    <FormSection name="media">
      <Soft>{may('read-media') ? (forVisitors ?? words.mediaForKeys) : words.hiddenMedia}</Soft>
      {may('read-media') && kinds.map((kind) => <MediaKindList key={kind} kind={kind} />)}
      <MediaKindList kind="links" />
    </FormSection>
  )
}

function MediaKindList({ kind }: { readonly kind: MediaKind }) {
  const words = useWords(editWords)
  const labels = useWords(fieldWords)
  const at: Pointer = `/media/${kind}`
  const { value = [], fault, set } = useField<readonly JsonObject[]>(at)
  const { container, focusNext } = useFocusNext<HTMLFieldSetElement>()
  const change = (items: readonly JsonObject[]) => set(items.length > 0 ? items : undefined)
  const actsOn = (item: JsonObject, index: number) => ({
    onRemove: () => {
      change(value.toSpliced(index, 1))
      focusNext(`[data-field="${at}/${Math.min(index, value.length - 2)}/title"]`, '[data-add]')
    },
    ...(index > 0 && {
      onMoveUp: () => {
        change(value.toSpliced(index - 1, 2, item, value[index - 1]!))
        focusNext(`[data-field="${at}/${index - 1}/title"]`)
      },
    }),
  })
  const add = () => {
    set([...value, { title: '' }])
    focusNext(`[data-field="${at}/${value.length}/title"]`)
  }
  return (
    <fieldset ref={container} className={styles.group}>
      <legend>{labels[`media.${kind}`]}</legend>
      {value.map((item, index) => (
        <MediumFields key={index} kind={kind} item={item} at={`${at}/${index}`} {...actsOn(item, index)} />
      ))}
      {fault && <Input.Error>{fault}</Input.Error>}
      <Button variant="light" size="md" style={{ fontSize: 14 }} icon="plus" data-add onClick={add}>
        {words.add[kind]}
      </Button>
    </fieldset>
  )
}

interface MediumFieldsProps {
  readonly kind: MediaKind
  readonly item: JsonObject
  readonly at: Pointer
  readonly onRemove: () => void
  readonly onMoveUp?: () => void
}

function MediumFields({ kind, item, at, onRemove, onMoveUp }: MediumFieldsProps) {
  const words = useWords(editWords)
  const whole = useField<JsonObject>(at)
  // An address that is being typed would load each of its beginnings.
  const [former, setFormer] = useState<JsonObject>()
  const shown = former ?? item
  const addressFault = (url: Json) => (isNoAddress(textOf(url)) ? words.noAddress : undefined)
  const name = textOf(item.title) || words.untitled
  const { medium: labels } = words
  return (
    <Paper
      withBorder
      p="sm"
      className={styles.medium}
      role="group"
      aria-label={name}
      onFocus={({ target }) => /\/(url|qr)$/.test(target.getAttribute('data-field') ?? '') && setFormer(item)}
      onBlur={() => setFormer(undefined)}
    >
      {(kind === 'links' ? shown.qr : shown.url || item.provider) && (
        <div className={kind === 'links' ? styles.code : styles.picture}>
          <MediumFigure kind={kind} medium={shown as unknown as Medium} />
        </div>
      )}
      <div className={styles.mediumFields}>
        <FormField kind="text" at={`${at}/title`} label={labels.title} required={kind !== 'links'} />
        {kind !== 'links' && <TitleSuggestion at={at} item={item} />}
        <FormField
          kind="text"
          at={`${at}/url`}
          label={labels.url}
          faultOfWhole={whole.fault ?? addressFault(item.url)}
        />
        {kind === 'images' && <AlternateFields {...{ at, item }} />}
        <MoreFields at={at} item={item}>
          {kind === 'links' ? (
            <FormField kind="text" at={`${at}/qr`} label={labels.qr} faultOfWhole={addressFault(item.qr)} />
          ) : (
            <ProviderFields at={at} kind={kind} />
          )}
          <FormField kind="texts" at={`${at}/tags`} label={labels.tags} hint={words.keywordsHint} />
        </MoreFields>
        <Group gap={4} justify="end">
          {onMoveUp && <IconButton icon="up" label={words.moveUp(name)} color="gray" onClick={onMoveUp} />}
          <IconButton icon="trash" label={words.removeNamed(name)} color="red" onClick={onRemove} />
        </Group>
      </div>
    </Paper>
  )
}

/** Returns whether a text is not an address that can be opened, nor the beginning of one. */
function isNoAddress(text: string): boolean {
  const given = text.trim().toLowerCase()
  const isBegun = ['http://', 'https://'].some((scheme) => scheme.startsWith(given))
  return !isBegun && safeUrl(given) === undefined
}

interface SuggestionProps {
  readonly at: Pointer
  readonly item: JsonObject
}

/** Suggests a title if there is none: the words in the file name, otherwise the name of the place. */
function TitleSuggestion({ at, item }: SuggestionProps) {
  const { useTitle } = useWords(editWords)
  const { value: placeName } = useField('/name')
  const { set } = useField(`${at}/title`)
  const suggested = wordsOfFile(textOf(item.url)) ?? textOf(placeName).trim()
  if (textOf(item.title).trim() !== '' || !item.url || suggested === '') return null
  return (
    <Button variant="subtle" size="xs" style={{ alignSelf: 'start' }} onClick={() => set(suggested)}>
      {useTitle(suggested)}
    </Button>
  )
}

/** Edits the alternative text of a picture, or marks it as decorative; asks for one of them if both are missing. */
function AlternateFields({ at, item }: SuggestionProps) {
  const words = useWords(editWords)
  const { value: tags = [], set } = useField<readonly string[]>(`${at}/tags`)
  const isDecorative = tags.includes(decorativeTag)
  const isDescribed = textOf(item.alternateDescription).trim() !== ''
  const others = tags.filter((tag) => tag !== decorativeTag)
  const say = (decorative: boolean) => {
    const next = decorative ? [...others, decorativeTag] : others
    set(next.length > 0 ? next : undefined)
  }
  return (
    <>
      {(!isDecorative || isDescribed) && (
        <FormField
          kind="longText"
          at={`${at}/alternateDescription`}
          label={words.medium.alternateDescription}
          hint={words.alternateHint}
        />
      )}
      {(!isDescribed || isDecorative) && (
        <Checkbox
          label={words.decorative}
          description={words.decorativeHint}
          checked={isDecorative}
          onChange={(event) => say(event.currentTarget.checked)}
        />
      )}
      {!isDecorative && !isDescribed && (item.url || item.provider) && (
        <Alert role="note" color="orange" p="xs">
          {words.alternateAsked}
        </Alert>
      )}
    </>
  )
}

/**
 * Returns the words in the file name of an address (`old-church.jpg`); undefined if it has only numbers and short
 * words.
 */
function wordsOfFile(address: string): string | undefined {
  const file = URL.parse(address)?.pathname.split('/').at(-1) ?? ''
  const name = decoded(file)
    .replace(/\.\w+$/, '')
    .replaceAll(/[-_+\s]+/g, ' ')
    .trim()
  const isNamed = /\p{L}{4,}/u.test(name) && !/^(img|dsc|dscn|image|photo|picture|bild|foto) ?\d*$/i.test(name)
  return isNamed ? name.charAt(0).toUpperCase() + name.slice(1) : undefined
}

/** Invalid percent-encoding stays unchanged. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const moreMembers = ['provider', 'providerRef', 'description', 'descriptionType', 'tags', 'qr'] as const

/** Collapses rarely used fields; expanded if one has a value or a fault. */
function MoreFields({ at, item, children }: SuggestionProps & { readonly children: ReactNode }) {
  const { more } = useWords(editWords)
  const faults = useFaultsBelow(at)
  const isGiven = moreMembers.some((member) => item[member] !== undefined && !isSame(item[member], [decorativeTag]))
  const isWrong = [...faults.keys()].some((below) => moreMembers.some((member) => below.startsWith(`/${member}`)))
  const [isOpen, setOpen] = useState(isGiven)
  return (
    <details open={isOpen || isWrong} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{more}</summary>
      <div className={styles.mediumFields}>{children}</div>
    </details>
  )
}

function ProviderFields({ at, kind }: { readonly at: Pointer; readonly kind: MediaKind }) {
  const { medium: labels, mediumHint } = useWords(editWords)
  return (
    <>
      <Soft size="xs" mb={-8}>
        {mediumHint}
      </Soft>
      <div className={styles.pairs}>
        <FormField kind="text" at={`${at}/provider`} label={labels.provider} />
        <FormField kind="text" at={`${at}/providerRef`} label={labels.providerRef} />
      </div>
      <FormField kind="longText" at={`${at}/description`} label={labels.description} />
      {kind === 'video' && <FormField kind="text" at={`${at}/descriptionType`} label={labels.descriptionType} />}
    </>
  )
}
