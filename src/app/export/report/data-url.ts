import { essenceOf } from '#media/media-type.ts'
import type { RecordedAsset } from '../run-record.ts'

/** A multiple of three, so that the pieces' base64 is that of the whole. */
const piece = 3 * 2 ** 15

/** A `data:` URL in pieces: as one text, a video would need several copies of itself. */
export async function* dataUrl({ blob, type }: RecordedAsset): AsyncGenerator<string, void> {
  yield `data:${essenceOf(type)};base64,`
  for (let at = 0; at < blob.size; at += piece) {
    const bytes = new Uint8Array(await blob.slice(at, at + piece).arrayBuffer())
    yield btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  }
}
