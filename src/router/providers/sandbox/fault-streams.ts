import type { OutputEvent, StreamEvent } from '#sandbox/text/output-events.ts'
import { eventBytes, generated, jsonReply } from '../../http/http-replies.ts'
import { type Sending, timedPieces } from './timed-events.ts'

type Bytes = AsyncGenerator<Uint8Array, void>

/** The events of a stream that is to fail, and how they are sent. */
export interface Broken {
  readonly events: Iterable<StreamEvent>
  readonly sending: Sending
}

/** The error of a late failure. */
export const brokeOff = {
  code: 'server_error',
  message: 'The model stopped while writing. This fault model always fails this way.',
}

const deltasBefore = 12
const encoder = new TextEncoder()

/** The first events, up to twelve deltas of an open item; no further ones are generated. */
function* opening(events: Iterable<StreamEvent>): Generator<StreamEvent, void> {
  let deltas = 0
  for (const event of events) {
    if (event.type.endsWith('.done')) return
    yield event
    if (typeof event.delta === 'string') deltas += 1
    if (deltas >= deltasBefore) return
  }
}

function* unended(events: Iterable<StreamEvent>): Generator<StreamEvent, void> {
  for (const event of events) {
    if (event.type === 'response.completed' || event.type === 'response.incomplete') return
    yield event
  }
}

/** Some text, then a broken connection. */
export async function* cut({ events, sending }: Broken): Bytes {
  yield* timedPieces(opening(events), sending)
  throw cutOnPurpose()
}

/** The whole output, then a clean end without a terminal event, as some routers send it (wire-facts §0.7). */
export function silentEnd({ events, sending }: Broken): Bytes {
  return timedPieces(unended(events), sending)
}

/** Some text, then nothing until the request is aborted. */
export async function* stall({ events, sending }: Broken): Bytes {
  yield* timedPieces(opening(events), sending)
  await silence(sending)
}

export async function silence({ pause, signal }: Sending): Promise<void> {
  while (!signal.aborted) await pause(3_600_000, signal)
  signal.throwIfAborted()
}

/** Some text, then an `error` event in the nested shape and the failed response, as recorded from real servers. */
export async function* errorEvent({ events, sending }: Broken): Bytes {
  let next = 0
  let response: object = {}
  for (const event of opening(events)) {
    yield* timedPieces([event], sending)
    next = event.sequence_number + 1
    if (typeof event.response === 'object' && event.response !== null) response = event.response
  }
  const nested: OutputEvent = {
    type: 'error',
    sequence_number: next,
    error: { type: 'server_error', ...brokeOff, param: null },
  }
  yield eventBytes(nested)
  const failed: OutputEvent = {
    type: 'response.failed',
    sequence_number: next + 1,
    response: { ...response, status: 'failed', error: brokeOff },
  }
  yield eventBytes(failed)
}

/** Frames that are no events, or unknown ones. Each ends with a blank line, so that the next event is whole. */
export const oddFrames: readonly Uint8Array[] = [
  encoder.encode(': SANDBOX PROCESSING\n\n'),
  encoder.encode('data: {"type":"response.output_text.delta","delta":\n\n'),
  Uint8Array.from([
    ...encoder.encode('data: {"type":"response.debug","note":"'),
    0xff,
    0xfe,
    0xc3,
    0x28,
    ...encoder.encode('"}\n\n'),
  ]),
  encoder.encode('event: keepalive\ndata: {"type":"keepalive","sequence_number":0}\n\n'),
  encoder.encode('event: response.output_text.delta\n\n'),
  encoder.encode('data: this is not JSON at all\n\n'),
  encoder.encode('id: 7\nretry: 3000\nmood: odd\ndata\n\n'),
  encoder.encode('data: [1, 2, 3]\n\ndata: null\n\n\n\n'),
]

/** A whole answer with odd frames between its events; some events come with carriage returns, or in several pieces. */
export async function* garbled({ events, sending }: Broken): Bytes {
  let at = 0
  for await (const bytes of timedPieces(events, sending)) {
    const odd = at > 2 ? oddFrames[at - 3] : undefined
    if (odd) yield odd
    if (at % 5 === 3) yield withCarriageReturns(bytes)
    else if (at % 5 === 4) yield* inPieces(bytes)
    else yield bytes
    at += 1
  }
}

