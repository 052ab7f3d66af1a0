import { Button, Group, Input, Paper, TagsInput } from '@mantine/core'
import type { JsonObject, Pointer } from '../body/json.ts'
import { useFocusNext } from '../kit/hooks.ts'
import { Icon, IconButton } from '../kit/icon.tsx'
import { Soft } from '../kit/message.tsx'
import { type Picture, PictureFigure, QrPicture, type Recording, RecordingFigure } from '../media/media-list.tsx'
import { fieldWords } from '../place/field-words.ts'
import { isAllowed, useSession, useVisitor } from '../session/session.tsx'
import { useWords } from '../words/language.tsx'
import styles from './edit.module.css'
import { editWords } from './edit-words.ts'
import { LongTextField, TextField, textOf, useInput } from './fields.tsx'
import { FormSection } from './form-section.tsx'
import { useField } from './use-field.ts'

const kinds = ['images', 'video', 'audio'] as const
type MediaKind = (typeof kinds)[number] | 'links'

/** Pictures, films, sounds and links. The first three are only for those who may see them, which is said. */
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
      <Button
        variant="light"
        size="compact-md"
        fz="sm"
        leftSection={<Icon name="plus" size={16} />}
        data-add
        onClick={add}
      >
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
  const name = textOf(item.title) || words.untitled
  const { medium: labels } = words
  return (
    <Paper withBorder p="sm" className={styles.medium} role="group" aria-label={name}>
      {kind !== 'links' && (item.url || item.provider) && (
        <div className={styles.picture}>
          <MediumPreview key={textOf(item.url)} kind={kind} item={item} />
        </div>
      )}
      {kind === 'links' && <QrPicture key={textOf(item.qr)} address={textOf(item.qr)} name={name} />}
      <div className={styles.mediumFields}>
        <TextField at={`${at}/title`} label={labels.title} required={kind !== 'links'} />
        <TextField at={`${at}/url`} label={labels.url} type="url" faultOfWhole={whole.fault} />
        {kind === 'links' ? (
          <TextField at={`${at}/qr`} label={labels.qr} type="url" />
        ) : (
          <ProviderFields at={at} kind={kind} />
        )}
        <KeywordsField at={`${at}/tags`} />
        <Group gap={4} justify="end">
          {onMoveUp && <IconButton icon="up" label={words.moveUp(name)} color="gray" onClick={onMoveUp} />}
          <IconButton icon="trash" label={words.removeNamed(name)} color="red" onClick={onRemove} />
        </Group>
      </div>
    </Paper>
  )
}

/** A medium as it is shown on the page of the place. */
function MediumPreview({ kind, item }: { readonly kind: Exclude<MediaKind, 'links'>; readonly item: JsonObject }) {
  if (kind === 'images') return <PictureFigure picture={item as unknown as Picture} />
  return <RecordingFigure recording={item as unknown as Recording} />
}

function ProviderFields({ at, kind }: { readonly at: Pointer; readonly kind: MediaKind }) {
  const { medium: labels, mediumHint, alternateHint } = useWords(editWords)
  return (
    <>
      <Soft size="xs" mb={-8}>
        {mediumHint}
      </Soft>
      <div className={styles.pairs}>
        <TextField at={`${at}/provider`} label={labels.provider} />
        <TextField at={`${at}/providerRef`} label={labels.providerRef} />
      </div>
      {kind === 'images' && (
        <LongTextField
          at={`${at}/alternateDescription`}
          label={labels.alternateDescription}
          hint={alternateHint}
          rows={1}
        />
      )}
      <LongTextField at={`${at}/description`} label={labels.description} rows={1} />
      {kind === 'video' && <TextField at={`${at}/descriptionType`} label={labels.descriptionType} />}
    </>
  )
}

function KeywordsField({ at }: { readonly at: Pointer }) {
  const { medium: labels, keywordsHint } = useWords(editWords)
  const { value = [], set, input } = useInput<readonly string[]>({ at, label: labels.tags, hint: keywordsHint })
  return (
    <TagsInput
      {...input}
      value={[...value]}
      onChange={(tags) => set(tags.length > 0 ? tags : undefined)}
      splitChars={[',', ' ', ';']}
    />
  )
}
