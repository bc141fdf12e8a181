import { ownOf } from '#contract/core/loose-json.ts'
import type { SentFile } from '../../run/history/run-record-schema.ts'
import { asksForEvents, type SnippetCall } from './call.ts'

/** A value of an SDK call: JSON, a file, or a list of them. */
export type Param =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'file'; readonly file: SentFile }
  | { readonly kind: 'list'; readonly items: readonly Exclude<Param, { kind: 'list' }>[] }

export type Params = readonly (readonly [name: string, param: Param])[]

interface SdkMethod {
  readonly name: string
  /** The encoding of the body by the SDKs. `either`: plain JSON fields may also be sent as parts. */
  readonly body: 'json' | 'multipart' | 'either'
  readonly required: readonly string[]
  /** The named arguments in Python; every other field goes through `extra_body`. */
  readonly known: string
}

const image = 'background moderation n output_compression output_format partial_images quality size stream user'

const methods: Readonly<Record<string, SdkMethod>> = {
  responses: {
    name: 'responses.create',
    body: 'json',
    required: ['model'],
    known:
      'background conversation include input instructions max_output_tokens max_tool_calls metadata model parallel_tool_calls ' +
      'previous_response_id prompt prompt_cache_key reasoning safety_identifier service_tier store stream stream_options ' +
      'temperature text tool_choice tools top_logprobs top_p truncation user',
  },
  'images.generations': {
    name: 'images.generate',
    body: 'json',
    required: ['prompt'],
    known: `prompt model style response_format ${image}`,
  },
  'images.edits': {
    name: 'images.edit',
    body: 'multipart',
    required: ['image', 'prompt'],
    known: `image mask prompt model input_fidelity response_format ${image.replace('moderation ', '')}`,
  },
  'videos.create': {
    name: 'videos.create',
    body: 'either',
    required: ['prompt'],
    known: 'prompt model seconds size input_reference',
  },
  'audio.speech': {
    name: 'audio.speech.create',
    body: 'json',
    required: ['input', 'model', 'voice'],
    known: 'input model voice instructions response_format speed stream_format',
  },
  'audio.transcriptions': {
    name: 'audio.transcriptions.create',
    body: 'multipart',
    required: ['file', 'model'],
    known:
      'file model chunking_strategy include known_speaker_names known_speaker_references language prompt response_format stream ' +
      'temperature timestamp_granularities',
  },
}

/** A call of an SDK's method. */
export interface SdkCall extends Pick<SdkMethod, 'name'> {
  readonly params: Params
  readonly known: ReadonlySet<string>
}

/** Undefined where no method is for exactly this body: the call is then made by its path. */
export function sdkCallOf(call: SnippetCall): SdkCall | undefined {
  const method = ownOf(methods, call.endpoint)
  if (!method || call.method !== 'POST' || !call.path.startsWith('/')) return undefined
  // The SDKs return speech as bytes only.
  if (call.endpoint === 'audio.speech' && call.reply === 'events') return undefined
  // A method with `stream` reads nothing but events.
  if (asksForEvents(call.body) && call.reply !== 'events') return undefined
  const params = paramsOf(call)
  if (params === undefined || !fits(method, call, params)) return undefined
  const names = new Set(params.map(([name]) => name))
  if (!method.required.every((name) => names.has(name))) return undefined
  return { name: method.name, params, known: new Set(method.known.split(' ')) }
}

function fits({ body }: SdkMethod, call: SnippetCall, params: Params): boolean {
  if (body === call.body.kind) return true
  return body === 'either' && (call.body.kind === 'multipart' || params.every(([, param]) => isPlain(param)))
}

const isPlain = (param: Param) => param.kind === 'value' && /^(string|number|boolean)$/.test(typeof param.value)

function paramsOf({ body, reply }: SnippetCall): Params | undefined {
  if (body.kind === 'none') return undefined
  if (body.kind === 'json') {
    const { value } = body
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    return Object.entries(value).map(([name, inner]) => [name, { kind: 'value', value: inner }])
  }
  const found = new Map<string, { isList: boolean; readonly items: Exclude<Param, { kind: 'list' }>[] }>()
  for (const part of body.parts) {
    const name = part.name.replace(/\[\]$/, '')
    const entry = found.get(name) ?? { isList: false, items: [] }
    found.set(name, entry)
    entry.isList ||= name !== part.name || entry.items.length > 0
    // The SDKs stream a multipart transcription only where `stream` is a boolean.
    if (part.kind === 'file') entry.items.push({ kind: 'file', file: part.file })
    else entry.items.push({ kind: 'value', value: name === 'stream' && reply === 'events' ? true : part.value })
  }
  return [...found].map(([name, { isList, items }]) => [name, (!isList && items[0]) || { kind: 'list', items }])
}
