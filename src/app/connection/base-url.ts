/** What a typed base URL comes to. `offer`: usable as it is, but `/v1` was probably meant. */
export type BaseUrlReading =
  | { readonly kind: 'fine'; readonly url: string }
  | { readonly kind: 'offer'; readonly url: string; readonly completed: string }
  | { readonly kind: 'bad'; readonly why: string }

/** Reads a base URL as people type it: a slash at the end is fine, a missing `/v1` is offered, anything that is no web address is told. */
export function readBaseUrl(typed: string): BaseUrlReading {
  const text = typed.trim()
  if (text === '') return { kind: 'bad', why: 'Type the address of a router, such as https://router.example/v1.' }
  const parsed = URL.canParse(text) ? new URL(text) : undefined
  if (!parsed || !/^https?:$/.test(parsed.protocol))
    return { kind: 'bad', why: 'A base URL starts with https:// (or http:// for a router nearby).' }
  if (parsed.username || parsed.password)
    return { kind: 'bad', why: 'Leave the user name and password out of the address: the key has a field of its own.' }
  if (parsed.search || parsed.hash)
    return { kind: 'bad', why: 'A base URL has no ? and no #: keys never travel in addresses.' }
  const url = (parsed.origin + parsed.pathname).replace(/\/+$/, '')
  return /\/v\d+[a-z\d]*$/.test(url) ? { kind: 'fine', url } : { kind: 'offer', url, completed: `${url}/v1` }
}
