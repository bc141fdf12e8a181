import type { KeyMask } from '#media/key-mask.ts'
import { type ErrorFacts, networkError } from '../client-error.ts'
import type { ReplyFile, ReplyHead } from '../exchange.ts'
import { isMedium, withTrueType } from '../read/media/read-bytes.ts'
import { errorOfReply, readHead } from '../read/read-response.ts'
import { browserTiming, waitBefore } from '../send/retry-table.ts'
import { type DownloadProgress, downloadFile, type Fetched } from './download-file.ts'
import { type FileContext, type FileRequest, type FileSource, fileRequest } from './file-request.ts'
import { mediumIn } from './medium-in.ts'

/**
 * `file`: whole, and a medium by its bytes. `named`: the reply is JSON that names URLs instead. `elsewhere`: on a host that this page
 * cannot read; `trouble` is a sentence. `not-ready`, `gone`, `failed`: see `refusalKind`. A download that was cut for good is `failed`, and
 * its bytes are dropped.
 */
export type Downloaded =
  | { readonly status: 'file'; readonly file: ReplyFile; readonly head: ReplyHead }
  | { readonly status: 'named'; readonly urls: readonly string[]; readonly head: ReplyHead }
  | { readonly status: 'elsewhere'; readonly url: string; readonly trouble: string }
  | { readonly status: Refusal; readonly error: ErrorFacts }
  | { readonly status: 'cancelled' }

/** Tries without a new byte: about two minutes where bytes would be lost, else two seconds. */
const mostTries = { begun: 30, new: 3 }

/** Downloads one source from a router, or what the router names, and judges what came. Never throws. */
export async function* download(
  context: FileContext,
  source: FileSource,
  signal: AbortSignal,
): AsyncGenerator<DownloadProgress, Downloaded> {
  const { random, wait } = context.timing ?? browserTiming
  const request = fileRequest(context, source)
  if (typeof request === 'string')
    return { status: 'failed', error: { kind: 'contract', message: request, stage: 'not_sent' } }
  const start = Date.now()
  let at: number | undefined
  const fetched = yield* downloadFile(
    {
      async ask(headers, signal) {
        const reply = await request.ask(headers, signal)
        at ??= Date.now() - start
        return reply
      },
      cap: (isMedium) => (isMedium ? request.cap : Math.min(request.cap, longestText)),
      pause(trouble, tries, received) {
        if (tries >= (received > 0 ? mostTries.begun : mostTries.new)) return undefined
        if (trouble.status === 'no-reply' && received === 0 && !request.isOwn) return undefined
        const error = errorOf(trouble, request, context.mask)
        const isFinal = received === 0 && refusalKind(error, context.own) !== 'failed'
        return isFinal ? undefined : waitBefore(error, tries, random)
      },
      wait,
    },
    signal,
  )
  return await judge(fetched, { context, request, signal, at: at ?? 0 })
}

/** Bytes of a reply that is no medium: JSON may hold one. The cap of the rulings. */
const longestText = 256 * 2 ** 20

interface Asked {
  readonly context: FileContext
  readonly request: FileRequest
  readonly signal: AbortSignal
  /** When the first reply came, in milliseconds since the request was sent. */
  readonly at: number
}

async function judge(fetched: Fetched, asked: Asked): Promise<Downloaded> {
  const { context, request, signal } = asked
  const url = request.url.href
  switch (fetched.status) {
    case 'whole':
      return await judgeWhole(fetched, asked)
    case 'cancelled':
      return { status: 'cancelled' }
    case 'no-reply': {
      const error = errorOf(fetched, request, context.mask)
      if (!request.isOwn) return { status: 'elsewhere', url, trouble: error.message }
      return (await redirects(request, signal))
        ? { status: 'elsewhere', url, trouble: redirectsAway }
        : { status: 'failed', error }
    }
    default:
      return refused(errorOf(fetched, request, context.mask), context)
  }
}

const refused = (error: ErrorFacts, { own }: FileContext): Downloaded => ({ status: refusalKind(error, own), error })

