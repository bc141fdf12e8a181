/** What browsers, workers and Node have of it. TypeScript declares it only together with all of the DOM or of Node. */
declare const TextDecoder: new (
  label: string,
  options?: { readonly fatal?: boolean },
) => { decode(bytes: Uint8Array): string }

export interface DecodedText {
  readonly text: string
  readonly encoding: 'UTF-8' | 'UTF-16 LE' | 'UTF-16 BE' | 'Windows-1252'
}

const marks = new Map<string, DecodedText['encoding']>([
  ['255,254', 'UTF-16 LE'],
  ['254,255', 'UTF-16 BE'],
])

/** The text of a file without its byte order mark. What has no mark and is not valid UTF-8 is taken for Windows-1252, in which every byte is a letter. */
export function decodeText(bytes: Uint8Array): DecodedText {
  const marked = marks.get(bytes.subarray(0, 2).join())
  if (marked) return { text: new TextDecoder(marked.replace(' ', '')).decode(bytes), encoding: marked }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' }
  } catch {
    const text = new TextDecoder('windows-1252').decode(bytes)
    return {
      text: text.replace(/[\x80-\x9f]/g, (one) => high[one.charCodeAt(0) - 0x80] ?? one),
      encoding: 'Windows-1252',
    }
  }
}

/** The letters from 0x80 to 0x9f: some versions of Node give the control characters of Latin-1 for them. */
const high = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'
