import { useSyncExternalStore } from 'react'
import { recordOf } from '#contract/core/loose-json.ts'
import { useLetterKeys } from '../../ui/keys/letter-keys.tsx'
import type { OverlayLook } from '../canvas/overlay-pixels.ts'
import { keyActions, keysOf, type OwnKeys } from '../hand/key-actions.ts'
import { isKeyName, isWordKey, shownKey } from '../hand/key-names.ts'

/** The kept preferences of the mask editor. Lengths are in pixels of the picture, shares in percent. */
export interface MaskSettings {
  /** Across the round tip. */
  readonly size: number
  readonly hardness: number
  readonly opacity: number
  /** `#rrggbb`. */
  readonly colour: string
  readonly look: OverlayLook
  /** What a pen's pressure does. */
  readonly pressure: 'size' | 'nothing'
  /** How far another colour may be, 0 to 255. */
  readonly tolerance: number
  readonly reach: 'touching' | 'everywhere'
  /** By how much Grow, Shrink and Feather work. */
  readonly amount: number
  readonly keys: OwnKeys
}

export const largestSize = 2000
export const largestAmount = 256

const usual: MaskSettings = {
  size: 64,
  hardness: 100,
  opacity: 50,
  colour: '#ec5fa8',
  look: 'both',
  pressure: 'size',
  tolerance: 32,
  reach: 'touching',
  amount: 8,
  keys: {},
}

/** Reads stored settings of any version; each invalid value becomes its default. */
export function settingsFrom(kept: unknown): MaskSettings {
  const found = recordOf(kept)
  const number = (key: 'size' | 'hardness' | 'opacity' | 'tolerance' | 'amount', least: number, most: number) => {
    const value = found[key]
    return typeof value === 'number' && value >= least && value <= most ? value : usual[key]
  }
  const { colour } = found
  return {
    size: number('size', 1, largestSize),
    hardness: number('hardness', 0, 100),
    opacity: number('opacity', 0, 100),
    colour: typeof colour === 'string' && /^#[0-9a-f]{6}$/i.test(colour) ? colour : usual.colour,
    look: found.look === 'fill' || found.look === 'outline' ? found.look : usual.look,
    pressure: found.pressure === 'nothing' ? 'nothing' : 'size',
    tolerance: number('tolerance', 0, 255),
    reach: found.reach === 'everywhere' ? 'everywhere' : 'touching',
    amount: number('amount', 1, largestAmount),
    keys: ownKeysFrom(found.keys),
  }
}

/** Each key once, and only those of actions that there are. */
function ownKeysFrom(kept: unknown): OwnKeys {
  const found = recordOf(kept)
  const own: Record<string, string> = {}
  for (const { id } of keyActions) {
    const key = found[id]
    if (typeof key === 'string' && isKeyName(key) && !Object.values(own).includes(key)) own[id] = key
  }
  return own
}

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

/** Applies a change, and stores it where the browser allows that. */
export function changeSettings(change: Partial<MaskSettings>): void {
  settings = { ...maskSettings(), ...change }
  try {
    localStorage.setItem(shelf, JSON.stringify(settings))
  } catch {
    // Storage is full or forbidden: the change holds for this page.
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

/** Returns the key of an action as a tooltip shows it behind the name: ` (K)`; empty where it has none. */
export function useKeyHint(): (id: string) => string {
  const hasLetters = useLetterKeys()
  const { keys } = useMaskSettings()
  return (id) => {
    const action = keyActions.find((one) => one.id === id)
    const key = action && keysOf(action, keys).find((one) => hasLetters || isWordKey(one))
    return key === undefined ? '' : ` (${shownKey(key)})`
  }
}
