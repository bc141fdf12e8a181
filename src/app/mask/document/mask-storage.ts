import * as z from 'zod/mini'
import { base64Of, bytesOfBase64 } from '#media/base64.ts'
import type { MaskChange, MaskEditor } from '#media/mask/mask-editor.ts'
import { withChanges } from '#media/mask/patch.ts'

/** A mask as a draft stores it: its bytes, deflated. */
export interface PackedMask {
  readonly width: number
  readonly height: number
  readonly packed: Blob
  /** The journal whose steps up to this one are in it. */
  readonly series?: string | undefined
  readonly upTo?: number | undefined
}

export const StoredMask: z.ZodMiniType<PackedMask> = z.object({
  width: z.number(),
  height: z.number(),
  packed: z.custom<Blob>((value) => value instanceof Blob),
  series: z.optional(z.string()),
  upTo: z.optional(z.number()),
})

/** Deflates a mask off the main thread. The bytes are copied by the call (into a Blob), so that they may change afterwards. */
export async function packMask(mask: { width: number; height: number; bytes: Uint8Array }): Promise<PackedMask> {
  const { width, height } = mask
  // The cast holds since no mask is in a SharedArrayBuffer.
  const copy = new Blob([mask.bytes as Uint8Array<ArrayBuffer>])
  const packed = await new Response(copy.stream().pipeThrough(new CompressionStream('deflate-raw'))).blob()
  return { width, height, packed }
}

/** The mask's bytes; undefined where they are damaged, or do not match its size. */
export async function unpackMask({ width, height, packed }: PackedMask): Promise<Uint8Array | undefined> {
  const plain = packed.stream().pipeThrough(new DecompressionStream('deflate-raw'))
  const buffer = await new Response(plain).arrayBuffer().catch(() => undefined)
  return buffer?.byteLength === width * height ? new Uint8Array(buffer) : undefined
}

/** `sessionStorage`: writes are synchronous and survive a reload. */
export type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const key = 'patchbay.images.edit.strokes'

/** The longest journal, in characters: the storage holds five million, and writing blocks the page. */
const mostText = 1_500_000

type WrittenPatch = readonly [x: number, y: number, width: number, height: number, packed: string]

const isWhole = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0
const WrittenPatch = z.custom<WrittenPatch>(
  (value) => Array.isArray(value) && value.slice(0, 4).every(isWhole) && typeof value[4] === 'string',
)
const WrittenStep = z.object({ nth: z.number(), inverts: z.boolean(), patches: z.array(WrittenPatch) })
type WrittenStep = z.infer<typeof WrittenStep>

/**
 * The last steps of a mask, by ascending `nth`: a write-ahead log for a page that ends before the packed mask is stored. `series`
 * identifies the mask whose steps are counted; a stored mask of the same series says in `upTo` which step it includes. `from` is the
 * state before the first step: an empty mask, or the stored one.
 */
const MaskJournal = z.object({
  series: z.string(),
  width: z.number(),
  height: z.number(),
  from: z.enum(['empty', 'kept']),
  last: z.number(),
  steps: z.array(WrittenStep),
})
export type MaskJournal = z.infer<typeof MaskJournal>

export function readJournal(tab: TabStorage | undefined): MaskJournal | undefined {
  try {
    const read = MaskJournal.safeParse(JSON.parse(tab?.getItem(key) ?? 'null'))
    return read.data && isInside(read.data) ? read.data : undefined
  } catch {
    return undefined
  }
}

const isInside = ({ width, height, steps }: MaskJournal) =>
  steps.every(({ patches }) => patches.every(([x, y, w, h]) => w > 0 && h > 0 && x + w <= width && y + h <= height))

/** Writes synchronously. False where the storage is full or forbidden: then it holds no journal at all. */
function writeJournal(tab: TabStorage | undefined, journal: MaskJournal): boolean {
  try {
    const text = JSON.stringify(journal)
    if (tab && text.length <= mostText) {
      tab.setItem(key, text)
      return true
    }
  } catch {
    // Full, or forbidden.
  }
  try {
    tab?.removeItem(key)
  } catch {
    // Forbidden.
  }
  return false
}

const writtenStep = (nth: number, { patches, inverts }: MaskChange): WrittenStep => ({
  nth,
  inverts,
  patches: patches.map(({ rect: { x, y, width, height }, packed }) => [x, y, width, height, base64Of(packed)]),
})

const changeOf = ({ inverts, patches }: WrittenStep): MaskChange => ({
  inverts,
  patches: patches.map(([x, y, width, height, text]) => ({
    rect: { x, y, width, height },
    packed: bytesOfBase64(text),
  })),
})

interface RestoredMask extends Pick<MaskEditor, 'width' | 'height' | 'bytes'> {
  readonly journal?: MaskJournal
}

