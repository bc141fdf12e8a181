import cyrillic from '@fontsource-variable/geist-mono/files/geist-mono-cyrillic-wght-normal.woff2?url'
import latinMore from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-ext-wght-normal.woff2?url'
import latin from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url'
import jpegDecoder from '@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm?url'
import jpegEncoder from '@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm?url'
import png from '@jsquash/png/codec/pkg/squoosh_png_bg.wasm?url'
import webpDecoder from '@jsquash/webp/codec/dec/webp_dec.wasm?url'
import webpEncoder from '@jsquash/webp/codec/enc/webp_enc_simd.wasm?url'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import resvg from '@resvg/resvg-wasm/index_bg.wasm?url'
import { base64Of, bytesOfBase64 } from '#media/base64.ts'
import { nextTask } from '#media/next-task.ts'
import type { Platform } from '#sandbox/platform.ts'

/** Where the libraries' files are in the built folder. */
const addresses: ReadonlyMap<string, string> = new Map([
  ['@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2', latin],
  ['@fontsource-variable/instrument-sans/files/instrument-sans-latin-ext-wght-normal.woff2', latinMore],
  ['@fontsource-variable/geist-mono/files/geist-mono-cyrillic-wght-normal.woff2', cyrillic],
  ['@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm', jpegDecoder],
  ['@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm', jpegEncoder],
  ['@jsquash/png/codec/pkg/squoosh_png_bg.wasm', png],
  ['@jsquash/webp/codec/dec/webp_dec.wasm', webpDecoder],
  ['@jsquash/webp/codec/enc/webp_enc_simd.wasm', webpEncoder],
  ['@resvg/resvg-wasm/index_bg.wasm', resvg],
])

const encoder = new TextEncoder()

/** Arguments of one call that every engine accepts. */
const spread = 8192

function toLatin1(bytes: Uint8Array): string {
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += spread) pieces.push(String.fromCharCode(...bytes.subarray(at, at + spread)))
  return pieces.join('')
}

/** The platform of the static demo, whose engines run in workers of the page. */
export const platform: Platform = {
  sha256(...parts) {
    const hash = sha256.create()
    for (const part of parts) hash.update(typeof part === 'string' ? encoder.encode(part) : part)
    return bytesToHex(hash.digest())
  },
  toBase64: base64Of,
  fromBase64(text) {
    const letters = text.replace(/[^\w+/-]+/g, '')
    return bytesOfBase64(letters.length % 4 === 1 ? letters.slice(0, -1) : letters)
  },
  fromLatin1: (text) => Uint8Array.from(text, (letter) => letter.charCodeAt(0)),
  toLatin1,
  async libraryFile(path) {
    const reply = await fetch(addresses.get(path) ?? '')
    if (!reply.ok) throw new Error(`A file of the demo is missing: ${path}`)
    return reply.arrayBuffer()
  },
  nextTurn: nextTask,
  cpuMs: () => performance.now(),
  // A page can only end a whole worker. @internal
  endedAfter: (_ms, work) => ({ value: work() }),
  cores: navigator.hardwareConcurrency,
  memory: 4 * 1024 ** 3,
}
