import { Button, Modal, Stack, Text } from '@mantine/core'
import { DialogEnd } from '../kit/dialog-end.tsx'
import { kitWords } from '../kit/kit-words.ts'
import { useWords } from '../words/language.tsx'

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
  const { close } = useWords(kitWords)
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': close }}>
      <Stack>
        <Text>{text}</Text>
        <DialogEnd onCancel={onClose}>
          <Button {...(isGrave && { color: 'red.9' })} loading={isBusy} onClick={onConfirm}>
            {action}
          </Button>
        </DialogEnd>
      </Stack>
    </Modal>
  )
}
