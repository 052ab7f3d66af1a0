import { type NotificationData, notifications } from '@mantine/notifications'

/** Says briefly that something has been done. */
export function notify(message: NotificationData['message'], more: Partial<NotificationData> = {}): void {
  notifications.show({ message, color: 'green', autoClose: 3000, withCloseButton: false, ...more })
}

/** Says what has failed, long enough to be read. */
export function notifyFault(message: string): void {
  notifications.show({ message, color: 'red', autoClose: 10_000, withCloseButton: false, role: 'alert' })
}
