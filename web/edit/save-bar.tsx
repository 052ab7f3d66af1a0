import { Button, Group, Text } from '@mantine/core'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useWords } from '../words/language.tsx'
import styles from './edit.module.css'
import { editWords } from './edit-words.ts'
import { firstFaultyField } from './first-faulty-field.ts'
import type { Editing } from './use-editing.ts'

interface SaveBarProps {
  readonly editing: Editing
  readonly isNew: boolean
}

/** How much is unsaved, what came of saving it, and the buttons for that; always in sight. */
export function SaveBar({ editing, isNew }: SaveBarProps) {
  const words = useWords(editWords)
  const [isAsking, setAsking] = useState(false)
  const { store, refusals, changes } = editing
  const faults = useSyncExternalStore(store.subscribe, () => store.state().faults)
  // Once for each refusal: who puts one fault right is not to be led away to the next while typing.
  useEffect(() => {
    if (refusals > 0 && store.state().faults.size > 0) firstFaultyField()?.focus()
  }, [refusals, store])
  const discard = () => {
    editing.discard()
    setAsking(false)
  }
  return (
    <div className={styles.bar}>
      <div className={styles.status} role="status" aria-live="polite">
        <Status editing={editing} faults={faults.size} isNew={isNew} />
      </div>
      {isAsking ? (
        <Group gap="xs">
          <Text size="sm">{words.discardAsk}</Text>
          <Button variant="default" onClick={() => setAsking(false)}>
            {words.keepEditing}
          </Button>
          <Button color="red" onClick={discard}>
            {words.discard}
          </Button>
        </Group>
      ) : (
        <Group gap="xs" justify="end" className={styles.buttons}>
          {changes > 0 && (
            <Button variant="subtle" color="gray" c="inherit" onClick={() => setAsking(true)}>
              {words.discard}
            </Button>
          )}
          <SaveButtons editing={editing} isNew={isNew} />
        </Group>
      )}
    </div>
  )
}

function SaveButtons({ editing: { status, changes, save }, isNew }: SaveBarProps) {
  const words = useWords(editWords)
  const isSaving = status === 'saving'
  if (!isNew) {
    return (
      <Button onClick={() => void save()} loading={isSaving} disabled={changes === 0}>
        {words.save}
      </Button>
    )
  }
  return (
    <>
      <Button variant="default" onClick={() => void save()} loading={isSaving}>
        {words.create}
      </Button>
      <Button onClick={() => void save({ publish: true })} loading={isSaving}>
        {words.createPublished}
      </Button>
    </>
  )
}

function Status({ editing, faults, isNew }: SaveBarProps & { readonly faults: number }) {
  const words = useWords(editWords)
  const { status, changes, refusal } = editing
  if (status === 'saving') return words.saving
  if (status === 'lost') return <span className={styles.wrong}>{isNew ? words.lostNew : words.lost}</span>
  if (refusal !== undefined) {
    return (
      <span className={styles.wrong}>
        {words.faultsElsewhere} {refusal}
      </span>
    )
  }
  if (faults > 0) return <span className={styles.wrong}>{words.faults(faults)}</span>
  return changes > 0 ? words.changes(changes) : words.unchanged
}
