import { joinedBytes, pngChunk, pngChunks } from './png-chunks.ts'

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
  return added.length === 0 ? png : joinedBytes([png.subarray(0, end.from), ...added, png.subarray(end.from)])
}

function textChunk(name: string, text: string): Uint8Array<ArrayBuffer> {
  if (latinText.test(text)) return pngChunk('tEXt', latinBytes(`${name}\0${text}`))
  return pngChunk('iTXt', joinedBytes([latinBytes(`${name}\0\0\0\0\0`), new TextEncoder().encode(text)]))
}

const latinBytes = (text: string) => Uint8Array.from(text, (one) => one.charCodeAt(0))

/** The texts in a PNG, in their order; those that are packed are left out. None for other files. Never throws. */
export function readPngText(png: Uint8Array<ArrayBuffer>): readonly { readonly name: string; readonly text: string }[] {
  const found = []
  for (const { name: kind, data } of pngChunks(png)) {
    const space = kind === 'tEXt' || kind === 'iTXt' ? data.indexOf(0) : -1
    if (space < 1) continue
    const name = latin(data.subarray(0, space))
    if (kind === 'tEXt') found.push({ name, text: latin(data.subarray(space + 1)) })
    // Behind the name: whether it is packed and how, a language and the name in it, each with a zero behind it.
    else if (data[space + 1] === 0) {
      const language = data.indexOf(0, space + 3)
      const translated = language < 0 ? -1 : data.indexOf(0, language + 1)
      if (translated >= 0) found.push({ name, text: utf8.decode(data.subarray(translated + 1)) })
    }
  }
  return found
}

/** Not `TextDecoder('latin1')`, which is Windows-1252 in truth. */
function latin(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += 8192) parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)))
  return parts.join('')
}
