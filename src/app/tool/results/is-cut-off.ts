import { essenceOf } from '#media/media-type.ts'

/** Where the end of a picture is looked for: some programs write behind it. */
const tail = 4096

/** Whether a picture's bytes stop before its own end, as far as its format tells. Never throws. */
export async function isCutOff({ blob, type, size }: { blob: Blob; type: string; size: number }): Promise<boolean> {
  try {
    const bytes = async (from: number, to: number) => new Uint8Array(await blob.slice(from, to).arrayBuffer())
    switch (essenceOf(type)) {
      case 'image/png':
        return !holds(await bytes(Math.max(0, size - tail), size), [0x49, 0x45, 0x4e, 0x44])
      case 'image/jpeg':
        return !holds(await bytes(Math.max(0, size - tail), size), [0xff, 0xd9])
      case 'image/webp': {
        const head = await bytes(4, 8)
        return head.length < 4 || new DataView(head.buffer).getUint32(0, true) + 8 > size
      }
      default:
        return false
    }
  } catch {
    return false
  }
}

const holds = (bytes: Uint8Array, mark: readonly number[]) =>
  bytes.some((_, at) => mark.every((byte, nth) => bytes[at + nth] === byte))
