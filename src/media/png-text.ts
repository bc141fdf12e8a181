import { joinedBytes, pngChunk, pngChunks } from './png-chunks.ts'

/** What PNG allows as a keyword: 1–79 characters of Latin-1, no space at either end, no two in a row. */
const keyword = /^(?! )(?!.* {2})[\x20-\x7e\xa1-\xff]{1,79}(?<! )$/

/** What `tEXt` can hold. */
const latinText = /^[\n\x20-\x7e\xa0-\xff]*$/

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/** Replaces lone surrogates by U+FFFD. */
const wellFormed = (text: string) => utf8.decode(new TextEncoder().encode(text))

/** Longer texts are cut to so many characters. */
const longest = 1_000_000

/**
 * Adds texts (`Software`, `Model`, `Prompt`, …) before `IEND`: as `tEXt` where Latin-1 suffices, otherwise as `iTXt`. Texts already
 * in the file stay, and an equal entry is not added twice. Entries with an empty text, or a name that PNG does not allow, are left
 * out. Returns the very same bytes where they are no complete PNG, or where there is nothing to add. Never throws.
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

/** The texts in a PNG, in file order, without compressed ones. None for other files. Never throws. */
export function readPngText(png: Uint8Array<ArrayBuffer>): readonly { readonly name: string; readonly text: string }[] {
  const found = []
  for (const { name: kind, data } of pngChunks(png)) {
    const space = kind === 'tEXt' || kind === 'iTXt' ? data.indexOf(0) : -1
    if (space < 1) continue
    const name = latin(data.subarray(0, space))
    if (kind === 'tEXt') found.push({ name, text: latin(data.subarray(space + 1)) })
    // `iTXt` after the keyword: compression flag and method, then language and translated keyword, both null-terminated.
    else if (data[space + 1] === 0) {
      const language = data.indexOf(0, space + 3)
      const translated = language < 0 ? -1 : data.indexOf(0, language + 1)
      if (translated >= 0) found.push({ name, text: utf8.decode(data.subarray(translated + 1)) })
    }
  }
  return found
}

/** Not `TextDecoder('latin1')`: that label means Windows-1252. */
function latin(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += 8192) parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)))
  return parts.join('')
}
