import { ownOf } from '#contract/core/loose-json.ts'
import { letterOf } from '../../ui/keys/letter-keys.tsx'

/** The key that a press stands for in a list, where J and K move as the arrow keys do. */
export const moveKey = (event: Parameters<typeof letterOf>[0]): string =>
  ownOf({ j: 'ArrowDown', k: 'ArrowUp' }, letterOf(event)) ?? event.key

/** The index in a list of `count` items that a key moves to from `at`; `page` items fit on the screen. Undefined for other keys. */
export function moveTo(key: string, at: number, count: number, page?: number): number | undefined {
  const places: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: count - 1,
    ...(page !== undefined && { PageDown: at + page, PageUp: at - page }),
  }
  const to = ownOf(places, key)
  return to === undefined ? undefined : Math.max(0, Math.min(count - 1, to))
}
