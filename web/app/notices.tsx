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
    for (const notice of told) notifications.show(notice)
    notices.set([])
  }, [told])
  return <Notifications position="top-center" classNames={{ root: styles.notifications }} />
}
