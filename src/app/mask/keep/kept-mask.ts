import * as z from 'zod/mini'
import type { MaskChange, MaskEditor } from '#media/mask/mask-editor.ts'
import { withChanges } from '#media/mask/mask-pixels.ts'

/** A mask as a draft keeps it: its bytes, deflated. */
export interface PackedMask {
  readonly width: number
  readonly height: number
  readonly packed: Blob
  /** The journal whose steps up to this one are in it. */
  readonly series?: string | undefined
  readonly upTo?: number | undefined
}

/** A mask as it is read back from a draft. */
export const StoredMask: z.ZodMiniType<PackedMask> = z.object({
  width: z.number(),
  height: z.number(),
  packed: z.custom<Blob>((value) => value instanceof Blob),
  series: z.optional(z.string()),
  upTo: z.optional(z.number()),
})

/** Packs a mask; the browser does so beside the page, from the copy that a Blob is. */
export async function packMask(mask: { width: number; height: number; bytes: Uint8Array }): Promise<PackedMask> {
  const { width, height } = mask
  // A mask of this app never lies in memory that threads share.
  const copy = new Blob([mask.bytes as Uint8Array<ArrayBuffer>])
  const packed = await new Response(copy.stream().pipeThrough(new CompressionStream('deflate-raw'))).blob()
  return { width, height, packed }
}

/** The mask's bytes; undefined where they are damaged, or are not as many as its size says. */
export async function unpackMask({ width, height, packed }: PackedMask): Promise<Uint8Array | undefined> {
  const plain = packed.stream().pipeThrough(new DecompressionStream('deflate-raw'))
  const buffer = await new Response(plain).arrayBuffer().catch(() => undefined)
  return buffer?.byteLength === width * height ? new Uint8Array(buffer) : undefined
}

/** The storage of a browser tab, which takes what it is given before the call returns, and has it again after a reload. */
export type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const key = 'patchbay.images.edit.strokes'

/** More characters than this are not written at a stroke's end: the storage has five million, and takes its time. */
const mostText = 1_500_000

/** x, y, width and height of a patch, and its packed bytes in base64. */
type WrittenPatch = readonly [x: number, y: number, width: number, height: number, packed: string]

const isWhole = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0
const WrittenPatch = z.custom<WrittenPatch>(
  (value) => Array.isArray(value) && value.slice(0, 4).every(isWhole) && typeof value[4] === 'string',
)
const WrittenStep = z.object({ nth: z.number(), inverts: z.boolean(), patches: z.array(WrittenPatch) })
type WrittenStep = z.infer<typeof WrittenStep>

/**
 * The last steps of a mask, in the order of `nth`, for a page that goes before the mask itself is packed and kept. `series` names the
 * mask whose steps are counted: a kept mask of the same series says up to which step it goes. `from` says what lies before the first
 * of them: an empty mask, or one that is kept.
 */
const MaskJournal = z.object({
  series: z.string(),
  width: z.number(),
  height: z.number(),
  from: z.enum(['empty', 'kept']),
  /** The number of the last step of the series. */
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

/** Writes before it returns. Gives false where the storage is full or forbidden: then it holds no journal at all. */
export function writeJournal(tab: TabStorage | undefined, journal: MaskJournal): boolean {
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

export const writtenStep = (nth: number, { patches, inverts }: MaskChange): WrittenStep => ({
  nth,
  inverts,
  patches: patches.map(({ rect: { x, y, width, height }, packed }) => [x, y, width, height, textOf(packed)]),
})

const piece = 8192

function textOf(bytes: Uint8Array): string {
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += piece) pieces.push(String.fromCharCode(...bytes.subarray(at, at + piece)))
  return btoa(pieces.join(''))
}

const changeOf = ({ inverts, patches }: WrittenStep): MaskChange => ({
  inverts,
  patches: patches.map(([x, y, width, height, text]) => ({
    rect: { x, y, width, height },
    packed: Uint8Array.from(atob(text), (one) => one.charCodeAt(0)),
  })),
})

/** A mask as it was left. */
interface LeftMask extends Pick<MaskEditor, 'width' | 'height' | 'bytes'> {
  /** There where the mask stands in it: it goes on. */
  readonly journal?: MaskJournal
}

/** The mask as the last page left it: what was kept of it, and the steps behind that. */
export async function leftMask(
  kept: PackedMask | undefined,
  journal: MaskJournal | undefined,
): Promise<LeftMask | undefined> {
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

function replayed({ width, height, bytes }: LeftMask, journal: MaskJournal): LeftMask {
  try {
    return { width, height, bytes: withChanges({ width, height, bytes }, journal.steps.map(changeOf)), journal }
  } catch {
    // Damaged: what was kept still stands.
    return { width, height, bytes }
  }
}
