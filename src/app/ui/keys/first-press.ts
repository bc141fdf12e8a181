import type { KeyboardEvent as ReactKeyboardEvent, MouseEvent as ReactMouseEvent } from 'react'

/** Presses that the browser does not count belong to one gesture when each follows the one before it within this time. */
const gestureMs = 500

/** When each key combination was pressed last, and when a button was by key or finger. */
const pressedAt = new Map<string, number>()

// Input between two presses means another request: the next press begins a new gesture, whatever the interval.
addEventListener('input', () => pressedAt.clear(), { capture: true, passive: true })

/** Whether a press begins a gesture: no second click, held key or repeat within 500 ms, also after a run's end. Ask once a press. */
export function isFirstPress(event: MouseEvent | KeyboardEvent): boolean {
  const isKey = event instanceof KeyboardEvent
  if (isKey ? event.repeat : event.detail > 1) return false
  if (!isKey && isMouse(event)) return true
  const press = isKey ? `${event.ctrlKey} ${event.metaKey} ${event.shiftKey} ${event.altKey} ${event.key}` : 'click'
  const before = pressedAt.get(press) ?? Number.NEGATIVE_INFINITY
  pressedAt.set(press, event.timeStamp)
  return event.timeStamp - before > gestureMs
}

/** The clicks of a mouse are counted in `detail`, within the time set in its system; taps all count 1, and the clicks of keys 0. */
function isMouse(click: MouseEvent): boolean {
  const isTap = click instanceof PointerEvent && (click.pointerType === 'touch' || click.pointerType === 'pen')
  return click.detail > 0 && !isTap
}

/** The props of a button that sends or stops, once for a gesture. */
export function onFirstPress(press: () => void) {
  return {
    onClick: ({ nativeEvent }: ReactMouseEvent) => {
      if (isFirstPress(nativeEvent)) press()
    },
    // A held key would click for as long as it is held.
    onKeyDown: (event: ReactKeyboardEvent) => {
      if (event.repeat) event.preventDefault()
    },
  }
}
