import { Modal } from '@mantine/core'
import { kitWords } from '../kit/kit-words.ts'
import { useWords } from '../words/language.tsx'
import { LoginForm } from './login-form.tsx'
import { sessionWords } from './session-words.ts'

interface LoginDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
}

/** Logging in over a page that visitors may see. */
export function LoginDialog({ opened, onClose }: LoginDialogProps) {
  const words = useWords(sessionWords)
  const { close } = useWords(kitWords)
  return (
    <Modal opened={opened} onClose={onClose} title={words.title} centered closeButtonProps={{ 'aria-label': close }}>
      <LoginForm onDone={onClose} />
    </Modal>
  )
}
