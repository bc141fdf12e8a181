/** SHA-256 in hex; undefined where the page has none: plain HTTP addresses that are not loopback have no `subtle`. */
export async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  if (globalThis.crypto?.subtle === undefined) return undefined
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
