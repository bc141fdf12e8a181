import { pngChunks } from './png-chunks.ts'

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

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
