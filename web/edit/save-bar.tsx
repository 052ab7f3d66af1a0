import { Alert, Group, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { changedPointers, type JsonObject } from '../body/json.ts'
import { Button, IconButton } from '../kit/button.tsx'
import { instantOf } from '../kit/date-inputs.tsx'
import { ConfirmDialog } from '../kit/dialog.tsx'
import { useFocusAfter, useFocusNext, useStore, useUnread } from '../kit/hooks.ts'
import { Icon, type IconName } from '../kit/icon.tsx'
import { useFieldLabel } from '../place/field-label.ts'
import { isBackwards, type LocalTimes, TimesFields } from '../publish/times-dialog.tsx'
import type { ListStep } from '../search/kept-list.ts'
import { useAuthorName, useWords } from '../words/language.tsx'
import styles from './edit.module.css'
import type { EditState, EditStore } from './edit-store.ts'
import { editWords } from './edit-words.ts'
import type { Editing } from './use-editing.ts'

interface SaveBarProps {
  readonly editing: Editing
  readonly isNew: boolean
  /** True if somebody has deleted the place in the meantime. */
  readonly isGone?: boolean
  /** The place's number in the list that it was opened from. */
  readonly step?: ListStep | undefined
  readonly save: () => void
  readonly saveAndNext: (next: string) => void
}

/** Shows the number of unsaved changes, the result of saving, and the buttons for it; always in view. */
export function SaveBar(props: SaveBarProps) {
  const { editing, isNew, isGone = false } = props
  const words = useWords(editWords)
  const [isAsking, setAsking] = useState(false)
  const [isUnplaced, setUnplaced] = useState(false)
  const [said, setSaid] = useState<{ readonly text: string; readonly values: JsonObject }>()
  const { store, refusals, changes } = editing
  const { faults, values } = useStore(store)
  // Only once per refusal: a user who corrects one fault must not be moved to the next while typing.
  useEffect(() => {
    if (refusals === 0 || store.state().faults.size === 0) return
    const field = firstFaultyField()
    setUnplaced(field === undefined)
    field?.focus({ preventScroll: true })
    field?.scrollIntoView({ block: 'center' })
  }, [refusals, store])
  const { container, focusNext } = useFocusNext<HTMLDivElement>()
  const ask = (isAsking: boolean) => {
    setAsking(isAsking)
    focusNext(isAsking ? '[data-keep]' : '[data-discard]')
  }
  const discard = () => {
    editing.discard()
    setAsking(false)
    focusNext('[data-step=undo]')
  }
  return (
    <div ref={container} className={styles.bar}>
      <div className={styles.meanwhile} role="status">
        <Meanwhile editing={editing} isGone={isGone} />
      </div>
      <div className={styles.status} role="status" aria-live="polite">
        {said?.values === values ? (
          said.text
        ) : (
          <Status editing={editing} faults={faults} isNew={isNew} isUnplaced={isUnplaced} />
        )}
      </div>
      {isAsking ? (
        <Group gap="xs">
          <Text size="sm">{words.discardAsk}</Text>
          <Button variant="default" data-keep onClick={() => ask(false)}>
            {words.keepEditing}
          </Button>
          <Button color="red" onClick={discard}>
            {words.discard}
          </Button>
        </Group>
      ) : (
        <Group gap="xs" justify="end" className={styles.buttons}>
          <UndoButtons store={store} onDone={(text) => setSaid({ text, values: store.state().values })} />
          {changes > 0 && (
            <Button variant="subtle" color="gray" data-discard onClick={() => ask(true)}>
              {words.discard}
            </Button>
          )}
          <SaveButtons {...props} />
        </Group>
      )}
    </div>
  )
}

/** Reports a change by somebody else since this form was opened, with a button to review it before saving. */
function Meanwhile({ editing: { newer, review }, isGone }: { readonly editing: Editing; readonly isGone: boolean }) {
  const words = useWords(editWords)
  const author = useAuthorName()
  if (isGone) return <Alert color="red">{words.gone}</Alert>
  if (!newer) return null
  return (
    <Alert color="orange">
      <Group justify="space-between" gap="xs">
        {newer.updatedBy ? words.newer(author(newer.updatedBy)) : words.newerUnnamed}
        <Button size="sm" variant="default" onClick={() => void review()}>
          {words.review}
        </Button>
      </Group>
    </Alert>
  )
}

function SaveButtons({ editing, isNew, step, save, saveAndNext }: SaveBarProps) {
  const { status, changes } = editing
  const words = useWords(editWords)
  const isSaving = status === 'saving'
  const [isPlanning, setPlanning] = useState(false)
  const [times, setTimes] = useState<LocalTimes>({ published: null, depublished: null })
  const { isUnread, addUnread } = useUnread()
  const button = useFocusAfter<HTMLButtonElement>(isSaving)
  if (!isNew) {
    const { next } = step ?? {}
    const isUnchanged = changes === 0
    return (
      <>
        {step && next !== undefined && (
          <Button variant="light" onClick={() => saveAndNext(next)} loading={isSaving} disabled={isUnchanged}>
            {words.saveAndNext(step.number, step.total)}
          </Button>
        )}
        <Button ref={button} onClick={() => save()} loading={isSaving} disabled={isUnchanged}>
          {words.save}
        </Button>
      </>
    )
  }
  const plan = () => {
    setPlanning(false)
    void editing.save({ published: instantOf(times.published), depublished: instantOf(times.depublished) })
  }
  return (
    <>
      <Button variant="default" onClick={() => save()} loading={isSaving}>
        {words.create}
      </Button>
      <div className={styles.joined}>
        <Button
          ref={button}
          onClick={() => void editing.save({ published: new Date().toISOString() })}
          loading={isSaving}
        >
          {words.createPublished}
        </Button>
        <Button
          className={styles.planButton}
          aria-label={words.createPlanned}
          title={words.createPlanned}
          onClick={() => setPlanning(true)}
          disabled={isSaving}
        >
          <Icon name="calendar" size={18} />
        </Button>
      </div>
      <ConfirmDialog
        opened={isPlanning}
        title={words.planTitle}
        action={words.planCreate}
        isPossible={times.published !== null && !isUnread && !isBackwards(times)}
        onConfirm={plan}
        onClose={() => setPlanning(false)}
      >
        <TimesFields times={times} onChange={setTimes} addUnread={addUnread} isPlan />
      </ConfirmDialog>
    </>
  )
}

interface StatusProps extends Pick<SaveBarProps, 'editing' | 'isNew'> {
  readonly faults: EditState['faults']
  /** True if no field shows the fault, so it is shown here. */
  readonly isUnplaced: boolean
}

function Status({ editing, faults, isNew, isUnplaced }: StatusProps) {
  const words = useWords(editWords)
  const labelOf = useFieldLabel()
  const { status, changes, refusal } = editing
  if (status === 'saving') return words.saving
  if (status === 'lost') {
    return <span className={styles.wrong}>{refusal ?? (isNew ? words.lostNew : words.lost)}</span>
  }
  if (refusal !== undefined) {
    return (
      <span className={styles.wrong}>
        {words.faultsElsewhere} {refusal}
      </span>
    )
  }
  if (faults.size > 0) {
    const [[pointer, text] = ['', '']] = faults
    const label = `${labelOf(pointer)}: ${text}`
    return <span className={styles.wrong}>{isUnplaced ? label : words.faults(faults.size)}</span>
  }
  return changes > 0 ? words.changes(changes) : words.unchanged
}

interface UndoButtonsProps {
  readonly store: EditStore
  /** Receives a description of the step that was undone or redone. */
  readonly onDone: (said: string) => void
}

/**
 * Buttons for undo and redo. The usual keys also work where no text is being typed; there they belong to the browser.
 */
function UndoButtons({ store, onDone }: UndoButtonsProps) {
  const words = useWords(editWords)
  const labelOf = useFieldLabel()
  const { past, future } = useStore(store)
  const step = (way: 'undo' | 'redo') => {
    const before = store.state().values
    store[way]()
    const [pointer] = changedPointers(before, store.state().values)
    if (pointer !== undefined) onDone(words.stepped[way](labelOf(pointer)))
  }
  useHotkeys([
    ['mod+Z', () => step('undo')],
    ['mod+shift+Z', () => step('redo')],
    ['mod+Y', () => step('redo')],
  ])
  const button = (way: 'undo' | 'redo', icon: IconName, steps: readonly unknown[]) => (
    <IconButton
      icon={icon}
      label={words[way]}
      variant="default"
      size="lg"
      data-step={way}
      // A disabled button would lose the focus on its last step.
      aria-disabled={steps.length === 0}
      {...(steps.length === 0 && { 'data-disabled': true })}
      onClick={() => step(way)}
    />
  )
  if (past.length + future.length === 0) return null
  return (
    <div className={styles.joined}>
      {button('undo', 'restore', past)}
      {button('redo', 'redo', future)}
    </div>
  )
}

/** Returns the first control on the page that is marked as faulty; undefined if there is none. */
function firstFaultyField(): HTMLElement | undefined {
  const faulty = document.querySelectorAll<HTMLElement>('form [aria-invalid=true], form [data-error] input')
  return [...faulty].find((control) => control.offsetParent !== null)
}
