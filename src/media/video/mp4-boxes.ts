/** A box of ISO BMFF (ISO/IEC 14496-12, 4.2); offsets in bytes. */
export interface Box {
  /** Four letters. */
  readonly type: string
  readonly from: number
  /** Where its content begins. */
  readonly body: number
  readonly end: number
}

/** A box of the file itself. */
export interface TopBox extends Box {
  /** Its size is 0: it goes to the end of the file, whatever is appended. */
  readonly isOpen: boolean
}

/** Bounds the loops for hostile files. */
const mostBoxes = 2000

const letters = (view: DataView, at: number) =>
  String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3))

/** The header of a box at the start of `view`; undefined if it is truncated or smaller than itself. */
function headerOf(view: DataView): { readonly type: string; readonly head: number; readonly size: number } | undefined {
  if (view.byteLength < 8) return undefined
  const short = view.getUint32(0)
  if (short === 1 && view.byteLength < 16) return undefined
  const [head, size] = short === 1 ? [16, Number(view.getBigUint64(8))] : [8, short]
  return size !== 0 && size < head ? undefined : { type: letters(view, 4), head, size }
}

/** The boxes in the body of a box. Ends at the first that is not valid or not contained in it. */
export function* boxesIn(view: DataView, { body, end }: Pick<Box, 'body' | 'end'>): Generator<Box, void> {
  for (let at = body, n = 0; at < end && n < mostBoxes; n += 1) {
    const header = headerOf(new DataView(view.buffer, view.byteOffset + at, end - at))
    if (!header) return
    const next = header.size === 0 ? end : at + header.size
    if (next > end) return
    yield { type: header.type, from: at, body: at + header.head, end: next }
    at = next
  }
}

/** The first box on a path of types below a box. */
export function boxAt(view: DataView, from: Pick<Box, 'body' | 'end'>, ...path: readonly string[]): Box | undefined {
  const [type, ...rest] = path
  for (const box of boxesIn(view, from))
    if (box.type === type) return rest.length === 0 ? box : boxAt(view, box, ...rest)
  return undefined
}

/** Time scale and duration of `mvhd` or `mdhd`; `at` is the offset of the scale in version 0. A scale of 0 counts as none. */
export function clockOf(
  view: DataView,
  { body }: Box,
  at: number,
): { readonly scale: number; readonly duration: number } | undefined {
  const isLong = view.getUint8(body) === 1
  const scale = view.getUint32(body + at + (isLong ? 8 : 0))
  const duration = isLong ? Number(view.getBigUint64(body + at + 12)) : view.getUint32(body + at + 4)
  // All ones: unknown.
  const isKnown = duration < (isLong ? 2 ** 63 : 2 ** 32 - 1)
  return scale === 0 ? undefined : { scale, duration: isKnown ? duration : 0 }
}

/**
 * The boxes of a file, of which only the headers are read, in file order. The last one may end behind the file: then the file is truncated.
 * None if the file does not begin with a `ftyp` box; one more than `most` if there are more.
 */
export async function topBoxes(file: Blob, most = mostBoxes): Promise<readonly TopBox[]> {
  const boxes: TopBox[] = []
  for (let at = 0; at < file.size && boxes.length <= most; ) {
    const header = headerOf(new DataView(await file.slice(at, at + 16).arrayBuffer()))
    if (!header || (at === 0 && header.type !== 'ftyp')) {
      // What is left is no box: its end is unknown, and lies behind the file in any case.
      if (at > 0) boxes.push({ type: '', from: at, body: at, end: Number.POSITIVE_INFINITY, isOpen: false })
      return boxes
    }
    const { type, head, size } = header
    const end = size === 0 ? file.size : at + size
    boxes.push({ type, from: at, body: at + head, end, isOpen: size === 0 })
    at = end
  }
  return boxes
}
