import { crc32 } from 'node:zlib'

const latin = (text: string) => Uint8Array.from(text, (one) => one.charCodeAt(0) & 255)
const utf8 = (text: string) => new TextEncoder().encode(text)

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function number32(value: number, isLittle = false): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value, isLittle)
  return bytes
}

/** An `iTXt` chunk behind the header of a PNG. */
function inPng(file: Uint8Array, keyword: string, text: string): Uint8Array {
  const content = joined(latin('iTXt'), latin(keyword), Uint8Array.of(0, 0, 0, 0, 0), utf8(text))
  const chunk = joined(number32(content.length - 4), content, number32(crc32(content)))
  return joined(file.subarray(0, 33), chunk, file.subarray(33))
}

/** A comment segment behind the first marker of a JPEG. */
function inJpeg(file: Uint8Array, text: string): Uint8Array {
  const content = utf8(text).subarray(0, 60_000)
  const length = content.length + 2
  return joined(file.subarray(0, 2), Uint8Array.of(0xff, 0xfe, length >> 8, length & 255), content, file.subarray(2))
}

export interface Note {
  readonly keyword: string
  readonly text: string
}

/** Writes a note into a PNG or JPEG, where programs show it as a text or a comment. Other files are left as they are. */
export function withNote(file: Uint8Array, notes: readonly Note[]): Uint8Array {
  if (file[0] === 0x89) return notes.reduceRight((made, { keyword, text }) => inPng(made, keyword, text), file)
  if (file[0] === 0xff) return inJpeg(file, notes.map(({ keyword, text }) => `${keyword}: ${text}`).join('\n'))
  return file
}
