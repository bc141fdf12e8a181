import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { orientationOf, turnedUpright } from '#media/orientation.ts'
import { joinedBytes, pngChunk, pngChunks, pngSignature } from '#media/png.ts'
import { platform } from '#sandbox/platform.ts'
import type { PictureFile, PictureFormat } from '../picture-task.ts'
import { fontFamily, fontFiles } from '../scene/typesetting.ts'
import { flattened, type Pixels, unmultiplied } from './pixels.ts'

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

const pngWasm = once(() => platform.libraryFile('@jsquash/png/codec/pkg/squoosh_png_bg.wasm'))

interface Codec<Coder, Wasm> {
  readonly default: Coder
  readonly init: (wasm: Wasm) => Promise<unknown>
}

/** Gives a library's function once its WebAssembly is there. */
async function ready<Coder, Wasm>(codec: Codec<Coder, Wasm>, wasm: Wasm): Promise<Coder> {
  await codec.init(wasm)
  return codec.default
}

const encoders = {
  png: once(async () => ready(await import('@jsquash/png/encode.js'), await pngWasm())),
  jpeg: once(async () =>
    ready(await import('@jsquash/jpeg/encode.js'), {
      wasmBinary: await platform.libraryFile('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm'),
    }),
  ),
  webp: once(async () =>
    ready(await import('@jsquash/webp/encode.js'), {
      wasmBinary: await platform.libraryFile('@jsquash/webp/codec/enc/webp_enc_simd.wasm'),
    }),
  ),
}

const decoders = {
  png: once(async () => ready(await import('@jsquash/png/decode.js'), await pngWasm())),
  // Turned upright by its EXIF orientation.
  jpeg: once(async () => {
    const wasmBinary = await platform.libraryFile('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm')
    const decode = await ready(await import('@jsquash/jpeg/decode.js'), { wasmBinary })
    return (bytes: ArrayBuffer) => decode(bytes, { preserveOrientation: true })
  }),
  webp: once(async () =>
    ready(await import('@jsquash/webp/decode.js'), {
      wasmBinary: await platform.libraryFile('@jsquash/webp/codec/dec/webp_dec.wasm'),
    }),
  ),
}

const imageData = (pixels: Pixels) => ({ ...pixels, colorSpace: 'srgb' as const })

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

/** Decodes a file and turns it upright by its EXIF orientation, which the library does for JPEG only. Rejects a broken file; the module may be unusable then. */
export async function decode({
  bytes,
  format,
}: Omit<PictureFile, 'bytes'> & { readonly bytes: Uint8Array }): Promise<Pixels> {
  // A copy, since the decoders take neither shared memory nor a part of a buffer.
  const plain = format === 'png' ? withoutAncillary(bytes) : new Uint8Array(bytes)
  const { data, width, height } = await (await decoders[format]())(plain.buffer)
  const stored = { data: new Uint8ClampedArray(data), width, height }
  return format === 'jpeg' ? stored : turnedUpright(stored, orientationOf(bytes))
}

const pixelChunks = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])

/** The PNG with its pixels alone: the decoder rejects a picture for an odd chunk that it does not use, such as an empty colour profile. */
function withoutAncillary(png: Uint8Array): Uint8Array<ArrayBuffer> {
  const chunks = [...pngChunks(png)].filter(({ name }) => pixelChunks.has(name))
  const parts = chunks.map(({ from, data }) => png.subarray(from, from + data.length + 12))
  return joinedBytes([pngSignature, ...parts])
}

const fonts = once(async () => {
  await initWasm(await platform.libraryFile('@resvg/resvg-wasm/index_bg.wasm'))
  return Promise.all(fontFiles.map(async (file) => new Uint8Array(await platform.libraryFile(file))))
})

export async function render(svg: string): Promise<Pixels> {
  const font = { loadSystemFonts: false, fontBuffers: await fonts(), defaultFontFamily: fontFamily }
  const drawing = new Resvg(svg, { font })
  const image = drawing.render()
  const { width, height } = image
  const data = new Uint8ClampedArray(image.pixels)
  image.free()
  drawing.free()
  return unmultiplied({ data, width, height })
}

const encoder = new TextEncoder()

/** An `iTXt` chunk after the header of a PNG, which has 33 bytes with the signature. */
function inPng(file: Uint8Array, keyword: string, text: string): Uint8Array {
  const chunk = pngChunk('iTXt', encoder.encode(`${keyword}\0\0\0\0\0${text}`))
  return joinedBytes([file.subarray(0, 33), chunk, file.subarray(33)])
}

function inJpeg(file: Uint8Array, text: string): Uint8Array {
  const content = encoder.encode(text).subarray(0, 60_000)
  const length = content.length + 2
  const marker = Uint8Array.of(0xff, 0xfe, length >> 8, length & 255)
  return joinedBytes([file.subarray(0, 2), marker, content, file.subarray(2)])
}

interface Note {
  readonly keyword: string
  readonly text: string
}

/** Writes a note into a PNG or JPEG, where programs show it as a text or a comment. Other files are left as they are. */
export function withNote(file: Uint8Array, notes: readonly Note[]): Uint8Array {
  if (file[0] === 0x89) return notes.reduceRight((made, { keyword, text }) => inPng(made, keyword, text), file)
  if (file[0] === 0xff) return inJpeg(file, notes.map(({ keyword, text }) => `${keyword}: ${text}`).join('\n'))
  return file
}
