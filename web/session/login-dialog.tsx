import { Dialog } from '../kit/dialog.tsx'
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
  return (
    <Dialog opened={opened} onClose={onClose} title={words.title} centered>
      <LoginForm onDone={onClose} />
    </Dialog>
  )
}
