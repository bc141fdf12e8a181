import type { Dimensions } from '#media/dimensions.ts'
import { type CutSurface, writeView } from '../../../mask/crop/cut-layer.tsx'
import type { CutPlan } from '../../../mask/crop/cut-plan.ts'

/** Room around the picture for the handles at its edges, in CSS pixels. */
const margin = 14

interface CropSurface extends CutSurface {
  /** Fits the picture into a box, whatever size that takes, and keeps the view in its custom properties. Returns the function that ends it. */
  readonly fit: (box: HTMLElement) => () => void
}

/** What a frame is drawn over: the whole picture, as large as its box allows. */
export function createCropSurface({ width, height }: Dimensions, setFrame: (plan: CutPlan) => void): CropSurface {
  const listeners = new Set<() => void>()
  let view = { scale: 1, x: 0, y: 0 }
  return {
    get view() {
      return view
    },
    onDraw(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    setFrame,
    showFrame() {},
    fit(box) {
      const write = () => {
        const { clientWidth: across, clientHeight: down } = box
        const scale = Math.max(0.001, Math.min((across - 2 * margin) / width, (down - 2 * margin) / height))
        view = { scale, x: (across - width * scale) / 2, y: (down - height * scale) / 2 }
        writeView(box, view)
        for (const listener of listeners) listener()
      }
      write()
      const watch = new ResizeObserver(write)
      watch.observe(box)
      return () => watch.disconnect()
    },
  }
}
