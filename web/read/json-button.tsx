import { Button, Code, CopyButton, Group, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Place } from '../../client/client.ts'
import { serviceAddress } from '../addresses.ts'
import { Dialog } from '../kit/dialog.tsx'
import { Icon } from '../kit/icon.tsx'
import { useWords } from '../words/language.tsx'
import { pageWords } from './page-words.ts'
import styles from './place-page.module.css'

/** Shows the place as programs get it, and the address at which they do. */
export function JsonButton({ place }: { readonly place: Place }) {
  const words = useWords(pageWords)
  const [isOpen, { open, close }] = useDisclosure()
  const json = JSON.stringify(place, null, 2)
  const address = `${location.origin}${serviceAddress(`/v4/place/${place.id}`)}`
  return (
    <>
      <Button variant="default" size="compact-md" leftSection={<Icon name="code" size={16} />} onClick={open}>
        {words.json}
      </Button>
      <Dialog opened={isOpen} onClose={close} size="xl" title={words.jsonTitle(place.name)}>
        <Group align="end">
          <TextInput readOnly label={words.address} value={address} flex={1} miw={200} />
          <CopyButton value={json}>
            {({ copied, copy }) => (
              <Button variant="light" onClick={copy} leftSection={<Icon name={copied ? 'check' : 'copy'} size={16} />}>
                {copied ? words.copied : words.copy}
              </Button>
            )}
          </CopyButton>
        </Group>
        <Code block tabIndex={0} className={styles.json}>
          {json}
        </Code>
      </Dialog>
    </>
  )
}
