import { Notifications, notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { useStore } from '../kit/hooks.ts'
import { notices } from '../kit/message.tsx'
import { onForgetSession } from '../session/tabs.ts'
import styles from './app.module.css'

onForgetSession(() => notifications.clean())

/** Where messages of what was done appear. */
export default function Notices() {
  const told = useStore(notices)
  useEffect(() => {
    if (told.length === 0) return
    // More may have been told since this was drawn, or all of it forgotten.
    const due = notices.state()
    notices.set([])
    for (const notice of due) notifications.show(notice)
  }, [told])
  return <Notifications position="top-center" classNames={{ root: styles.notifications }} />
}
