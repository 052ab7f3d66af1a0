import { notifications } from '@mantine/notifications'

/** Says briefly that something has been done. */
export function notify(message: string): void {
  notifications.show({ message, color: 'green', autoClose: 3000, withCloseButton: false })
}

/** Says what has failed, long enough to be read. */
export function notifyFault(message: string): void {
  notifications.show({ message, color: 'red', autoClose: 10_000, withCloseButton: false, role: 'alert' })
}
