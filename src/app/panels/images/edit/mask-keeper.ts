import type { MaskEditor } from '#media/mask/mask-editor.ts'
import { type PackedMask, packMask } from './packed-mask.ts'

interface World {
  readonly after: (ms: number, work: () => void) => () => void
  readonly onHide: (listener: () => void) => () => void
}

/** How long a hand rests before the mask is packed, in ms, and for how many such whiles it is waited for at most. */
const rest = 400
const patience = 3

/** Keeps one mask as it changes. It is packed beside the page; an empty one is kept as none. */
export function createMaskKeeper({ after, onHide }: World, write: (packed: PackedMask | undefined) => void) {
  let watched: MaskEditor | undefined
  let stopListening = () => {}
  let callOff: (() => void) | undefined
  /** The version that was kept last. */
  let written = -1

  async function keep(): Promise<void> {
    callOff?.()
    callOff = undefined
    const mask = watched
    if (!mask) return
    const { version, marked } = mask
    const packed = marked === 0 ? undefined : await packMask(mask)
    // One that was begun later may be done earlier.
    if (watched !== mask || version < written) return
    written = version
    write(packed)
  }

  onHide(() => callOff && void keep())
  return {
    /** From now on this mask is kept, beginning at once. */
    watch(mask: MaskEditor): void {
      stopListening()
      watched = mask
      written = -1
      const wait = (version: number, left: number) => {
        callOff = after(rest, () => {
          if (mask.version === version || left === 0) void keep()
          else wait(mask.version, left - 1)
        })
      }
      const plan = () => {
        if (!callOff) wait(mask.version, patience - 1)
      }
      stopListening = mask.subscribe(plan)
      plan()
    },
  }
}
