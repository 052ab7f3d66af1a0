import { Button, Modal, Stack, Text } from '@mantine/core'
import { DialogEnd } from '../kit/dialog-end.tsx'
import { useWords } from '../words/language.tsx'
import { appWords } from './app-words.ts'

interface LogOutDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly onLogOut: () => void
}

/** Asks before a log-out forgets work that is not saved. */
export function LogOutDialog({ opened, onClose, onLogOut }: LogOutDialogProps) {
  const words = useWords(appWords)
  return (
    <Modal opened={opened} onClose={onClose} title={words.logOutUnsaved}>
      <Stack>
        <Text>{words.logOutForgets}</Text>
        <DialogEnd onCancel={onClose} focusesCancel>
          <Button color="red" onClick={onLogOut}>
            {words.logOut}
          </Button>
        </DialogEnd>
      </Stack>
    </Modal>
  )
}