async function judgeWhole(
  { file, reply }: Extract<Fetched, { status: 'whole' }>,
  { context, request, signal, at }: Asked,
): Promise<Downloaded> {
  const head = readHead(reply, at, context.mask)
  if (await isMedium(file.blob)) return { status: 'file', file: await withTrueType(file), head }
  const { status } = reply
  if (file.blob.size === 0) return { status: 'not-ready', error: emptyReply(reply, context.mask) }
  const found = await mediumIn(file.blob, reply, { context, signal })
  switch (found.kind) {
    case 'file':
      return { status: 'file', file: await withTrueType(found.file), head }
    case 'urls':
      return { status: 'named', urls: found.urls, head }
    case 'unfinished':
      return {
        status: 'not-ready',
        error: { kind: 'api', status, message: 'The router reports that it is not finished.' },
      }
    case 'error':
      return refused(withPlace({ status, ...found.error }, request), context)
    case 'other':
      return refused(
        {
          kind: 'contract',
          status,
          message: `${placeOf(request)} returned something that is not an image, audio or video.`,
        },
        context,
      )
  }
}

/** A redirect to a host that does not allow this page to read it fails as a lost connection does: only a second request tells. */
async function redirects(request: FileRequest, signal: AbortSignal): Promise<boolean> {
  try {
    const { type, status, body } = await request.ask({}, signal, { redirect: 'manual' })
    await body?.cancel()
    return type === 'opaqueredirect' || (status >= 300 && status < 400)
  } catch {
    return false
  }
}

const redirectsAway = 'The router redirects to another host, which does not allow this app to read it.'

type Place = Pick<FileRequest, 'isOwn' | 'url'>

export const placeOf = ({ isOwn, url }: Place): string => (isOwn ? 'The router' : `The host ${url.host}`)

export function errorOf(fetched: Fetched, place: Place, mask: KeyMask): ErrorFacts {
  switch (fetched.status) {
    case 'refused':
      return withPlace(errorOfReply(fetched.reply, fetched.text, mask), place)
    case 'no-reply':
      return fetched.isSlow
        ? { kind: 'network', message: `${placeOf(place)} took too long.` }
        : withoutReply(networkError(fetched.cause, mask), place)
    case 'too-large':
      return { kind: 'interrupted', message: 'The file is too large for this app.', code: 'answer_too_large' }
    default:
      return { kind: 'interrupted', message: 'The download was cut off.' }
  }
}

export function emptyReply(reply: Response, mask: KeyMask): ErrorFacts {
  return { ...errorOfReply(reply, '', mask), message: 'This URL returned no data.' }
}

/** A browser says no more of a host that it may not read than of one that is not there. */
function withoutReply(error: ErrorFacts, place: Place): ErrorFacts {
  if (place.isOwn || !/fetch|load|network/i.test(error.message)) return error
  return { ...error, message: `${placeOf(place)} does not allow this app to read it, or does not respond.` }
}

/** The error with a sentence in place of a web page, of an empty body, and of what another host says. */
export function withPlace(error: ErrorFacts, place: Place): ErrorFacts {
  const { status = 0, raw = '' } = error
  const isPage = raw.trimStart().startsWith('<')
  const isOk = status < 300
  if (isOk && isPage) return { ...error, message: `${placeOf(place)} returned a web page instead of media.` }
  if (!isOk && (isPage || raw === '' || !place.isOwn))
    return { ...error, message: `${placeOf(place)} answered ${status}.` }
  return error
}

/** Why there is no content: it is not made yet, it was there and is no more, or something else. */
export type Refusal = 'not-ready' | 'gone' | 'failed'

/** Statuses by which routers say that the content is not ready (wire-facts §6.4). A 404 may also mean that there is no such route. */
const waits = new Set([202, 204, 404, 409, 423, 425])

const expiry = /\bexpired?\b|no longer (?:available|exists)|(?:has|have|was|were) been (?:deleted|removed)|been purged/i
const unfinished =
  /not (?:yet )?(?:ready|completed?|finished|available|done)|(?:isn.t|hasn.t) (?:ready|completed?|finished)|still (?:processing|running|being|in progress|queued)|in[ _-]progress|try again later/i

export const saysUnfinished = ({ code, type, message, raw }: ErrorFacts): boolean =>
  unfinished.test(`${code} ${type} ${message} ${raw}`)

/** What the failure of a request for content means. `own`: of our own router, where a 404 is final. */
export function refusalKind(error: ErrorFacts, own: boolean): Refusal {
  const { status, code, type, message, raw } = error
  const words = `${code} ${type} ${message} ${raw}`
  const isRefused = status !== undefined && status >= 400 && status < 500
  if (status === 410 || (isRefused && expiry.test(words))) return 'gone'
  if (own && status === 404 && code === 'job_not_found') return 'gone'
  if (status !== undefined && waits.has(status)) return 'not-ready'
  return (status === undefined || status === 200 || status === 400) && saysUnfinished(error) ? 'not-ready' : 'failed'
}
