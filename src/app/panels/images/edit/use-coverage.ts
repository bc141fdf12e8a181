import { useCallback, useSyncExternalStore } from 'react'
import type { MaskEditor } from '#media/mask/mask-editor.ts'

/** Thousandths of the picture that are marked; 1 for the smallest mark, 1000 for nothing less than all of it. It follows every stroke. */
export function useCoverage(mask: MaskEditor | undefined): number {
  const subscribe = useCallback((listener: () => void) => mask?.subscribe(listener) ?? (() => {}), [mask])
  return useSyncExternalStore(subscribe, () => {
    if (!mask || mask.marked === 0) return 0
    const all = mask.width * mask.height
    return mask.marked === all ? 1000 : Math.min(999, Math.max(1, Math.round((mask.marked / all) * 1000)))
  })
}

/** Those thousandths as people read them. */
export function percentOf(thousandths: number): string {
  if (thousandths === 1) return '0.1 % or less'
  return `${Number.isInteger(thousandths / 10) ? thousandths / 10 : (thousandths / 10).toFixed(1)} %`
}
