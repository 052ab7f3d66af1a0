import { Alert, Code, Group } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { Button } from '../kit/button.tsx'
import { CopyText } from '../kit/copy-text.tsx'
import { useSession } from '../session/session.tsx'
import { ownPrefix, settings } from '../settings.ts'
import { useWords } from '../words/language.tsx'
import styles from './manage.module.css'
import { streetCommands, streetsWords } from './streets-words.ts'

/** Explains to an admin how the map gets streets, until this browser has been asked not to. */
export function StreetsNote() {
  const words = useWords(streetsWords)
  const { may } = useSession()
  const [isDone, setDone] = useLocalStorage({
    key: `${ownPrefix}streets`,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const hasStreets = settings.map.streets !== undefined || settings.mapStyleUrl !== undefined
  if (isDone || hasStreets || !may('admin')) return null
  return (
    <Alert color="gray" role="note" title={words.title} mb="lg">
      {words.text}
      <Code block my="sm" className={styles.snippet}>
        {streetCommands}
      </Code>
      <Group>
        <CopyText text={streetCommands} variant="light" />
        <Button variant="subtle" onClick={() => setDone(true)}>
          {words.done}
        </Button>
      </Group>
    </Alert>
  )
}
