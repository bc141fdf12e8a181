/** A remote server that a provider forwards to: one base URL with its key. */
export interface Upstream {
  /** The provider's id; error messages begin with it. */
  readonly name: string
  /** http or https, with the path that all routes are below, such as `https://api.openai.com/v1`. */
  readonly baseUrl: string
  /** Sent with every request, the key among them. Nothing of a client's headers is. */
  readonly headers: Readonly<Record<string, string>>
  /** Added to every address, such as Azure's `api-version`. */
  readonly query?: Readonly<Record<string, string>>
  /** The secrets among the headers and the query: nothing of a reply that clients see may hold one. */
  readonly keys: readonly string[]
}

/** The address of a path below the base URL. Throws for a path that leads out of it: the key goes to its own host and path only. */
export function addressOf(
  { baseUrl, query }: Upstream,
  path: `/${string}`,
  more: Readonly<Record<string, string>> | URLSearchParams = {},
): URL {
  const base = new URL(baseUrl)
  const root = base.pathname.replace(/\/+$/, '')
  const url = new URL(base)
  url.pathname = root + path
  // The setter resolves `..` and encodes `?` and `#`.
  if (!url.pathname.startsWith(`${root}/`)) throw new RangeError('The path leads out of the base URL.')
  for (const [name, value] of [...Object.entries(query ?? {}), ...new URLSearchParams(more)])
    url.searchParams.append(name, value)
  return url
}
