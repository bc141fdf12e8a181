import { crc32 } from './crc32.ts'
import { pngChunks } from './png-chunks.ts'
import { readPngText } from './read-png-text.ts'

/** A word of Latin-1 of 1–79 characters, without spaces at its ends or two in a row: what PNG allows as a name. */
const keyword = /^(?! )(?!.* {2})[\x20-\x7e\xa1-\xff]{1,79}(?<! )$/

/** What the older chunk can carry. */
const latinText = /^[\n\x20-\x7e\xa0-\xff]*$/

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/** Half of a pair of surrogates is no character. */
const wellFormed = (text: string) => utf8.decode(new TextEncoder().encode(text))

/** How many characters of one text are written. */
const longest = 1_000_000

/**
 * The same picture with texts in it (`Software`, `Model`, `Prompt`, …), before its end: `tEXt` where Latin-1 can say it, else
 * `iTXt`. What the picture says already stays; an entry that it says in the same words is not said twice. Entries with an empty
 * text, or with a name that PNG does not allow, are left out. The very same bytes come back where they are no whole PNG, or where
 * there is nothing to add. Never throws.
 */
export function withPngText(
  png: Uint8Array<ArrayBuffer>,
  entries: Readonly<Record<string, string>>,
): Uint8Array<ArrayBuffer> {
  const end = [...pngChunks(png)].find(({ name }) => name === 'IEND')
  if (end === undefined) return png
  const there = readPngText(png)
  const added = Object.entries(entries).flatMap(([name, value]) => {
    const text = wellFormed(value.slice(0, longest).replaceAll('\0', '').replace(/\r\n?/g, '\n'))
    const said = there.some((one) => one.name === name && one.text === text)
    return text === '' || said || !keyword.test(name) ? [] : [textChunk(name, text)]
  })
  return added.length === 0 ? png : joined([png.subarray(0, end.from), ...added, png.subarray(end.from)])
}

function textChunk(name: string, text: string): Uint8Array<ArrayBuffer> {
  if (latinText.test(text)) return chunk('tEXt', latinBytes(`${name}\0${text}`))
  return chunk('iTXt', joined([latinBytes(`${name}\0\0\0\0\0`), new TextEncoder().encode(text)]))
}

function chunk(kind: string, data: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const body = joined([latinBytes(kind), data])
  const whole = new Uint8Array(body.length + 8)
  const view = new DataView(whole.buffer)
  view.setUint32(0, data.length)
  whole.set(body, 4)
  view.setUint32(whole.length - 4, crc32(body))
  return whole
}

const latinBytes = (text: string) => Uint8Array.from(text, (one) => one.charCodeAt(0))

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
