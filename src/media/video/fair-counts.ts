import type { TopBox } from './mp4-boxes.ts'

/** The most frames of a file that are read: each has at least a byte, and nine hours have a million. */
export const mostFrames = (file: Blob): number => Math.min(1_000_000, file.size)

/** The largest index that is read, in bytes: that of a film of three hours has 10 MB. */
const longestIndex = 32 * 2 ** 20

/**
 * Whether the tables of an MP4 announce no more frames than are read. Mediabunny expands their run lengths, so that one number in a file of
 * 1 kB would make it allocate thousands of millions of entries. The tables are found by their letters, since a box that one reader skips may
 * be valid for another.
 */
export async function hasFairCounts(file: Blob, boxes: readonly TopBox[]): Promise<boolean> {
  for (const { type, body, end } of boxes) {
    if (type !== 'moov' && type !== 'moof') continue
    if (end - body > longestIndex) return false
    const view = new DataView(await file.slice(body, end).arrayBuffer())
    const most = mostFrames(file)
    let from = 0
    for (const track of new TextDecoder('latin1').decode(view).split('trak')) {
      // Without shifts the times are looked up where they stand: each sample of PCM counts as a frame.
      const isExpanded = track.includes('ctts')
      for (const { 0: table, index } of track.matchAll(/stts|ctts|stsc|stz2|trun/g))
        if ((isExpanded || table !== 'stts') && announced(view, from + index, table) > most) return false
      from += track.length + 'trak'.length
    }
  }
  return true
}

/** How many frames a table announces whose letters stand at an offset, or a chunk of it at most; of a truncated one as far as it goes. */
function announced(view: DataView, at: number, table: string): number {
  const count = (offset: number) => (at + offset + 4 <= view.byteLength ? view.getUint32(at + offset) : 0)
  if (table === 'trun') return count(8)
  if (table === 'stz2') return count(12)
  const isChunks = table === 'stsc'
  const [first, row] = isChunks ? [16, 12] : [12, 8]
  let frames = 0
  const end = Math.min(view.byteLength, at + first + count(8) * row)
  for (let here = first; at + here < end; here += row)
    frames = isChunks ? Math.max(frames, count(here)) : frames + count(here)
  return frames
}
