/** The reading of a typed base URL. `offer`: usable, but the URL that is offered is more likely meant. */
export type BaseUrlReading =
  | { readonly kind: 'fine'; readonly url: string }
  | { readonly kind: 'offer'; readonly url: string; readonly offer: string; readonly why: string }
  | { readonly kind: 'bad'; readonly why: string; readonly offer?: string }

/** Reads a typed base URL. Offers the base of an endpoint's URL, and `/v1` where a version is missing; `bad` for no plain web address. */
export function readBaseUrl(typed: string): BaseUrlReading {
  const text = typed.trim()
  if (text === '') return { kind: 'bad', why: 'Enter a router URL, such as https://router.example/v1.' }
  const parsed = URL.canParse(text) ? new URL(text) : undefined
  if (!parsed || !/^https?:$/.test(parsed.protocol))
    return { kind: 'bad', why: 'The base URL must start with https:// (or http:// for a local router).' }
  if (parsed.username || parsed.password)
    return { kind: 'bad', why: 'Remove the user name and password from the URL. Enter the key in its own field.' }
  const url = (parsed.origin + parsed.pathname).replace(/\/+$/, '')
  const base = parsed.origin + baseOf(parsed.pathname.replace(/\/+$/, ''))
  const isEndpoint = base !== url
  if (parsed.search || parsed.hash)
    return {
      kind: 'bad',
      why: 'The base URL must not contain ? or #. Enter the key in its own field.',
      ...(isEndpoint && { offer: base }),
    }
  if (isEndpoint) return { kind: 'offer', url, offer: base, why: 'This is the URL of one endpoint.' }
  if (endsInVersion.test(url)) return { kind: 'fine', url }
  return { kind: 'offer', url, offer: `${url}/v1`, why: 'Usually ends in /v1.' }
}

const endsInVersion = /\/v\d+[a-z\d]*$/
const throughVersion = /^.*\/v\d+[a-z\d]*(?=\/)/
const endpoint =
  /\/(?:chat\/completions|(?:completions|responses|models|messages|embeddings|moderations|rerank|images|videos|audio|files|batches)(?=\/|$)).*$/

/** A path without the endpoint at its end, which is looked for behind the last version, since a host may be called `/models`. */
function baseOf(path: string): string {
  const before = throughVersion.exec(path)?.[0] ?? ''
  return before + path.slice(before.length).replace(endpoint, '')
}
