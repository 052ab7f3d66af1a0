import { Badge, Group, Stack, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import styles from './edit.module.css'
import type { Pointer } from './pointer.ts'
import { useFaultCount } from './use-field.ts'

interface FormSectionProps {
  /** The anchor that the list of sections leads to. */
  readonly name: string
  readonly title: string
  /** The parts of the body that are edited here. */
  readonly covers: readonly Pointer[]
  readonly children: ReactNode
}

/** A part of the form under a heading, which tells of faults within. */
export function FormSection({ name, title, covers, children }: FormSectionProps) {
  const id = useId()
  const faults = useFaultCount(covers)
  return (
    <section id={name} className={styles.section} aria-labelledby={id}>
      <Group gap="xs" mb="md">
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {faults > 0 && (
          <Badge color="red" size="sm" variant="filled">
            {faults}
          </Badge>
        )}
      </Group>
      <Stack gap="md">{children}</Stack>
    </section>
  )
}
