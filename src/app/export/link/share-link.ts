import { deflateSync, strToU8 } from 'fflate'
import { ExportError } from '../export-error.ts'
import { refuseKeyIn } from '../keys/scan-for-key.ts'
import { longestShare, readShareLink, type SharedDraft, sharePrefix } from './read-share-link.ts'

/**
 * A link that opens the app with this request as a draft. It stands in the fragment, which browsers send to nobody. Throws an
 * `ExportError` where a key stands in it, where it holds files or control characters, or where it is too long.
 */
export function shareLink(
  appUrl: string,
  { endpoint, baseUrl, request }: SharedDraft,
  keys: readonly string[],
): string {
  const text = JSON.stringify({ endpoint, ...(baseUrl !== undefined && { baseUrl }), request }, (_, value: unknown) => {
    if (value instanceof Blob)
      throw new ExportError('not-expressible', 'A link cannot carry files: export a bundle instead.')
    return value
  })
  refuseKeyIn('the request', text, keys)
  const packed = deflateSync(strToU8(text), { level: 9 })
  const fragment = sharePrefix + base64Url(packed)
  if (fragment.length > longestShare)
    throw new ExportError(
      'too-large',
      `A link holds at most ${longestShare / 1024} KB, and this request comes to ${Math.ceil(fragment.length / 1024)} KB: export a bundle instead.`,
    )
  // What this copy would not open, it does not hand out.
  const reading = readShareLink(fragment)
  if (reading.kind === 'refused') throw new ExportError('not-expressible', `No link was made. ${reading.why}`)
  const url = new URL(appUrl)
  url.hash = fragment
  return url.href
}

function base64Url(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
