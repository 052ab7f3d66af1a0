import { Group, Stack, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useWords } from '../words/language.tsx'
import styles from './edit.module.css'
import { editWords } from './edit-words.ts'
import { FaultCount } from './fault-count.tsx'
import type { FormSectionName } from './form-sections.ts'

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
