import type { Detail } from './scene/sketch.ts'

export const pictureFormats = ['png', 'jpeg', 'webp'] as const
export type PictureFormat = (typeof pictureFormats)[number]

export interface Size {
  readonly width: number
  readonly height: number
}

/** How a picture leaves. */
export interface Output {
  readonly format: PictureFormat
  /** 0–100; nothing for PNG. */
  readonly compression: number
}

/** A file that came with a request, known to begin like a picture. */
export interface PictureFile {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly format: PictureFormat
}

interface Drawing {
  readonly prompt: string
  readonly seed: string
  /** Which of the pictures asked for. */
  readonly index: number
  readonly size: Size
  readonly detail: Detail
  readonly output: Output
  /** How far a preview has come: 1, 2 or 3; left out for the picture itself. */
  readonly preview?: number
  /** What is written into the file. */
  readonly model: string
}

/** What a painter does: one picture, or a look at one. */
export type Task =
  | (Drawing & { readonly kind: 'draw'; readonly isTransparent: boolean })
  | (Drawing & {
      readonly kind: 'edit'
      readonly base: PictureFile
      readonly mask?: PictureFile
      /** Colours of the other pictures, as red, green and blue. */
      readonly tints: readonly Tint[]
    })
  | { readonly kind: 'look'; readonly file: PictureFile }

export type Tint = readonly [red: number, green: number, blue: number]

/** What a picture is like, by its pixels. Shares and degrees from 0 to 1. */
export interface Look {
  readonly lightness: number
  readonly opacity: number
  /** At most three, the largest first. */
  readonly colours: readonly { readonly colour: Tint; readonly share: number }[]
}

/** The result of a `look` task. */
export interface Looked extends Size, Look {
  readonly tint: Tint
}

/** The result of a task: a file in base64, as ASCII bytes ready to be written, or a look's facts. */
export type Painted =
  | { readonly kind: 'file'; readonly base64: Uint8Array<ArrayBuffer> }
  | ({ readonly kind: 'looked' } & Looked)
