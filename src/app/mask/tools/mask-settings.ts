import * as z from 'zod/mini'
import { type JsonRecord, ownOf, recordOf } from '#contract/core/loose-json.ts'
import { useLetterKeys } from '../../ui/keys/letter-keys.tsx'
import { keptJson, usePageState } from '../../ui/page-state.ts'
import { overlayLooks } from '../canvas/mask-overlay.ts'
import { isKeyName, isWordKey, keyActions, keysOf, type OwnKeys, shownKey } from '../input/mask-keys.ts'

export const largestSize = 2000
export const largestAmount = 256

const within = (least: number, most: number, usual: number) =>
  z.catch(z.number().check(z.gte(least), z.lte(most)), usual)

/** The kept preferences of the mask editor, read from any version: an invalid value becomes the default. Lengths are in pixels of the picture. */
const Settings = z.object({
  size: within(1, largestSize, 64),
  /** In percent, as the opacity is. */
  hardness: within(0, 100, 100),
  opacity: within(0, 100, 50),
  colour: z.catch(z.string().check(z.regex(/^#[0-9a-f]{6}$/i)), '#ec5fa8'),
  look: z.catch(z.enum(overlayLooks), 'both'),
  pressure: z.catch(z.enum(['size', 'nothing']), 'size'),
  /** How far another colour may be, 0 to 255. */
  tolerance: within(0, 255, 32),
  reach: z.catch(z.enum(['touching', 'everywhere']), 'touching'),
  amount: within(1, largestAmount, 8),
  keys: z.pipe(z.catch(z.record(z.string(), z.unknown()), {}), z.transform(ownKeysFrom)),
})
export type MaskSettings = Readonly<z.infer<typeof Settings>>

export const settingsFrom = (kept: unknown): MaskSettings => Settings.parse(recordOf(kept))

/** Each key once, and only those of actions that there are. */
function ownKeysFrom(found: JsonRecord): OwnKeys {
  const own = new Map<string, string>()
  for (const { id } of keyActions) {
    const key = ownOf(found, id)
    if (typeof key === 'string' && isKeyName(key) && ![...own.values()].includes(key)) own.set(id, key)
  }
  return Object.fromEntries(own)
}

const settings = keptJson('patchbay.mask-brush', settingsFrom)

export const maskSettings = settings.get
export const onSettings = settings.subscribe
export const useMaskSettings = (): MaskSettings => usePageState(settings)

export const changeSettings = (change: Partial<MaskSettings>): void => settings.set({ ...settings.get(), ...change })

const steps = [
  [10, 1],
  [50, 5],
  [200, 10],
  [500, 25],
] as const

/** The next size of the round tip: the larger it is, the larger the step. */
export function stepSize(size: number, direction: 1 | -1): number {
  const [, step] = steps.find(([below]) => size + direction < below) ?? [0, 100]
  const next = direction > 0 ? Math.floor(size / step) * step + step : Math.ceil(size / step) * step - step
  return Math.min(largestSize, Math.max(1, next))
}

export const stepHardness = (hardness: number, direction: 1 | -1): number =>
  Math.min(100, Math.max(0, Math.round(hardness / 10 + direction) * 10))

/** The place of a size on its slider, 0 to 1: each tenth of the way multiplies the size by the same factor. */
export const placeOfSize = (size: number): number => Math.log(size) / Math.log(largestSize)

export const sizeAt = (place: number): number => Math.round(largestSize ** Math.min(1, Math.max(0, place)))

/** Returns the key of an action, undefined where it has none that works. */
export function useMaskKeys(): (id: string) => string | undefined {
  const hasLetters = useLetterKeys()
  const { keys } = useMaskSettings()
  return (id) => {
    const action = keyActions.find((one) => one.id === id)
    const key = action && keysOf(action, keys).find((one) => hasLetters || isWordKey(one))
    return key === undefined ? undefined : shownKey(key)
  }
}

/** Returns the key of an action as a tooltip shows it behind the name: ` (K)`; empty where it has none. */
export function useKeyHint(): (id: string) => string {
  const keyOf = useMaskKeys()
  return (id) => {
    const key = keyOf(id)
    return key === undefined ? '' : ` (${key})`
  }
}
