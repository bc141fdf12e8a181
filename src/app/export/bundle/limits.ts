const MB = 2 ** 20

/** What a bundle may hold. The same on the way out and in, so that what was written can be opened. */
export interface BundleLimits {
  /** Files in it. */
  readonly entries: number
  /** Bytes of all files, unpacked. */
  readonly total: number
  /** Bytes of one media file. */
  readonly media: number
  /** Bytes of one JSON file, unpacked. */
  readonly json: number
  /** How many times larger than packed a file may become, where it is larger than `ratioFrom` bytes. */
  readonly ratio: number
  readonly ratioFrom: number
}

export const bundleLimits: BundleLimits = {
  entries: 10_000,
  total: 4096 * MB,
  media: 2048 * MB,
  json: 256 * MB,
  ratio: 400,
  ratioFrom: 16 * MB,
}
