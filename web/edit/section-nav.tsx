import { useWords } from '../words/language.tsx'
import styles from './edit.module.css'
import { editWords } from './edit-words.ts'

/** The parts of the form, to go to. */
export function SectionNav() {
  const words = useWords(editWords)
  return (
    <nav className={styles.nav} aria-label={words.sectionNav}>
      {Object.entries(words.sections).map(([name, title]) => (
        <a key={name} href={`#${name}`}>
          {title}
        </a>
      ))}
    </nav>
  )
}
