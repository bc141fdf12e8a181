import { type EndpointId, jobReadsOf } from '#contract/routes.ts'
import type { ErrorFacts } from '../../client/client-error.ts'
import type { Downloaded } from '../../client/download/download.ts'
import type { FileSource } from '../../client/download/file-request.ts'
import type { Connection, ReplyFile, ReplyHead } from '../../client/exchange.ts'
import { notLoaded } from '../../client/send/stream-reply.ts'
import type { Download, DownloadOptions } from '../../client/worker/download-by-worker.ts'

/** A job that has completed. */
export interface CompletedJob {
  readonly connection: Connection
  /** Of the run: `videos.create`. Where it has no route for content, only the URLs are fetched. */
  readonly endpoint: EndpointId
  /** The job's id, not encoded. */
  readonly job: string
  /** URLs of the content that the job names, absolute or below the base URL. */
  readonly addresses?: readonly string[]
}

/**
 * - `file`: whole, and an image, audio or video by its bytes. - `not-ready`: to be asked again, after `error.retryAfter` seconds where the
 *   router says so; a 404 is `not-ready` too, so the caller has to bound the wait. - `gone`: expired or deleted.
 * - `elsewhere`: on a host that this page cannot read; `url` is to be shown, and `trouble` says why; `route` is what the router itself said
 *   instead of a file, where it has a route. - `failed`: every other failure, also a
 *   download that was cut and could not be continued. Nothing of it is kept. - `cancelled`: by the signal.
 */
export type ContentOutcome =
  | { readonly status: 'file'; readonly file: ReplyFile; readonly head: ReplyHead }
  | {
      readonly status: 'elsewhere'
      readonly url: string
      readonly trouble: string
      readonly route?: ContentFailure
    }
  | ContentFailure
  | { readonly status: 'cancelled' }

type ContentFailure = Extract<Downloaded, { readonly error: ErrorFacts }>

/** URLs of one job that are fetched. */
const mostAddresses = 8

/**
 * Fetches the content of a job: from the route for it, else from the URLs that its reply or the job names, first those of the connection's
 * origin. A cut download is continued by itself. Never rejects.
 */
export async function fetchContent(
  download: Download,
  { connection, endpoint, job, addresses = [] }: CompletedJob,
  options: DownloadOptions = {},
): Promise<ContentOutcome> {
  const fetchOne = (source: FileSource) =>
    download(connection, source, options).catch((): Downloaded => ({ status: 'failed', error: notLoaded }))
  const route = jobReadsOf(endpoint)?.content
  const first = route && (await fetchOne({ endpoint: route, params: { id: job } }))
  const named = first?.status === 'named' ? first.urls : []
  let best = first && outcomeOf(first)
  if (best?.status === 'file' || best?.status === 'cancelled') return best
  for (const url of nearestFirst([...named, ...addresses], connection.baseUrl)) {
    const found = movieOf(outcomeOf(await fetchOne({ url })))
    if (found.status === 'file' || found.status === 'cancelled') return found
    if (best === undefined || outranks(found, best)) best = behind(found, best)
  }
  return best ?? { status: 'failed', error: noAddress }
}

const noAddress: ErrorFacts = { kind: 'contract', message: 'The router returned no URL for the result of this job.' }

/** Each URL once; those of the connection's origin first, since only they are given the key. */
function nearestFirst(urls: readonly string[], baseUrl: string): readonly string[] {
  const origin = URL.canParse(baseUrl) ? new URL(baseUrl).origin : undefined
  const isFar = (url: string) => !URL.canParse(url, baseUrl) || new URL(url, baseUrl).origin !== origin
  return [...new Set(urls)].toSorted((a, b) => Number(isFar(a)) - Number(isFar(b))).slice(0, mostAddresses)
}

const outcomeOf = (found: Downloaded): ContentOutcome =>
  found.status === 'named' ? { status: 'failed', error: namesOnly } : found

/** What stands at an address is a poster or a thumbnail where it is a picture. */
const movieOf = (found: ContentOutcome): ContentOutcome =>
  found.status === 'file' && /^image\/(?!gif)/.test(found.file.type) ? { status: 'failed', error: pictureOnly } : found

const pictureOnly: ErrorFacts = { kind: 'contract', message: 'The job has an image URL, but no video URL.' }

const namesOnly: ErrorFacts = {
  kind: 'contract',
  message: 'The router returned a URL instead of the file, and that could not be fetched.',
}

/** Statuses of a route that the router does not have. */
const noRoute = new Set([404, 405, 501])

/** A link, with what the route said: a route that may still give the file is to be asked again. */
function behind(found: ContentOutcome, route: ContentOutcome | undefined): ContentOutcome {
  const isRoute = route && 'error' in route && route.error !== namesOnly && !noRoute.has(route.error.status ?? 0)
  return found.status === 'elsewhere' && isRoute ? { ...found, route } : found
}

/** A link that a person can open says more than a failure, and everything more than a route that is missing. */
function outranks(found: ContentOutcome, best: ContentOutcome): boolean {
  if (best.status === 'elsewhere') return false
  if (found.status === 'elsewhere') return true
  return 'error' in best && (best.error === namesOnly || noRoute.has(best.error.status ?? 0))
}
