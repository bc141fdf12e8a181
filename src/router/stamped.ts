import { type Trace, traceHeaders } from './trace.ts'

/** Headers that speak of the provider's connection and host, not of ours. */
const notOurs = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'set-cookie',
  'strict-transport-security',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

const isPassedOn = (name: string) => !notOurs.has(name) && !name.startsWith('access-control-')

/** A provider's reply as ours: its status, body and content headers, and who answered. */
export function stamped(reply: Response, trace: Trace): Response {
  const passed = [...reply.headers].filter(([name]) => isPassedOn(name))
  const headers = { ...Object.fromEntries(passed), ...traceHeaders(trace) }
  return new Response(reply.body, { status: reply.status, headers })
}
