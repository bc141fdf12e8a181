import type { Run } from '../../run/run.ts'
import { isNotified } from '../../tool/jobs/notify-wish.ts'

/** Shows a notification of the system where the person asked for it and the browser allows it. A press on it shows the page and calls `open`. */
export function notify(words: string, { id }: Pick<Run, 'id'>, open: () => void): void {
  if (!isNotified()) return
  try {
    const shown = new Notification(words, { tag: id, icon: '/patchbay.svg' })
    shown.onclick = () => {
      window.focus()
      open()
      shown.close()
    }
  } catch {
    // Some mobile browsers have notifications only for service workers.
  }
}
