import { Notifications, notifications } from '@mantine/notifications'
import { onForgetSession } from '../session/tabs.ts'
import styles from './app.module.css'

// What a message offers, as to undo an act, would be done with the key of the person who has logged out.
onForgetSession(() => notifications.clean())

/** Where messages of what was done appear. */
export default function Notices() {
  return <Notifications position="top-center" classNames={{ root: styles.notifications }} />
}
