import { useCallback, useSyncExternalStore } from 'react'
import type { MaskEditor } from '#media/mask/mask-editor.ts'
import { coverageOf } from './coverage-of.ts'

/** How much of the picture is marked, in words; it follows every stroke. Undefined where nothing is. */
export function useCoverage(mask: MaskEditor | undefined): string | undefined {
  const subscribe = useCallback((listener: () => void) => mask?.subscribe(listener) ?? (() => {}), [mask])
  return useSyncExternalStore(subscribe, () =>
    mask && mask.marked > 0 ? coverageOf(mask.marked, mask.width * mask.height) : undefined,
  )
}
