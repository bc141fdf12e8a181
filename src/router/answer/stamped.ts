import { type Trace, traceHeaders } from '../http/trace.ts'

/**
 * The provider's headers that are forwarded: those that describe the body, the id of a song (wire-facts §7.7), those by which the sandbox
 * says that it is synthetic, and `retry-after`. The others concern its own host.
 */
const passedOn =
  /^(content-(type|length|encoding|disposition|range|language)|accept-ranges|etag|last-modified|song-id|retry-after(-ms)?|x-ratelimit-.+|x-sandbox(-.+)?)$/

/** A provider's status and body, with the forwarded headers and the trace headers. */
export function stamped(reply: Response, trace: Trace): Response {
  const described = [...reply.headers].filter(([name]) => passedOn.test(name))
  const headers = { ...Object.fromEntries(described), ...traceHeaders(trace) }
  return new Response(reply.body, { status: reply.status, headers })
}