/** Restores the mask of the last page: the stored mask, with the journal's later steps applied. */
export async function restoredMask(
  kept: PackedMask | undefined,
  journal: MaskJournal | undefined,
): Promise<RestoredMask | undefined> {
  const bytes = kept && (await unpackMask(kept))
  const isSame = journal !== undefined && bytes !== undefined && kept?.series === journal.series
  if (isSame && kept.width === journal.width && kept.height === journal.height) {
    const steps = journal.steps.filter(({ nth }) => nth > (kept.upTo ?? 0))
    return replayed({ ...kept, bytes }, { ...journal, steps, from: 'kept' })
  }
  if (journal?.from === 'empty') {
    const { width, height } = journal
    return replayed({ width, height, bytes: new Uint8Array(width * height) }, journal)
  }
  return kept && bytes && { width: kept.width, height: kept.height, bytes }
}

function replayed({ width, height, bytes }: RestoredMask, journal: MaskJournal): RestoredMask {
  try {
    return { width, height, bytes: withChanges({ width, height, bytes }, journal.steps.map(changeOf)), journal }
  } catch {
    // The journal is damaged: the stored mask is used.
    return { width, height, bytes }
  }
}

export interface MaskStorageOptions {
  /** Calls back after so many milliseconds. Returns the function that prevents it. */
  readonly after: (ms: number, work: () => void) => () => void
  readonly onHide: (listener: () => void) => () => void
  readonly newId: () => string
  readonly tab?: TabStorage | undefined
}

/** The mask is packed after so many ms without a change, or after so many such periods at the latest. */
const quietMs = 400
const mostPeriods = 3

/** Calls back when the value, or a later one, is in storage. */
type Write = (packed: PackedMask | undefined, written: () => void) => void

/**
 * Stores one mask as it changes: packed off the main thread after a pause; an empty mask is stored as undefined. Until then each step
 * is in the tab's journal, written in the same task in which the step ends.
 */
export class MaskStorage {
  readonly #options: MaskStorageOptions
  readonly #write: Write
  #mask: MaskEditor | undefined
  #unsubscribe = () => {}
  #cancelTimer: (() => void) | undefined
  #writtenVersion = -1
  #journal: MaskJournal | undefined
  #hasJournal = true

  constructor(options: MaskStorageOptions, write: Write) {
    this.#options = options
    this.#write = write
    options.onHide(() => this.#cancelTimer && void this.#pack())
  }

  /** Stores this mask from now on, in place of another. `journal` is the one that it was restored from. */
  watch(mask: MaskEditor, journal?: MaskJournal): void {
    this.#unsubscribe()
    this.#mask = mask
    this.#writtenVersion = -1
    this.#putJournal(journal ?? { ...this.#emptyJournal(mask), from: mask.marked === 0 ? 'empty' : 'kept' })
    const ends = [
      mask.subscribe(() => this.#plan(mask)),
      mask.subscribeToSteps((change) => {
        if (!this.#journal) return
        const last = this.#journal.last + 1
        this.#putJournal({ ...this.#journal, last, steps: [...this.#journal.steps, writtenStep(last, change)] })
        // Not in the journal: a crash would lose the step.
        if (!this.#hasJournal && this.#options.tab) void this.#pack()
      }),
    ]
    this.#unsubscribe = () => {
      for (const end of ends) end()
    }
    // A mask that is not in storage yet is packed at once.
    if (mask.marked > 0 && !journal) void this.#pack()
    else this.#plan(mask)
  }

  #plan(mask: MaskEditor): void {
    if (!this.#cancelTimer) this.#wait(mask, mask.version, mostPeriods - 1)
  }

  #wait(mask: MaskEditor, version: number, left: number): void {
    this.#cancelTimer = this.#options.after(quietMs, () => {
      if (mask.version === version || left === 0) void this.#pack()
      else this.#wait(mask, mask.version, left - 1)
    })
  }

  async #pack(): Promise<void> {
    this.#cancelTimer?.()
    this.#cancelTimer = undefined
    const mask = this.#mask
    if (!mask || !this.#journal) return
    if (mask.isStepOpen) {
      // An open step is half in the bytes. Replaying the step's XOR patches on those bytes would undo that half.
      this.#cancelTimer = this.#options.after(quietMs, () => void this.#pack())
      return
    }
    const { version, marked } = mask
    if (marked === 0) this.#putJournal(this.#emptyJournal(mask))
    const { series, last: upTo } = this.#journal
    const packed = marked === 0 ? undefined : { ...(await packMask(mask)), series, upTo }
    // Packing is concurrent: a later one may finish first.
    if (this.#mask !== mask || version < this.#writtenVersion) return
    this.#writtenVersion = version
    this.#write(packed, () => {
      const journal = this.#journal
      if (!packed || journal?.series !== series) return
      this.#putJournal({ ...journal, from: 'kept', steps: journal.steps.filter(({ nth }) => nth > upTo) })
    })
  }

  #putJournal(journal: MaskJournal): void {
    this.#journal = journal
    this.#hasJournal = writeJournal(this.#options.tab, journal)
  }

  #emptyJournal({ width, height }: MaskEditor): MaskJournal {
    return { series: this.#options.newId(), ...{ width, height, from: 'empty', last: 0, steps: [] } }
  }
}
