import { nameOf } from '../../run/history/matches.ts'
import type { RunRecord, SentBody, SentRequest } from '../../run/history/run-record-schema.ts'
import { isPoll, withoutPolls } from '../../run/jobs/polls.ts'
import { errorOf, isoTime, sentAt } from '../record/run-facts.ts'

/** HAR 1.2 without its entries. */
export const harHead = { log: { version: '1.2', creator: { name: 'Patchbay', version: '1' }, entries: [] } }

/** Texts are included whole, media by size and SHA-256. What a page cannot see is -1 (unknown). */
export function harEntry(record: RunRecord): object {
  const { run, sent } = record
  const { timings, time } = timesOf(record)
  return {
    startedDateTime: isoTime(sentAt(record)),
    time,
    request: {
      method: sent.method,
      url: sent.url,
      httpVersion: 'unknown',
      cookies: [],
      headers: list(sent.headers),
      queryString: list(URL.canParse(sent.url) ? [...new URL(sent.url).searchParams] : []),
      ...postData(sent.body),
      headersSize: -1,
      bodySize: -1,
    },
    response: response(record),
    cache: {},
    timings,
    comment: [`run ${run.id}`, run.status, run.reason, run.verdict, nameOf(run)].filter(Boolean).join(' · '),
    ...pollsOf(record),
  }
}

/** The polls of a job, in a field of our own: their headers are not stored, as an entry would need them. */
function pollsOf({ run, events }: RunRecord): object {
  const polls = events.filter(isPoll)
  if (polls.length === 0) return {}
  return { _job: { id: run.job, polls: polls.map(({ at, data }) => ({ time: at, text: data })) } }
}

const list = (headers: SentRequest['headers']) => headers.map(([name, value]) => ({ name, value }))

function postData(body: SentBody): object {
  if (body.kind === 'none') return {}
  if (body.kind === 'json')
    return { postData: { mimeType: 'application/json', text: JSON.stringify(body.value) ?? '' } }
  const params = body.parts.map((part) => {
    if (part.kind === 'text') return { name: part.name, value: part.value }
    const { name, type, size, sha256 } = part.file
    return { name: part.name, fileName: name, contentType: type, comment: `${size} bytes, sha256 ${sha256}` }
  })
  return { postData: { mimeType: 'multipart/form-data', params } }
}

/** Length to which the body of a refusal is stored. */
const longestRefusal = 4_000

function response(record: RunRecord): object {
  const { reply, assets } = record
  const mimeType = reply?.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? 'x-unknown'
  const came = bodyText(record, mimeType)
  // A refusal has no events: its body is stored with the error.
  const refusal = came === '' ? (errorOf(record)?.raw ?? '') : ''
  const text = came + refusal
  const media = assets.filter(({ role }) => role === 'output')
  const told = [
    ...media.map(({ type, size, sha256 }) => `${type}, ${size} bytes, sha256 ${sha256}`),
    /\bsha256:[0-9a-f]{64}\b/.test(text) &&
      'In the text, sha256:… stands in place of the base64 of the file with that hash',
    refusal.length >= longestRefusal && `Cut at ${longestRefusal} characters`,
  ]
    .filter(Boolean)
    .join('; ')
  return {
    // 0 means no response to readers of the format.
    status: reply?.status ?? 0,
    statusText: '',
    httpVersion: 'unknown',
    cookies: [],
    headers: list(reply?.headers ?? []),
    content: {
      size: new TextEncoder().encode(text).length || media.reduce((sum, { size }) => sum + size, 0),
      mimeType,
      ...(text !== '' && { text }),
      ...(told !== '' && { comment: told }),
    },
    redirectURL: '',
    headersSize: -1,
    bodySize: -1,
  }
}

function bodyText(record: RunRecord, mimeType: string): string {
  const events = withoutPolls(record.events)
  if (!mimeType.startsWith('text/event-stream')) return events.map(({ data }) => data).join('')
  return events
    .map(({ name, data }) => `${name === undefined ? '' : `event: ${name}\n`}${data.replace(/^/gm, 'data: ')}\n\n`)
    .join('')
}

/** `wait` ends with the reply's first byte, `receive` with its end. */
function timesOf({ run }: RunRecord): { readonly timings: object; readonly time: number } {
  const { headers = 0, firstByte = headers, end = firstByte } = run.times ?? {}
  const receive = Math.max(0, end - firstByte)
  return {
    timings: { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: firstByte, receive },
    time: firstByte + receive,
  }
}
