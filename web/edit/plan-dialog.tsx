import { Button, Modal, Stack } from '@mantine/core'
import { DialogEnd } from '../kit/dialog-end.tsx'
import { kitWords } from '../kit/kit-words.ts'
import { isBackwards, type LocalTimes, TimesFields } from '../publish/times-fields.tsx'
import { useWords } from '../words/language.tsx'
import { editWords } from './edit-words.ts'

interface PlanDialogProps {
  readonly times: LocalTimes
  readonly onChange: (times: LocalTimes) => void
  readonly onPlan: () => void
  readonly onClose: () => void
}

/** Asks from when and until when a new place is to be public, before it is created. */
export function PlanDialog({ times, onChange, onPlan, onClose }: PlanDialogProps) {
  const words = useWords(editWords)
  const { close } = useWords(kitWords)
  return (
    <Modal opened onClose={onClose} title={words.planTitle} closeButtonProps={{ 'aria-label': close }}>
      <Stack>
        <TimesFields times={times} onChange={onChange} isPlan />
        <DialogEnd onCancel={onClose}>
          <Button onClick={onPlan} disabled={times.published === null || isBackwards(times)}>
            {words.planCreate}
          </Button>
        </DialogEnd>
      </Stack>
    </Modal>
  )
}
