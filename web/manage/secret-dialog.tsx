import { Button, Code, CopyButton, Group, Modal, Stack, Text } from '@mantine/core'
import { Icon } from '../kit/icon.tsx'
import { useWords } from '../words/language.tsx'
import type { NewKey } from './key-queries.ts'
import { keysWords } from './keys-words.ts'

/** Shows the secret of a key, this once: it closes only when the person says so. */
export function SecretDialog({ made, onClose }: { readonly made: NewKey; readonly onClose: () => void }) {
  const words = useWords(keysWords)
  return (
    <Modal
      opened
      onClose={onClose}
      title={words.secretTitle}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack>
        <Text>{words.secret(made.name)}</Text>
        <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {made.key}
        </Code>
        <Group justify="end">
          <CopyButton value={made.key}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                leftSection={<Icon name={copied ? 'check' : 'copy'} size={16} />}
                onClick={copy}
              >
                {copied ? words.copied : words.copy}
              </Button>
            )}
          </CopyButton>
          <Button onClick={onClose}>{words.done}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
