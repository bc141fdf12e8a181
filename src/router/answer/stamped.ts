import { type Trace, traceHeaders } from '../http/trace.ts'

/** What describes the body, and when to come back. Everything else an upstream sends is about its own host, or none of our clients' business. */
const passedOn =
  /^(content-(type|length|encoding|disposition|range|language)|accept-ranges|etag|last-modified|retry-after(-ms)?|x-ratelimit-.+)$/

/** A provider's reply as ours: its status, its body and what describes it, and who answered. */
export function stamped(reply: Response, trace: Trace): Response {
  const described = [...reply.headers].filter(([name]) => passedOn.test(name))
  const headers = { ...Object.fromEntries(described), ...traceHeaders(trace) }
  return new Response(reply.body, { status: reply.status, headers })
}
