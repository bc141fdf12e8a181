import { type KeyboardEvent, useSyncExternalStore } from 'react'

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

/** Whether single letters do something; kept for the next visit where the browser allows it. */
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

/** The single letter that a press means, in lower case; undefined in a text box, with a modifier, or where they are switched off. */
export function letterOf(event: KeyboardEvent): string | undefined {
  if (!get() || event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1) return undefined
  const { target } = event
  const types =
    target instanceof HTMLElement && target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]')
  return types ? undefined : event.key.toLowerCase()
}
