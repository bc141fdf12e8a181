import { deflateSync, Inflate, strToU8 } from 'fflate'
import * as z from 'zod/mini'
import { tooDeep } from '#contract/core/loose-json.ts'
import { type EndpointId, isEndpoint, routes } from '#contract/routes.ts'
import { base64Of, bytesOfBase64 } from '#media/base64.ts'
import { byteSize, sizeLimit } from '../../ui/format.ts'
import { ExportError } from '../export-error.ts'
import { refuseKeyIn } from '../keys/scan-for-key.ts'

export interface SharedDraft {
  readonly endpoint: EndpointId
  readonly tool?: string
  /** Left out, the recipient's own connection is used. */
  readonly baseUrl?: string
  readonly request: Readonly<Record<string, unknown>>
  /** The id of the run that was made with this request: its result is shown where that run is stored. */
  readonly run?: string
  /** JavaScript that answers calls, by the name of its tool. It is switched on by the recipient alone. */
  readonly mocks?: Readonly<Record<string, string>>
}

/** Prefix of a fragment with a draft; the number is incremented when an older reader would misread it, or refuse it with a wrong reason. */
const sharePrefix = 'draft=2.'
/** The same with `mocks`. */
const mocksPrefix = 'draft=3.'
/** Those that are read: 1 is the same without `run`. */
const readPrefix = /^draft=[123]\./

/** Maximum length of the fragment in characters: common chat programs, mail and browsers do not cut it. */
export const longestShare = 32 * 1024

/** Maximum size of the unpacked request in bytes. */
const largestDraft = 1024 * 1024

const otherWays = 'Save a bundle or an HTML report instead.'
export const noFiles = `Links cannot include files. ${otherWays}`

/** The content of a link's fragment. A draft only fills a form: it is never sent without a press. */
export type ShareReading =
  | { readonly kind: 'none' }
  | { readonly kind: 'draft'; readonly draft: SharedDraft; readonly foreign?: ForeignBase }
  | { readonly kind: 'refused'; readonly why: string }

/** A base URL other than the recipient's: needs a confirmation before anything is sent there. */
interface ForeignBase {
  readonly baseUrl: string
  /** In ASCII form, so that look-alike letters show as `xn--…`. */
  readonly host: string
}

function refuse(why: string): never {
  throw new ExportError(why)
}

/** Reads the fragment of a link, with or without its `#`. Anything malformed is refused, with the reason. Never throws. */
export function readShareLink(hash: string, currentBaseUrl?: string): ShareReading {
  const fragment = hash.replace(/^#/, '')
  if (!fragment.startsWith('draft=')) return { kind: 'none' }
  try {
    if (fragment.length > longestShare) refuse('The link is too long.')
    if (!readPrefix.test(fragment)) refuse('The link was created by another version of the app.')
    const draft = readDraft(unpack(fragment.slice(sharePrefix.length)))
    const foreign = foreignBase(draft.baseUrl, currentBaseUrl)
    return { kind: 'draft', draft, ...(foreign && { foreign }) }
  } catch (error) {
    return { kind: 'refused', why: error instanceof ExportError ? error.message : 'The link is damaged.' }
  }
}

function unpack(text: string): string {
  if (!/^[\w-]+$/.test(text)) refuse('The link is damaged.')
  const packed = bytesOfBase64(text)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let out = ''
  let total = 0
  let ended = false
  const inflate = new Inflate((chunk, final) => {
    total += chunk.length
    if (total > largestDraft) refuse('The request in the link is too large.')
    out += decoder.decode(chunk, { stream: !final })
    ended = final
  })
  for (let at = 0; at < packed.length; at += 512) inflate.push(packed.subarray(at, at + 512), at + 512 >= packed.length)
  if (!ended) refuse('The link is damaged.')
  return out
}

const Draft = z.strictObject({
  endpoint: z.string(),
  tool: z.exactOptional(z.string().check(z.maxLength(100))),
  baseUrl: z.exactOptional(z.string().check(z.maxLength(2048))),
  request: z.record(z.string(), z.unknown()),
  run: z.exactOptional(z.string().check(z.maxLength(100))),
  mocks: z.exactOptional(z.record(z.string(), z.string())),
})

function readDraft(text: string): SharedDraft {
  if (tooDeep(text)) refuse('The request in the link is nested too deeply.')
  const value: unknown = JSON.parse(text, (name, inner: unknown) => {
    if (name === '__proto__') refuse('The link contains an unknown field.')
    if (hasControls(name) || (typeof inner === 'string' && hasControls(inner)))
      refuse('The link contains control characters.')
    return inner
  })
  const read = z.safeParse(Draft, value)
  if (!read.success) return refuse('The link does not contain a request.')
  const { endpoint, baseUrl, ...draft } = read.data
  if (!isEndpoint(endpoint) || routes[endpoint].bodies.length === 0)
    return refuse('The link is for a route that this app does not have.')
  return { ...draft, endpoint, ...(baseUrl !== undefined && { baseUrl: readBase(baseUrl) }) }
}

/** Controls other than tab and line ends. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is the controls that are looked for.
const hasControls = (text: string) => /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/.test(text)

/** Normalized by `URL`, so that the shown address is the called one. */
function readBase(typed: string): string {
  // `URL` strips tabs and line ends, and a link must not show another text than the address.
  const url = !/[\s\\]/.test(typed) && URL.canParse(typed) ? new URL(typed) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || !/^https?:\/\/[^/]/i.test(typed))
    return refuse('The base URL in the link is not a valid URL.')
  if (url.username || url.password || url.search || url.hash)
    return refuse('The base URL in the link contains more than a URL.')
  return (url.origin + url.pathname).replace(/\/+$/, '')
}

function foreignBase(baseUrl: string | undefined, current: string | undefined): ForeignBase | undefined {
  if (baseUrl === undefined || baseUrl === current?.replace(/\/+$/, '')) return undefined
  return { baseUrl, host: new URL(baseUrl).host }
}

/**
 * A link that opens the app with this request as a draft. The request is in the fragment, which browsers do not send to servers. Throws an
 * `ExportError` where it contains a key, files or control characters, or is too long.
 */
export function shareLink(
  appUrl: string,
  { endpoint, tool, baseUrl, request, run, mocks }: SharedDraft,
  keys: readonly string[],
): string {
  const text = JSON.stringify({ endpoint, tool, baseUrl, request, run, mocks }, (_, value: unknown) => {
    if (value instanceof Blob) throw new ExportError(noFiles)
    return value
  })
  refuseKeyIn('the request', text, keys)
  const packed = deflateSync(strToU8(text), { level: 9 })
  const fragment =
    (mocks ? mocksPrefix : sharePrefix) + base64Of(packed).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  if (fragment.length > longestShare)
    throw new ExportError(
      `Links are limited to ${sizeLimit(longestShare)}, and this request needs ${byteSize(fragment.length)}. ${otherWays}`,
    )
  // Checked by reading it back: a link that this app would refuse is not handed out.
  const reading = readShareLink(fragment)
  if (reading.kind === 'refused') throw new ExportError(`Could not create a link. ${reading.why}`)
  const url = new URL(appUrl)
  url.hash = fragment
  return url.href
}
