import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { orientationOf, turnedUpright } from '#media/orientation.ts'
import type { PictureFormat } from '../order.ts'
import { flattened, type Pixels } from './pixels.ts'

const { resolve } = createRequire(import.meta.url)

/** A library's WebAssembly, from the disk: left to themselves the libraries would fetch it. */
export const wasmOf = (path: string): ArrayBuffer => new Uint8Array(readFileSync(resolve(path))).buffer

/** Runs once, when it is first asked for. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

const pngWasm = once(async () => wasmOf('@jsquash/png/codec/pkg/squoosh_png_bg.wasm'))

const encoders = {
  png: once(async () => {
    const { default: encode, init } = await import('@jsquash/png/encode.js')
    await init(await pngWasm())
    return encode
  }),
  jpeg: once(async () => {
    const { default: encode, init } = await import('@jsquash/jpeg/encode.js')
    await init({ wasmBinary: wasmOf('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm') })
    return encode
  }),
  webp: once(async () => {
    const { default: encode, init } = await import('@jsquash/webp/encode.js')
    await init({ wasmBinary: wasmOf('@jsquash/webp/codec/enc/webp_enc_simd.wasm') })
    return encode
  }),
}

const decoders = {
  png: once(async () => {
    const { default: decode, init } = await import('@jsquash/png/decode.js')
    await init(await pngWasm())
    return (bytes: ArrayBuffer) => decode(bytes)
  }),
  // Upright, as people see the photo everywhere else.
  jpeg: once(async () => {
    const { default: decode, init } = await import('@jsquash/jpeg/decode.js')
    await init({ wasmBinary: wasmOf('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm') })
    return (bytes: ArrayBuffer) => decode(bytes, { preserveOrientation: true })
  }),
  webp: once(async () => {
    const { default: decode, init } = await import('@jsquash/webp/decode.js')
    await init({ wasmBinary: wasmOf('@jsquash/webp/codec/dec/webp_dec.wasm') })
    return decode
  }),
}

/** As the encoders want it. */
const imageData = (pixels: Pixels) => ({ ...pixels, colorSpace: 'srgb' as const })

/** A picture as a file. Without loss: PNG, and WebP at 100. */
export async function encode(pixels: Pixels, format: PictureFormat, compression: number): Promise<Uint8Array> {
  switch (format) {
    case 'png':
      return new Uint8Array(await (await encoders.png())(imageData(pixels)))
    case 'jpeg':
      return new Uint8Array(
        await (await encoders.jpeg())(imageData(flattened(pixels)), { quality: Math.max(1, compression) }),
      )
    case 'webp': {
      const options =
        compression === 100 ? { lossless: 1, exact: 1, method: 1, quality: 20 } : { quality: compression, method: 2 }
      return new Uint8Array(await (await encoders.webp())(imageData(pixels), options))
    }
  }
}

/** The pixels of a file, upright as its EXIF says: the library does so for JPEG alone. Rejects where it is broken; the module may be of no more use then. */
export async function decode(bytes: Uint8Array, format: PictureFormat): Promise<Pixels> {
  // A copy, for the decoders take no shared memory and no part of a buffer.
  const { data, width, height } = await (await decoders[format]())(new Uint8Array(bytes).buffer)
  const stored = { data: new Uint8ClampedArray(data), width, height }
  return format === 'jpeg' ? stored : turnedUpright(stored, orientationOf(bytes))
}
