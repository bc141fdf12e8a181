interface PngChunk<Buffer extends ArrayBufferLike> {
  /** Four letters, such as `IHDR`. */
  readonly name: string
  /** Where the chunk begins in the file: the offset of its length field. */
  readonly from: number
  /** Without length, name and CRC. A view of the file's bytes. */
  readonly data: Uint8Array<Buffer>
}

/** The eight bytes that every PNG begins with. */
export const pngSignature: Uint8Array<ArrayBuffer> = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

/** Bounds the loop for hostile files; no real picture has as many. */
const maxChunks = 100_000

/**
 * The chunks of a PNG in file order, up to and including `IEND` or the first that is truncated; none for other files. CRCs are not
 * checked. Never throws, and ends for any input.
 */
export function* pngChunks<Buffer extends ArrayBufferLike>(png: Uint8Array<Buffer>): Generator<PngChunk<Buffer>, void> {
  if (!pngSignature.every((byte, at) => png[at] === byte)) return
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength)
  let from = pngSignature.length
  for (let n = 0; n < maxChunks && from + 12 <= png.length; n += 1) {
    const length = view.getUint32(from)
    const end = from + 12 + length
    if (end > png.length) return
    const name = String.fromCharCode(...png.subarray(from + 4, from + 8))
    yield { name, from, data: png.subarray(from + 8, end - 4) }
    if (name === 'IEND') return
    from = end
  }
}

/** An encoded chunk: length, name, data, CRC. */
export function pngChunk(name: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(data.length + 12)
  const view = new DataView(out.buffer)
  view.setUint32(0, data.length)
  for (let n = 0; n < 4; n += 1) out[4 + n] = name.charCodeAt(n)
  out.set(data, 8)
  view.setUint32(8 + data.length, crc32(out.subarray(4, 8 + data.length)))
  return out
}

/** One array with the bytes of all parts, in their order. */
export function joinedBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const table = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

/** CRC-32 as in PNG and zip. `before` is the CRC of the preceding bytes, for incremental use. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let crc = ~before
  for (let at = 0; at < bytes.length; at += 1) crc = (table[(crc ^ (bytes[at] ?? 0)) & 255] ?? 0) ^ (crc >>> 8)
  return ~crc >>> 0
}

/** A valid PNG keyword: 1–79 characters of Latin-1, without leading, trailing or consecutive spaces. */
const keyword = /^(?! )(?!.* {2})[\x20-\x7e\xa1-\xff]{1,79}(?<! )$/

/** The characters allowed in `tEXt`. */
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
