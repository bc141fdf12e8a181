import { isRecord, type JsonRecord, jsonIn, listOf, ownOf, textOf } from '#contract/core/loose-json.ts'
import { badRequest, RouterError } from '../../http/errors.ts'
import { jsonReply } from '../../http/replies.ts'
import type { JobPort, JobRequest } from '../../provider.ts'
import { callUpstream } from '../../upstream/call-upstream.ts'
import { replyText } from '../../upstream/reply-text.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import { noJob } from '../../upstream/upstream-error.ts'
import { elevenLabsCalls } from './elevenlabs-calls.ts'

/** The dub under our id, with the addresses below `/jobs` that the interface's rulings give it. */
function described(dub: JsonRecord, publicId: string): object {
  const at = `/jobs/${publicId}`
  const languages = dub.status === 'dubbed' ? listOf(dub.target_languages).flatMap((one) => textOf(one) ?? []) : []
  const addresses = (more = '') => Object.fromEntries(languages.map((one) => [one, `${at}/content?lang=${one}${more}`]))
  return {
    ...{ status: 'queued', ...dub, dubbing_id: publicId, status_url: at },
    ...(languages.length > 0 && { result_urls: addresses(), caption_urls: addresses('&format=srt') }),
  }
}

/** ElevenLabs says by 425 that a dub is not ready; clients of the interface expect a 404. */
function notReady(thrown: unknown): never {
  if (!(thrown instanceof RouterError) || thrown.status !== 425) throw thrown
  throw new RouterError(404, 'dub_not_ready', thrown.message, { param: 'id', retry: 'safe' })
}

/** ElevenLabs' names of subtitle formats. */
const captionFormats: Readonly<Record<string, string>> = { srt: 'srt', vtt: 'webvtt' }

/** Dubs of ElevenLabs: a job for each language. */
export function createDubbingPort(upstream: Upstream): JobPort {
  const root = (id: string): `/${string}` => `/dubbing/${encodeURIComponent(id)}`

  async function metadata(id: string, signal: AbortSignal): Promise<JsonRecord> {
    const reply = await callUpstream(upstream, { method: 'GET', path: root(id), signal })
    const dub = jsonIn(await replyText(reply, upstream.name))
    if (isRecord(dub)) return dub
    throw new RouterError(502, 'provider_reply_unreadable', `${upstream.name} did not report the status of the dub.`, {
      retry: 'safe',
    })
  }

  async function languageOf({ id, query, signal }: JobRequest): Promise<string> {
    const asked = query.get('lang')
    if (asked !== null) return asked
    const [first] = listOf((await metadata(id, signal)).target_languages)
    return textOf(first) ?? ''
  }

  return {
    async create({ body, model, publicId, signal, sending }) {
      const call = await elevenLabsCalls['audio.dubbing']?.({ body, model, voice: undefined })
      if (!call) throw new TypeError('no dubbing')
      const reply = await callUpstream(upstream, { method: 'POST', ...call, signal, sending })
      const dub = jsonIn(await replyText(reply, upstream.name))
      const id = isRecord(dub) ? textOf(dub.dubbing_id) : undefined
      if (!isRecord(dub) || id === undefined) throw noJob(upstream, dub)
      return jsonReply(described(dub, publicId(id)))
    },
    async status({ id, publicId, signal }) {
      return jsonReply(described(await metadata(id, signal), publicId))
    },
    async content(request) {
      const { id, query, headers, signal } = request
      const language = encodeURIComponent(await languageOf(request))
      const format = query.get('format')
      const type = format === null ? undefined : ownOf(captionFormats, format)
      if (format !== null && type === undefined)
        throw badRequest('format: choose srt or vtt.', { param: 'format', code: 'invalid_value' })
      const get = { method: 'GET', headers, signal } as const
      const call = type
        ? callUpstream(upstream, { ...get, path: `${root(id)}/transcript/${language}`, query: { format_type: type } })
        : callUpstream(upstream, { ...get, path: `${root(id)}/audio/${language}` })
      return call.catch(notReady)
    },
  }
}
