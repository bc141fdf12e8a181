import type { Connection } from '../exchange.ts'

/** What a connection is known by to its router. */
type Credentials = Pick<Connection, 'key' | 'headers'>

/** The key and the connection's own headers, for requests to its origin alone. Throws a TypeError where HTTP cannot carry one of them. */
export function credentialsOf({ key, headers = [] }: Credentials): Headers {
  const sent = new Headers(headers.map(({ name, value }): [string, string] => [name, value]))
  if (key) sent.set('Authorization', `Bearer ${key}`)
  return sent
}

/** The same with masks, for storage: also of values that no mask of replies looks for. */
export function maskCredentials(sent: Headers, { headers = [] }: Credentials): void {
  if (sent.has('Authorization')) sent.set('Authorization', 'Bearer [key]')
  for (const { name } of headers) sent.set(name, '[key]')
}

/**
 * Texts that must appear in nothing that is kept or leaves the page. A header may also hold a plain word, such as the name of a provider:
 * only values of a secret's form count, or each mention of that word would be hidden.
 */
export const secretsOf = ({ key, headers = [] }: Credentials): readonly string[] => [
  ...(key ? [key] : []),
  ...headers.map(({ value }) => value.replace(/^(?:bearer|basic|token)\s+/i, '')).filter(looksSecret),
]

const looksSecret = (value: string) => /^\S{12,}$/.test(value) && /\d/.test(value) && /[a-z]/i.test(value)
