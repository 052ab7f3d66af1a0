import { useEffect, useRef } from 'react'
import { useWords } from '../words/language.tsx'
import styles from './edit.module.css'
import { editWords } from './edit-words.ts'
import { FaultCount } from './fault-count.tsx'
import { formSectionNames } from './form-sections.ts'
import { usePresentSection } from './use-present-section.ts'

/** The parts of the form, to go to: where one is, and where something has to be put right. */
export function SectionNav() {
  const words = useWords(editWords)
  const present = usePresentSection(formSectionNames)
  const nav = useRef<HTMLElement>(null)
  // On a narrow window the parts stand in one line, which is moved along.
  useEffect(() => {
    const link = present && nav.current?.querySelector<HTMLElement>(`[href='#${present}']`)
    if (link) nav.current?.scrollTo({ left: link.offsetLeft - nav.current.offsetLeft - 16 })
  }, [present])
  return (
    <nav ref={nav} className={styles.nav} aria-label={words.sectionNav}>
      {formSectionNames.map((name) => (
        <a key={name} href={`#${name}`} aria-current={name === present ? 'location' : undefined}>
          {words.sections[name]}
          <FaultCount section={name} />
        </a>
      ))}
    </nav>
  )
}
