import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import styles from './message.module.css'

interface MessageProps {
  readonly icon: IconName
  readonly title: string
  readonly text?: string
  /** What to do next. */
  readonly children?: ReactNode
  /** Of the title; 2 where nothing else is said. */
  readonly order?: 1 | 2
}

/** What stands where nothing else can: nothing was found, or something failed, and what to do about it. */
export function Message({ icon, title, text, children, order = 2 }: MessageProps) {
  return (
    <Stack className={styles.message} gap="xs" align="center">
      <span className={styles.sign}>
        <Icon name={icon} size={28} />
      </span>
      <Title order={order} size="h4">
        {title}
      </Title>
      {text && (
        <Text c="dimmed" maw={420}>
          {text}
        </Text>
      )}
      {children}
    </Stack>
  )
}
