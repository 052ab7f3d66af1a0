import { Badge, Group, Stack, Title, VisuallyHidden } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { memo, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useWords } from '../words/language.tsx'
import styles from './edit.module.css'
import { editWords } from './edit-words.ts'
import { type FormSectionName, formSectionNames, useFaultCount } from './use-field.ts'

interface FormSectionProps {
  /** Also the anchor that the list of sections leads to. */
  readonly name: FormSectionName
  readonly children: ReactNode
}

/** A part of the form under a heading, which tells of faults within. */
export function FormSection({ name, children }: FormSectionProps) {
  const { sections } = useWords(editWords)
  const id = useId()
  return (
    <section id={name} className={styles.section} aria-labelledby={id}>
      <Group gap="xs" mb="md">
        <Title order={2} size="h4" id={id}>
          {sections[name]}
        </Title>
        <FaultCount section={name} />
      </Group>
      <Stack gap="md">{children}</Stack>
    </section>
  )
}

/** How many things have to be put right in a part of the form; nothing where none have. */
function FaultCount({ section }: { readonly section: FormSectionName }) {
  const words = useWords(editWords)
  const count = useFaultCount(section)
  if (count === 0) return null
  return (
    <Badge color="red" size="sm" variant="filled">
      <span aria-hidden="true">{count}</span>
      <VisuallyHidden>{words.faults(count)}</VisuallyHidden>
    </Badge>
  )
}

/** The parts of the form, to go to: where one is, and where something has to be put right. */
export const SectionNav = memo(function SectionNav() {
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
})

/** How far down the window the part has to reach that counts as the present one. */
const readingLine = 0.4

/** Which of the elements with these ids is being looked at; the last one at the end of the page. */
function usePresentSection<Name extends string>(names: readonly Name[]): Name | undefined {
  const [present, setPresent] = useState<Name | undefined>(names[0])
  const look = () => setPresent(presentOf(names))
  // What scrolls is the frame around the view: its events do not bubble, but can be caught on their way to it.
  useWindowEvent('scroll', look, { capture: true, passive: true })
  useWindowEvent('resize', look)
  return present
}

function presentOf<Name extends string>(names: readonly Name[]): Name | undefined {
  const boxes = names.flatMap((name) => {
    const box = document.getElementById(name)?.getBoundingClientRect()
    return box ? [{ name, top: box.top, bottom: box.bottom }] : []
  })
  const last = boxes.at(-1)
  if (last && last.bottom <= innerHeight) return last.name
  return (boxes.findLast(({ top }) => top <= innerHeight * readingLine) ?? boxes[0])?.name
}
