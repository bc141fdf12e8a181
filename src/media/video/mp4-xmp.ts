import { bytesOfHex } from '../hex.ts'
import { joinedBytes } from '../png.ts'
import { topBoxes } from './mp4-boxes.ts'

/** The identifier of XMP in ISO BMFF (XMP specification, part 3). */
const xmpId = bytesOfHex('be7acfcb97a942e89c71999491e3afac')

/**
 * The file with an XMP packet as its last box, a `uuid` of the file itself: no offset in it changes, and players skip the box. The very same
 * Blob where it is no whole MP4, where its last box goes to the end of the file, and where it has XMP already. Never rejects.
 */
export async function withXmp(file: Blob, packet: string): Promise<Blob> {
  try {
    const boxes = await topBoxes(file)
    const last = boxes.at(-1)
    if (!last || last.end !== file.size || last.isOpen || !boxes.some(({ type }) => type === 'moov')) return file
    for (const { type, body } of boxes) {
      if (type !== 'uuid') continue
      const id = new Uint8Array(await file.slice(body, body + xmpId.length).arrayBuffer())
      if (xmpId.every((byte, at) => id[at] === byte)) return file
    }
    const content = new TextEncoder().encode(packet)
    const head = new DataView(new ArrayBuffer(8))
    head.setUint32(0, 8 + xmpId.length + content.length)
    head.setUint32(4, 0x75756964)
    return new Blob([file, joinedBytes([new Uint8Array(head.buffer), xmpId, content])], { type: file.type })
  } catch {
    // The Blob can no longer be read.
    return file
  }
}

/** The parts of a packet. An empty text is left out. */
interface Provenance {
  readonly prompt: string
  /** The model that made it. */
  readonly system: string
  /** ISO 8601. */
  readonly created: string
  /** By an algorithm without a trained model: the sandbox. */
  readonly isSynthetic: boolean
  /** All that is known, by name; a name becomes a property of our own namespace, without its spaces. */
  readonly entries: Readonly<Record<string, string>>
}

/**
 * An XMP packet in the terms of IPTC Photo Metadata 2025.1 for generated media, and in a namespace of our own. A text is cut to 100,000
 * characters.
 */
export function xmpPacket({ prompt, system, created, isSynthetic, entries }: Provenance): string {
  const source = isSynthetic ? 'algorithmicMedia' : 'trainedAlgorithmicMedia'
  const own = Object.entries(entries).map(
    ([name, text]) => [`patchbay:${name.replace(/[^A-Za-z]/g, '')}`, text] as const,
  )
  const properties = [
    ['xmp:CreatorTool', 'Patchbay'],
    ['xmp:CreateDate', created],
    ['Iptc4xmpExt:DigitalSourceType', `http://cv.iptc.org/newscodes/digitalsourcetype/${source}`],
    ['Iptc4xmpExt:AIPromptInformation', prompt],
    ['Iptc4xmpExt:AISystemUsed', system],
    ...own,
  ] as const
  const lines = properties.flatMap(([name, text]) => (text === '' ? [] : [`   <${name}>${escaped(text)}</${name}>`]))
  return [
    '<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/">',
    ' <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    '  <rdf:Description rdf:about=""',
    '    xmlns:xmp="http://ns.adobe.com/xap/1.0/"',
    '    xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"',
    '    xmlns:patchbay="urn:patchbay:provenance">',
    ...lines,
    '  </rdf:Description>',
    ' </rdf:RDF>',
    '</x:xmpmeta>',
    '<?xpacket end="r"?>',
  ].join('\n')
}

/** The characters that XML 1.0 does not allow even as references. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that are removed.
const forbidden = /[\0-\x08\x0b\x0c\x0e-\x1f\uFFFE\uFFFF]/g

const references = new Map(Object.entries({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }))

const escaped = (text: string) =>
  text
    .slice(0, 100_000)
    .replace(forbidden, '')
    .replace(/[&<>\r]/g, (one) => references.get(one) ?? one)
