import { Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import styles from './place-page.module.css'

/** A part of the page of a place under a heading of its own. */
export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <Title order={2} size="h4" id={id} mb="sm">
        {title}
      </Title>
      {children}
    </section>
  )
}
