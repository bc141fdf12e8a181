import { createHash } from 'node:crypto'
import { deflateSync, strFromU8, strToU8, unzipSync, zipSync } from 'fflate'

/** The fragment of a link that carries this text, packed as the app packs it. */
export const packedText = (text: string | Uint8Array): string =>
  `#draft=1.${Buffer.from(deflateSync(typeof text === 'string' ? strToU8(text) : text)).toString('base64url')}`

/** The fragment of a link that carries a request, and whatever else stands beside it. */
export const packedDraft = (change: Record<string, unknown>): string =>
  packedText(JSON.stringify({ endpoint: 'responses', request: { model: 'sandbox-fast', input: 'Hello' }, ...change }))

/** The files of a bundle, by their names. */
export type Files = Record<string, Uint8Array>

export const filesOf = (zip: Uint8Array): Files => unzipSync(zip)

const json = (bytes: Uint8Array | undefined): Record<string, unknown> => JSON.parse(strFromU8(bytes ?? strToU8('{}')))

/** A bundle of these files whose manifest says what is in it. */
export function bundleOf(files: Files, change: Record<string, unknown> = {}): Uint8Array {
  const listed = Object.entries(files)
    .filter(([path]) => path !== 'manifest.json')
    .map(([path, bytes]) => ({ path, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }))
  const manifest = { ...json(files['manifest.json']), files: listed, ...change }
  return zipSync({ ...files, 'manifest.json': strToU8(JSON.stringify(manifest)) })
}

/** A bundle with one of its JSON files changed. */
export function withChanged(
  files: Files,
  path: string,
  change: (value: Record<string, unknown>) => Record<string, unknown>,
): Uint8Array {
  return bundleOf({ ...files, [path]: strToU8(JSON.stringify(change(json(files[path])))) })
}
