import { Notifications } from '@mantine/notifications'
import styles from './app.module.css'

/** Where messages of what was done appear. */
export default function Notices() {
  return <Notifications position="top-center" classNames={{ root: styles.notifications }} />
}
