/** A JSON answer of known length. */
export function jsonReply(value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  const body = new TextEncoder().encode(JSON.stringify(value))
  return new Response(body, {
    status,
    headers: { ...headers, 'content-type': 'application/json', 'content-length': String(body.length) },
  })
}
