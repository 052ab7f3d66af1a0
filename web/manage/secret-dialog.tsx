import { Code, Group, Text } from '@mantine/core'
import { Button } from '../kit/button.tsx'
import { CopyText } from '../kit/copy-text.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { useWords } from '../words/language.tsx'
import { secretWords } from './manage-words.ts'

interface SecretDialogProps {
  readonly name: string
  readonly secret: string
  readonly onClose: () => void
}

/** Shows a secret once; only its button closes the dialog. */
export function SecretDialog({ name, secret, onClose }: SecretDialogProps) {
  const words = useWords(secretWords)
  const closing = { closeOnClickOutside: false, closeOnEscape: false, withCloseButton: false } as const
  return (
    <Dialog onClose={onClose} title={words.title} {...closing}>
      <Text>{words.text(name)}</Text>
      <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {secret}
      </Code>
      <Group justify="end">
        <CopyText text={secret} variant="default" />
        <Button onClick={onClose}>{words.done}</Button>
      </Group>
    </Dialog>
  )
}
