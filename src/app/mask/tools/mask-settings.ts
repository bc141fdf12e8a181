import { useSyncExternalStore } from 'react'
import { largestSize, type MaskSettings, settingsFrom } from './read-settings.ts'

const shelf = 'patchbay.mask-brush'
const listeners = new Set<() => void>()
let settings: MaskSettings | undefined

function readShelf(): MaskSettings {
  try {
    return settingsFrom(JSON.parse(localStorage.getItem(shelf) ?? '{}'))
  } catch {
    return settingsFrom(undefined)
  }
}

export function maskSettings(): MaskSettings {
  settings ??= readShelf()
  return settings
}

/** Kept for the next visit where the browser allows it. */
export function changeSettings(change: Partial<MaskSettings>): void {
  settings = { ...maskSettings(), ...change }
  try {
    localStorage.setItem(shelf, JSON.stringify(settings))
  } catch {
    // It holds for this page.
  }
  for (const listener of [...listeners]) listener()
}

export function onSettings(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useMaskSettings = (): MaskSettings => useSyncExternalStore(onSettings, maskSettings)

/** The next size of the round tip: the larger it is, the larger the step. */
export function stepSize(size: number, direction: 1 | -1): number {
  const step =
    size + direction < 10
      ? 1
      : size + direction < 50
        ? 5
        : size + direction < 200
          ? 10
          : size + direction < 500
            ? 25
            : 100
  const next = direction > 0 ? Math.floor(size / step) * step + step : Math.ceil(size / step) * step - step
  return Math.min(largestSize, Math.max(1, next))
}
