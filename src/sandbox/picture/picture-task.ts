import type { RunTask } from '../run-task.ts'
import type { Detail } from './scene/sketch.ts'

export const pictureFormats = ['png', 'jpeg', 'webp'] as const
export type PictureFormat = (typeof pictureFormats)[number]

export interface Size {
  readonly width: number
  readonly height: number
}

export interface PictureOutput {
  readonly format: PictureFormat
  /** 0–100; ignored for PNG. */
  readonly compression: number
}

/** An uploaded file whose first bytes are those of a picture. */
export interface PictureFile {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly format: PictureFormat
}

interface Drawing {
  readonly prompt: string
  readonly seed: string
  readonly index: number
  readonly size: Size
  readonly detail: Detail
  readonly output: PictureOutput
  /** The stage of a preview, 1 to 3; absent for the final picture. */
  readonly preview?: number
  readonly model: string
}

/** A task for a painter process: draw or edit one picture, or analyse one. */
export type Task =
  | (Drawing & { readonly kind: 'draw'; readonly isTransparent: boolean })
  | (Drawing & {
      readonly kind: 'edit'
      readonly base: PictureFile
      readonly mask?: PictureFile
      readonly tints: readonly Tint[]
    })
  | { readonly kind: 'look'; readonly file: PictureFile }

export type Tint = readonly [red: number, green: number, blue: number]

/** Statistics of a picture's pixels. Shares and degrees are from 0 to 1. */
export interface Look {
  readonly lightness: number
  readonly opacity: number
  /** At most three, the largest first. */
  readonly colours: readonly { readonly colour: Tint; readonly share: number }[]
}

export type Looked = Size & Look

/** The result of a task: a file in base64, as ASCII bytes ready to be written, or a look's facts. */
export type Painted =
  | { readonly kind: 'file'; readonly base64: Uint8Array<ArrayBuffer> }
  | ({ readonly kind: 'looked' } & Looked)

/** Runs a task in a painter process. */
export type Paint = RunTask<Task, Painted>
