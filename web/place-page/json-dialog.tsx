import { Code, Group, TextInput } from '@mantine/core'
import type { Place } from '../../client/client.ts'
import { serviceAddress } from '../addresses.ts'
import { CopyText } from '../kit/copy-text.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { useWords } from '../words/language.tsx'
import { pageWords } from './page-words.ts'
import styles from './place-page.module.css'

interface JsonDialogProps {
  readonly place: Place
  readonly opened: boolean
  readonly onClose: () => void
}

/** Shows the place as programs get it, and the address at which they do. */
export default function JsonDialog({ place, ...rest }: JsonDialogProps) {
  const words = useWords(pageWords)
  const json = JSON.stringify(place, null, 2)
  const address = `${location.origin}${serviceAddress(`/v4/place/${place.id}`)}`
  return (
    <Dialog {...rest} size="xl" title={words.jsonTitle(place.name)}>
      <Group align="end">
        <TextInput readOnly label={words.address} value={address} flex={1} miw={200} />
        <CopyText text={json} variant="light" />
      </Group>
      <Code block tabIndex={0} className={styles.json}>
        {json}
      </Code>
    </Dialog>
  )
}
