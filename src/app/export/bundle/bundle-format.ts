import * as z from 'zod/mini'
import { sha256, size } from '../../run/history/run-record-schema.ts'

export const bundleFormat = 'patchbay-bundle'

/** Incremented with every change that an older reader would misread. */
export const bundleVersion = 1

/** Read first: decides whether this version can read the bundle. */
export const BundleHead = z.object({ format: z.literal(bundleFormat), version: z.int().check(z.gte(1)) })

export const Manifest = z.object({
  format: z.literal(bundleFormat),
  version: z.literal(bundleVersion),
  app: z.object({ name: z.string() }),
  runs: z.array(z.object({ id: z.string(), folder: z.string() })),
  files: z.array(z.object({ path: z.string(), size, sha256 })),
})
export type Manifest = z.infer<typeof Manifest>

export const runFiles = {
  run: 'run.json',
  request: 'request.json',
  head: 'response/head.json',
  events: 'events.jsonl',
  result: 'result.json',
} as const

/** The judgements of its runs, one a line; absent where there are none, and not read by earlier versions. */
export const judgementsFile = 'judgements.jsonl'

/** The plans of the Lab whose runs are in the bundle, one a line; absent where there are none, and not read by earlier versions. */
export const plansFile = 'plans.jsonl'

/** The collections that were exported with their runs, one a line; absent where there are none, and not read by earlier versions. */
export const collectionsFile = 'collections.jsonl'

/** The path of media bytes, named by their hash, so that equal bytes are stored once. */
export const mediaPath = (hash: string, extension: string) => `media/${hash}.${extension}`

const MB = 2 ** 20

/** Limits of a bundle, equal for writing and reading, so that every written bundle can be opened. Lengths are in bytes, unpacked. */
export const bundleLimits = {
  entries: 100_000,
  total: 4096 * MB,
  media: 2048 * MB,
  json: 256 * MB,
  /** Maximum ratio of unpacked to packed size, for files above `ratioFrom` bytes. */
  ratio: 400,
  ratioFrom: 16 * MB,
}
export type BundleLimits = Readonly<typeof bundleLimits>
