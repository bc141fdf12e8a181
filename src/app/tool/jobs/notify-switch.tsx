import { useId, useState } from 'react'
import { keptSwitch, readKept, usePageState } from '../../ui/page-state.ts'

const key = 'patchbay.notify-jobs'

const notifyWish = keptSwitch(key)

const notifyPermission = (): NotificationPermission | 'absent' =>
  'Notification' in globalThis ? Notification.permission : 'absent'

/** Whether a notification is to be shown now. Read anew, since another tab may have changed it. */
export const isNotified = (): boolean => readKept(key) === 'on' && notifyPermission() === 'granted'

const troubles = {
  denied: 'Notifications are blocked in this browser’s site settings.',
  absent: 'This browser has no notifications.',
} as const

/** The switch for notifications at the end of jobs. The browser is asked for its permission by a press only. */
export function NotifySwitch() {
  const isWished = usePageState(notifyWish)
  const [permission, setPermission] = useState(notifyPermission)
  const [isTried, setTried] = useState(false)
  const troubleId = useId()
  const isOn = isWished && permission === 'granted'
  const trouble = isTried && permission !== 'granted' && permission !== 'default' ? troubles[permission] : undefined

  async function press(): Promise<void> {
    setTried(true)
    if (isOn) return notifyWish.set(false)
    const now = notifyPermission() === 'default' ? await Notification.requestPermission() : notifyPermission()
    setPermission(now)
    notifyWish.set(now === 'granted')
  }

  return (
    <>
      <button
        type="button"
        role="switch"
        aria-label="Notify me when done"
        aria-checked={isOn}
        aria-describedby={trouble && troubleId}
        className="group flex h-8 shrink-0 items-center gap-2 rounded-md px-1 text-soft text-xs hover:text-ink coarse:h-11"
        onClick={() => void press()}
      >
        <span
          aria-hidden="true"
          className="forced-color-adjust-none flex h-4 w-7 items-center rounded-full bg-line-strong/60 p-0.5 transition duration-150 ease-out group-aria-checked:bg-cable"
        >
          <span className="size-3 rounded-full bg-surface transition duration-150 ease-out group-aria-checked:translate-x-3" />
        </span>
        <span>
          Notify me<span className="@max-[54rem]/list:hidden"> when done</span>
        </span>
      </button>
      {trouble && (
        <p id={troubleId} role="status" className="order-last basis-full text-warning text-xs">
          {trouble}
        </p>
      )}
    </>
  )
}
