import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { captionFont } from '../scene/caption.ts'
import { wasmOf } from './codecs.ts'
import { type Pixels, unmultiplied } from './pixels.ts'

let ready: Promise<Uint8Array> | undefined

/** The font of captions: the Latin part of the one that the app is set in. */
async function prepare(): Promise<Uint8Array> {
  await initWasm(wasmOf('@resvg/resvg-wasm/index_bg.wasm'))
  const { resolve } = createRequire(import.meta.url)
  return readFileSync(resolve('@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2'))
}

/** An SVG document as pixels, in the size that it names. */
export async function render(svg: string): Promise<Pixels> {
  ready ??= prepare()
  const font = { loadSystemFonts: false, fontBuffers: [await ready], defaultFontFamily: captionFont }
  const drawing = new Resvg(svg, { font })
  const image = drawing.render()
  const { width, height } = image
  const data = new Uint8ClampedArray(image.pixels)
  image.free()
  drawing.free()
  return unmultiplied({ data, width, height })
}
