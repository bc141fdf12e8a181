import type { ErrorFacts } from '../client-error.ts'
import type { ReplyFile, ReplyHead } from '../exchange.ts'
import { isMedium } from '../read/media/is-medium.ts'
import { withTrueType } from '../read/media/read-bytes.ts'
import { readHead } from '../read/read-response.ts'
import { waitBefore } from '../send/retry-table.ts'
import { emptyReply, errorOf, placeOf, type Refusal, refusalKind, withPlace } from './download-error.ts'
import { type DownloadProgress, downloadFile, type Fetched } from './download-file.ts'
import { type FileDesk, type FileRequest, type FileSource, fileRequest, type Pace } from './file-request.ts'
import { mediumIn } from './medium-in.ts'

/**
 * How the download of one source ended.
 * - `file`: it came whole, and is an image, audio or video by its bytes. - `named`: the reply is JSON that names URLs instead.
 * - `elsewhere`: it is on a host that this page cannot read; `trouble` is a sentence. - `cancelled`: by the signal.
 * - `not-ready`, `gone`, `failed`: see `refusalKind`. A download that was cut for good is `failed`, and its bytes are dropped.
 */
export type Downloaded =
  | { readonly status: 'file'; readonly file: ReplyFile; readonly head: ReplyHead }
  | { readonly status: 'named'; readonly urls: readonly string[]; readonly head: ReplyHead }
  | { readonly status: 'elsewhere'; readonly url: string; readonly trouble: string }
  | { readonly status: Refusal; readonly error: ErrorFacts }
  | { readonly status: 'cancelled' }

const browserPace: Pace = {
  random: Math.random,
  wait: (ms, signal) =>
    new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', end)
        resolve()
      }
      const timer = setTimeout(end, ms)
      signal.addEventListener('abort', end)
    }),
}

/** Tries without a new byte: about two minutes where bytes would be lost, else two seconds. */
const mostTries = { begun: 30, new: 3 }

/** Downloads one source from a router, or what the router names, and judges what came. Never throws. */
export async function* download(
  desk: FileDesk,
  source: FileSource,
  signal: AbortSignal,
): AsyncGenerator<DownloadProgress, Downloaded> {
  const { random, wait } = desk.pace ?? browserPace
  const request = fileRequest(desk, source)
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
        const error = errorOf(trouble, request, desk.mask)
        const isFinal = received === 0 && refusalKind(error, desk.own) !== 'failed'
        return isFinal ? undefined : waitBefore(error, tries, random)
      },
      wait,
      now: () => Date.now(),
    },
    signal,
  )
  return await judge(fetched, { desk, request, signal, at: at ?? 0 })
}

/** Bytes of a reply that is no medium: JSON may hold one. The cap of the rulings. */
const longestText = 256 * 2 ** 20

/** What became of the bytes. */
async function judge(
  fetched: Fetched,
  { desk, request, signal, at }: { desk: FileDesk; request: FileRequest; signal: AbortSignal; at: number },
): Promise<Downloaded> {
  const url = request.url.href
  switch (fetched.status) {
    case 'whole':
      return await judgeWhole(fetched, { desk, request, signal, at })
    case 'cancelled':
      return { status: 'cancelled' }
    case 'no-reply': {
      const error = errorOf(fetched, request, desk.mask)
      if (!request.isOwn) return { status: 'elsewhere', url, trouble: error.message }
      return (await redirects(request, signal))
        ? { status: 'elsewhere', url, trouble: redirectsAway }
        : { status: 'failed', error }
    }
    default:
      return refused(errorOf(fetched, request, desk.mask), desk)
  }
}

const refused = (error: ErrorFacts, { own }: FileDesk): Downloaded => ({ status: refusalKind(error, own), error })

async function judgeWhole(
  { file, reply }: Extract<Fetched, { status: 'whole' }>,
  { desk, request, signal, at }: { desk: FileDesk; request: FileRequest; signal: AbortSignal; at: number },
): Promise<Downloaded> {
  const head = readHead(reply, at, desk.mask)
  if (await isMedium(file.blob)) return { status: 'file', file: await withTrueType(file), head }
  const { status } = reply
  if (file.blob.size === 0) return { status: 'not-ready', error: emptyReply(reply, desk.mask) }
  const found = await mediumIn(file.blob, reply, { desk, signal })
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
      return refused(withPlace({ status, ...found.error }, request), desk)
    case 'other':
      return refused({ kind: 'contract', status, message: `${placeOf(request)} returned ${noMedium}` }, desk)
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

const noMedium = 'something that is not an image, audio or video.'
const redirectsAway = 'The router redirects to another host, which does not allow this app to read it.'
