import { ActionIcon } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useSyncExternalStore } from 'react'
import { changedPointers } from '../body/difference.ts'
import { Icon } from '../kit/icon.tsx'
import { useFieldLabel } from '../place/field-label.ts'
import { useWords } from '../words/language.tsx'
import styles from './edit.module.css'
import type { EditStore } from './edit-store.ts'
import { editWords } from './edit-words.ts'

interface UndoButtonsProps {
  readonly store: EditStore
  /** Told in words what was undone or done again. */
  readonly onDone: (said: string) => void
}

/** One step back and forth, also by the usual keys where no text is being typed: there they are the browser's. */
export function UndoButtons({ store, onDone }: UndoButtonsProps) {
  const words = useWords(editWords)
  const labelOf = useFieldLabel()
  const { past, future } = useSyncExternalStore(store.subscribe, store.state)
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
  const buttonProps = (way: 'undo' | 'redo', steps: readonly unknown[]) => ({
    'aria-label': words[way],
    title: words[way],
    // A button that is disabled would lose the focus with its last step.
    'aria-disabled': steps.length === 0,
    ...(steps.length === 0 && { 'data-disabled': true }),
    onClick: () => step(way),
  })
  if (past.length + future.length === 0) return null
  return (
    <ActionIcon.Group>
      <ActionIcon variant="default" size="lg" data-undo {...buttonProps('undo', past)}>
        <Icon name="restore" size={18} />
      </ActionIcon>
      <ActionIcon variant="default" size="lg" {...buttonProps('redo', future)}>
        <span className={styles.mirrored}>
          <Icon name="restore" size={18} />
        </span>
      </ActionIcon>
    </ActionIcon.Group>
  )
}
