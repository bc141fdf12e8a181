import type { PictureFile, Size } from '../picture/picture-task.ts'

/** Everything that decides about a clip: equal orders give equal files. */
export interface ClipOrder {
  readonly model: string
  readonly prompt: string
  /** A hash of all further fields that may change what is shown. */
  readonly seed: string
  /** Both edges are even. */
  readonly size: Size
  readonly seconds: number
  readonly reference?: PictureFile
}

export interface Clip {
  /** An MP4 file: H.264 and AAC. */
  readonly video: Uint8Array
  readonly thumbnail: Uint8Array
}
