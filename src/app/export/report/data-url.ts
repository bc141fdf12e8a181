import { essenceOf } from '../extension-of.ts'
import type { RecordedAsset } from '../run-record.ts'

const shown = {
  image: new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']),
  audio: new Set([
    'audio/mpeg',
    'audio/mp3',
    'audio/wav',
    'audio/x-wav',
    'audio/flac',
    'audio/ogg',
    'audio/aac',
    'audio/mp4',
    'audio/webm',
  ]),
  video: new Set(['video/mp4', 'video/webm', 'video/quicktime']),
} as const

/** How an asset can be shown; undefined for what could act where it is shown (SVG, HTML) or is not known. */
export function mediaKind({ type }: Pick<RecordedAsset, 'type'>): keyof typeof shown | undefined {
  const essence = essenceOf(type)
  return (['image', 'audio', 'video'] as const).find((kind) => shown[kind].has(essence))
}

/** A multiple of three, so that the pieces' base64 is that of the whole. */
const piece = 3 * 2 ** 15

/** A `data:` URL in pieces: as one text, a video would need several copies of itself. */
export async function dataUrl({ blob, type }: RecordedAsset): Promise<readonly string[]> {
  const parts = [`data:${essenceOf(type)};base64,`]
  for (let at = 0; at < blob.size; at += piece) {
    const bytes = new Uint8Array(await blob.slice(at, at + piece).arrayBuffer())
    parts.push(btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')))
  }
  return parts
}
