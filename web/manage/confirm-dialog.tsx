import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { kitWords } from '../kit/kit-words.ts'
import { useWords } from '../words/language.tsx'
import { keysWords } from './keys-words.ts'

interface ConfirmDialogProps {
  readonly title: string
  readonly text: string
  readonly action: string
  /** Whether it cannot be undone. */
  readonly isGrave?: boolean
  readonly isBusy: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks before something is done that others will notice. */
export function ConfirmDialog({
  title,
  text,
  action,
  isGrave = false,
  isBusy,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const { cancel } = useWords(keysWords)
  const { close } = useWords(kitWords)
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': close }}>
      <Stack>
        <Text>{text}</Text>
        <Group justify="end">
          <Button variant="default" onClick={onClose}>
            {cancel}
          </Button>
          <Button {...(isGrave && { color: 'red.9' })} loading={isBusy} onClick={onConfirm}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
