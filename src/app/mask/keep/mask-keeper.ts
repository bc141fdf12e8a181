import type { MaskEditor } from '#media/mask/mask-editor.ts'
import { type MaskJournal, type PackedMask, packMask, type TabStorage, writeJournal, writtenStep } from './kept-mask.ts'

interface World {
  readonly after: (ms: number, work: () => void) => () => void
  readonly onHide: (listener: () => void) => () => void
  readonly newId: () => string
  readonly tab?: TabStorage | undefined
}

/** How long a hand rests before the mask is packed, in ms, and for how many such whiles it is waited for at most. */
const rest = 400
const patience = 3

/** Calls back when the value, or one that came after it, is in the storage. */
type Write = (packed: PackedMask | undefined, written: () => void) => void

/**
 * Keeps one mask as it changes. It is packed beside the page when the hand rests; an empty one is kept as none. Until then each step
 * stands in the tab's journal, written in the same task in which the step ends.
 */
export function createMaskKeeper({ after, onHide, newId, tab }: World, write: Write) {
  let watched: MaskEditor | undefined
  let stopListening = () => {}
  let callOff: (() => void) | undefined
  /** The version that was kept last. */
  let written = -1
  let journal: MaskJournal | undefined
  /** Whether the tab holds the journal with all its steps. */
  let isWritten = true

  function put(next: MaskJournal): void {
    journal = next
    isWritten = writeJournal(tab, next)
  }

  async function keep(): Promise<void> {
    callOff?.()
    callOff = undefined
    const mask = watched
    if (!mask || !journal) return
    if (mask.isStepOpen) {
      // Kept with a part of it, the mask would have that part twice when the step's change is applied: as XOR, not at all.
      callOff = after(rest, () => void keep())
      return
    }
    const { version, marked } = mask
    if (marked === 0) put(emptyJournal(mask))
    const { series, last: upTo } = journal
    const packed = marked === 0 ? undefined : { ...(await packMask(mask)), series, upTo }
    // One that was begun later may be done earlier.
    if (watched !== mask || version < written) return
    written = version
    write(packed, () => {
      if (!packed || journal?.series !== series) return
      put({ ...journal, from: 'kept', steps: journal.steps.filter(({ nth }) => nth > upTo) })
    })
  }

  const emptyJournal = ({ width, height }: MaskEditor): MaskJournal => ({
    series: newId(),
    ...{ width, height, from: 'empty', last: 0, steps: [] },
  })

  onHide(() => callOff && void keep())
  return {
    /** From now on this mask is kept, beginning at once. `left` is the journal that it was brought back from. */
    watch(mask: MaskEditor, left?: MaskJournal): void {
      stopListening()
      watched = mask
      written = -1
      put(left ?? { ...emptyJournal(mask), from: mask.marked === 0 ? 'empty' : 'kept' })
      const wait = (version: number, left: number) => {
        callOff = after(rest, () => {
          if (mask.version === version || left === 0) void keep()
          else wait(mask.version, left - 1)
        })
      }
      const plan = () => {
        if (!callOff) wait(mask.version, patience - 1)
      }
      const forget = mask.subscribe(plan)
      const forgetSteps = mask.subscribeToSteps((change) => {
        if (!journal) return
        const last = journal.last + 1
        put({ ...journal, last, steps: [...journal.steps, writtenStep(last, change)] })
        // It would be lost with the page.
        if (!isWritten && tab) void keep()
      })
      stopListening = () => {
        forget()
        forgetSteps()
      }
      // What is marked and in no storage yet does not wait.
      if (mask.marked > 0 && !left) void keep()
      else plan()
    },
  }
}
