import * as z from 'zod/mini'

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
