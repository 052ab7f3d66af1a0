import { Notifications, notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { useStore } from '../kit/hooks.ts'
import { notices } from '../kit/message.tsx'
import { onForgetSession } from '../session/tabs.ts'
import styles from './app.module.css'

onForgetSession(() => notifications.clean())

/** The messages about finished acts. */
export default function Notices() {
  const shown = useStore(notices)
  useEffect(() => {
    if (shown.length === 0) return
    // Notices may have been added or forgotten since this was drawn.
    const due = notices.state()
    notices.set([])
    for (const notice of due) notifications.show(notice)
  }, [shown])
  return <Notifications position="top-center" classNames={{ root: styles.notifications }} />
}