const withCarriageReturns = (bytes: Uint8Array) =>
  encoder.encode(new TextDecoder().decode(bytes).replaceAll('\n', '\r\n'))

function* inPieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += 7) yield bytes.subarray(start, start + 7)
}

/** How the bytes of a whole document go wrong on their way. */
export type SpoilDocument = (whole: Uint8Array, sending: Sending) => Bytes

/** The error with which a body breaks off. */
export const cutOnPurpose = () => new Error('The connection was dropped on purpose by this fault model.')

const half = (whole: Uint8Array) => whole.subarray(0, Math.floor(whole.length / 2))

export const halfThenCut: SpoilDocument = async function* (whole) {
  yield half(whole)
  throw cutOnPurpose()
}

export const halfThenEnd: SpoilDocument = async function* (whole) {
  yield half(whole)
}

export const halfThenNothing: SpoilDocument = async function* (whole, sending) {
  yield half(whole)
  await silence(sending)
}

/** Still valid JSON for a lenient reader: a byte order mark, blank lines, and the document. */
export const oddlyWrapped: SpoilDocument = async function* (whole) {
  yield Uint8Array.from([0xef, 0xbb, 0xbf, 0x0d, 0x0a, 0x0a])
  yield whole
  yield Uint8Array.from([0x0a, 0x20, 0x0a])
}

/** A JSON reply whose document goes wrong on its way. */
export function spoiledJson(whole: Uint8Array, spoil: SpoilDocument, sending: Sending): Response {
  const body = generated((signal) => spoil(whole, { ...sending, signal }), sending.signal)
  return new Response(body, { headers: { 'content-type': 'application/json' } })
}

type ErrorFields = Readonly<Record<string, unknown>>

const failure =
  (status: number, error: ErrorFields, headers?: Readonly<Record<string, string>>, beside?: object) => async () =>
    jsonReply({ error, ...beside }, status, headers)

const always = 'This fault model always fails this way'

const openAiFailure = (
  status: number,
  message: string,
  [type, code]: readonly [type: string, code: string | null],
  headers?: Readonly<Record<string, string>>,
) => failure(status, { message, type, param: null, code }, headers)

/** Refusals and failures in the shapes in which real servers send them (wire-facts §4). */
export const faultReplies = {
  unauthorized: openAiFailure(401, `Incorrect API key provided: sandbox-fault-401. ${always}.`, [
    'invalid_request_error',
    'invalid_api_key',
  ]),

  paymentRequired: failure(402, {
    code: 402,
    message: `Insufficient credits. ${always}; nothing was charged.`,
    metadata: { limit_source: 'openrouter_credits' },
  }),

  tooManyRequests: openAiFailure(
    429,
    `Rate limit reached. Please try again in 3s. ${always}.`,
    ['requests', 'rate_limit_exceeded'],
    {
      ...{ 'retry-after': '3', 'x-ratelimit-limit-requests': '20' },
      ...{ 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '3s' },
    },
  ),

  serverError: openAiFailure(500, `The server had an error while processing your request. ${always}.`, [
    'server_error',
    null,
  ]),

  moderated: openAiFailure(
    400,
    `Your request was rejected by the safety system. safety_violations=[sandbox]. ${always}; nothing was charged.`,
    ['image_generation_user_error', 'moderation_blocked'],
  ),

  proxyPage: async () =>
    new Response(
      '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n',
      { status: 502, headers: { 'content-type': 'text/html' } },
    ),

  providerError: failure(
    502,
    {
      code: 502,
      message: 'Provider returned error',
      metadata: {
        provider_name: 'Sandbox Upstream',
        raw: '{"error":{"message":"The model is overloaded. Please try again later. (The sandbox made this up.)","type":"overloaded_error"}}',
      },
    },
    undefined,
    { user_id: 'user_sandbox' },
  ),
}
