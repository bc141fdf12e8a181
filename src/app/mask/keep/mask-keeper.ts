import type { MaskEditor } from '#media/mask/mask-editor.ts'
import { type MaskJournal, type PackedMask, packMask, type TabStorage, writeJournal, writtenStep } from './kept-mask.ts'

interface World {
  readonly after: (ms: number, work: () => void) => () => void
  readonly onHide: (listener: () => void) => () => void
  readonly newId: () => string
  readonly tab?: TabStorage | undefined
}

/** The mask is packed after so many ms without a change, or after so many such periods at the latest. */
const rest = 400
const patience = 3

/** Calls back when the value, or a later one, is in storage. */
type Write = (packed: PackedMask | undefined, written: () => void) => void

/**
 * Stores one mask as it changes: packed off the main thread after a pause; an empty mask is stored as undefined. Until then each step
 * is in the tab's journal, written in the same task in which the step ends.
 */
export function createMaskKeeper({ after, onHide, newId, tab }: World, write: Write) {
  let watched: MaskEditor | undefined
  let stopListening = () => {}
  let callOff: (() => void) | undefined
  /** The version that was stored last. */
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
      // An open step is half in the bytes. Replaying the step's XOR patches on those bytes would undo that half.
      callOff = after(rest, () => void keep())
      return
    }
    const { version, marked } = mask
    if (marked === 0) put(emptyJournal(mask))
    const { series, last: upTo } = journal
    const packed = marked === 0 ? undefined : { ...(await packMask(mask)), series, upTo }
    // Packing is concurrent: a later one may finish first.
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
    /** Stores this mask from now on, in place of another. `left` is the journal that it was restored from. */
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
        // Not in the journal: a crash would lose the step.
        if (!isWritten && tab) void keep()
      })
      stopListening = () => {
        forget()
        forgetSteps()
      }
      // A mask that is not in storage yet is packed at once.
      if (mask.marked > 0 && !left) void keep()
      else plan()
    },
  }
}
