import * as z from 'zod/mini'
import type { Asset } from './run-row.ts'

const text = z.exactOptional(z.string())

const asset: z.ZodMiniType<Asset> = z.looseObject({
  id: z.string(),
  run: z.string(),
  role: z.enum(['input', 'output']),
  type: z.string(),
  name: text,
  size: z.number(),
  sha256: z.string(),
  blob: z.custom<Blob>((value) => value instanceof Blob),
})

/** Stored bytes, or undefined where the record is corrupt. Only the history reads media, so this is loaded with it. */
export function readAsset(stored: unknown): Asset | undefined {
  const read = z.safeParse(asset, stored)
  return read.success ? read.data : undefined
}
