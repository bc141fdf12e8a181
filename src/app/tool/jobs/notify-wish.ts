import { keptSwitch, readKept } from '../../ui/page-state.ts'

const key = 'patchbay.notify-jobs'

/** Whether the person wants a notification at the end of a job; kept for the next visit. */
export const notifyWish = keptSwitch(key)

/** What the browser says of notifications; `absent` where it has none. */
export const notifyPermission = (): NotificationPermission | 'absent' =>
  'Notification' in globalThis ? Notification.permission : 'absent'

/** Whether a notification is to be shown now. Read anew, since another tab may have changed it. */
export const isNotified = (): boolean => readKept(key) === 'on' && notifyPermission() === 'granted'
