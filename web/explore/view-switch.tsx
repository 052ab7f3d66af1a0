import { Button } from '@mantine/core'
import { Icon } from '../kit/icon.tsx'
import { useWords } from '../words/language.tsx'
import { exploreWords } from './explore-words.ts'
import styles from './view-switch.module.css'

interface ViewSwitchProps {
  readonly view: 'list' | 'map'
  readonly onChange: (view: 'list' | 'map') => void
}

/** Between list and map where there is room for one of them alone. */
export function ViewSwitch({ view, onChange }: ViewSwitchProps) {
  const words = useWords(exploreWords)
  const other = view === 'list' ? 'map' : 'list'
  return (
    <Button
      className={styles.switch}
      radius="xl"
      leftSection={<Icon name={other} size={18} />}
      onClick={() => onChange(other)}
    >
      {other === 'map' ? words.showMap : words.showList}
    </Button>
  )
}
