import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { fontFamily, fontFiles } from '../scene/font.ts'
import { wasmOf } from './codecs.ts'
import { type Pixels, unmultiplied } from './pixels.ts'

let ready: Promise<Uint8Array[]> | undefined

/** The fonts of all words: those that the app is set in. */
async function prepare(): Promise<Uint8Array[]> {
  await initWasm(wasmOf('@resvg/resvg-wasm/index_bg.wasm'))
  const { resolve } = createRequire(import.meta.url)
  return fontFiles.map((file) => readFileSync(resolve(file)))
}

/** An SVG document as pixels, in the size that it names. */
export async function render(svg: string): Promise<Pixels> {
  ready ??= prepare()
  const font = { loadSystemFonts: false, fontBuffers: await ready, defaultFontFamily: fontFamily }
  const drawing = new Resvg(svg, { font })
  const image = drawing.render()
  const { width, height } = image
  const data = new Uint8ClampedArray(image.pixels)
  image.free()
  drawing.free()
  return unmultiplied({ data, width, height })
}
