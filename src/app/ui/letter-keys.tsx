import { useSyncExternalStore } from 'react'

const shelf = 'patchbay.letter-keys'
const listeners = new Set<() => void>()
let isOn: boolean | undefined

function read(): boolean {
  try {
    return localStorage.getItem(shelf) !== 'off'
  } catch {
    return true
  }
}

const get = (): boolean => {
  isOn ??= read()
  return isOn
}

/** Whether single letters, digits and signs do something anywhere in the app; kept for the next visit where the browser allows it. */
export function setLetterKeys(on: boolean): void {
  isOn = on
  try {
    localStorage.setItem(shelf, on ? 'on' : 'off')
  } catch {
    // It holds for this page.
  }
  for (const listener of [...listeners]) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useLetterKeys = (): boolean => useSyncExternalStore(subscribe, get)

/** An event of React or of the browser. */
type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'> & { readonly target: EventTarget | null }

/**
 * The single letter, digit or sign that a press means, in lower case; undefined in a text box, with Ctrl, ⌘ or Alt, and where they are
 * switched off. Whatever listens to one asks here, so that one switch holds for all.
 */
export function letterOf({ key, ctrlKey, metaKey, altKey, target }: Press): string | undefined {
  if (!get() || ctrlKey || metaKey || altKey || key.length !== 1) return undefined
  const types =
    target instanceof HTMLElement &&
    target.closest('input:not([type=checkbox]), textarea, select, [contenteditable], [data-editor]')
  return types ? undefined : key.toLowerCase()
}

/** Gives a button its single letter to show, while single letters do something. */
export function useLetterHint(): (letter: string) => { keys?: string } {
  const on = useLetterKeys()
  return (letter) => (on ? { keys: letter } : {})
}

/** The one switch for every key that is a single letter, digit or sign. */
export function LetterKeysSwitch() {
  const on = useLetterKeys()
  return (
    <label className="flex min-h-9 items-center gap-2.5 text-sm coarse:min-h-11">
      <input
        type="checkbox"
        className="size-4 shrink-0 accent-cable"
        checked={on}
        onChange={(event) => setLetterKeys(event.target.checked)}
      />
      Single-letter keys (never in a text box)
    </label>
  )
}
