import type { KeyMask } from '#media/key-mask.ts'
import { type ErrorFacts, networkError } from '../client-error.ts'
import { errorOfReply } from '../read/read-error.ts'
import type { Fetched } from './download-file.ts'
import type { FileRequest } from './file-request.ts'

type Place = Pick<FileRequest, 'isOwn' | 'url'>

/** Who was asked, to begin a sentence. */
export const placeOf = ({ isOwn, url }: Place): string => (isOwn ? 'The router' : `The host ${url.host}`)

/** The facts of a download that gave no file. */
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

/** A reply without a body. */
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

/** Whether the words of a failure say that the work goes on. */
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
