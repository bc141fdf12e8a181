import { defined, isRecord, nonBlankListOf, recordOf } from '../core/loose-json.ts'
import type { EndpointId } from '../endpoints.ts'
import { routes } from '../routes.ts'
import type { ModelCard } from './model-card.ts'

type Entry = Readonly<Record<string, unknown>>
type Capabilities = Pick<ModelCard, 'endpoints' | 'features' | 'lacks'>

const table = Object.values(routes)
const images: readonly EndpointId[] = ['images.generations', 'images.edits']
const videos: readonly EndpointId[] = ['videos.create', 'videos.status', 'videos.content']
const audio: readonly EndpointId[] = table.flatMap(({ id }) => (id.startsWith('audio.') ? [id] : []))

/** What an endpoint is called in a list of capabilities: its id, and its path with and without `/v1`. */
const names = new Map<string, EndpointId>(
  table.flatMap(({ id, path }) => [id, path, `/v1${path}`].map((name) => [name, id] as const)),
)

/** What routers call a kind of model, or of output, and the endpoints it is good for (wire-facts §2). */
const kinds = new Map<string, readonly EndpointId[]>([
  ...['text', 'chat', 'responses', 'completion', 'language', 'code'].map((kind) => [kind, ['responses']] as const),
  ['image', images],
  ['image_generation', ['images.generations']],
  ['image_edit', ['images.edits']],
  ...['video', 'video_generation'].map((kind) => [kind, videos] as const),
  ...['speech', 'audio_speech'].map((kind) => [kind, ['audio.speech']] as const),
  ...['transcription', 'transcribe', 'audio_transcription'].map((kind) => [kind, ['audio.transcriptions']] as const),
  ['audio', audio],
  ...['embedding', 'embeddings', 'rerank', 'moderation'].map((kind) => [kind, []] as const),
])

/** The endpoints of all words that `meaning` knows; undefined where it knows none. */
function endpointsOf<Word>(words: readonly Word[] = [], meaning: (word: Word) => readonly EndpointId[] | undefined) {
  const known = words.flatMap((word) => {
    const meant = meaning(word)
    return meant ? [meant] : []
  })
  return known.length > 0 ? [...new Set(known.flat())] : undefined
}

const byName = (words?: readonly string[]) =>
  endpointsOf(words, (word) => {
    const id = names.get(word)
    return id && [id]
  })

const byKind = (words?: readonly string[]) => endpointsOf(words, (word) => kinds.get(word.toLowerCase()))

/** Flags by name, as a list of those that are on and a list of those that are off. */
function flagsOf(flags: Iterable<readonly [name: string, value: unknown]>): readonly [on: string[], off: string[]] {
  const all = [...flags]
  const named = (wanted: boolean) => all.flatMap(([name, value]) => (value === wanted ? [name] : []))
  return [named(true), named(false)]
}

/** ElevenLabs tells by two flags what a voice model does. */
const voiceFlags = (entry: Entry): string[] => [
  ...(entry.can_do_text_to_speech === true ? ['audio.speech'] : []),
  ...(entry.can_do_voice_conversion === true ? ['audio.voice-change'] : []),
]

/** `supports_vision: true` → `vision`, as LiteLLM writes it. */
const supportFlags = (entry: Entry) =>
  Object.entries(entry).flatMap(([name, value]) =>
    name.startsWith('supports_') ? [[name.slice('supports_'.length), value] as const] : [],
  )

/** `edits` is a named capability: a model that makes images also edits them, or does not. Of any other model it tells nothing. */
function withEdits(found: readonly EndpointId[] | undefined, able: readonly string[], denied: readonly string[]) {
  if (denied.includes('edits')) return found?.filter((id) => id !== 'images.edits')
  const makesImages = found?.includes('images.generations') === true
  return makesImages && able.includes('edits') ? [...new Set([...found, ...images])] : found
}

/** A list without repeats; undefined where it is empty. */
const some = (words: readonly string[]) => (words.length > 0 ? [...new Set(words)] : undefined)

/**
 * What a model entry says it can do, in the reading order of wire-facts §2: a list of capabilities, a list of endpoints, a mode or type,
 * then the modalities it puts out; what it takes in does not say what for. An id is never taken for a hint. `info` is what LiteLLM keeps in `model_info`.
 */
export function readCapabilities(entry: Entry, outputs?: readonly string[]): Capabilities {
  const info = recordOf(entry.model_info)
  const [granted, denied] = flagsOf(isRecord(entry.capabilities) ? Object.entries(entry.capabilities) : [])
  const [supported, unsupported] = flagsOf([
    ...supportFlags(entry),
    ...supportFlags(info),
    ['streaming', entry.streaming],
  ])
  const able = [...(nonBlankListOf(entry.capabilities) ?? []), ...granted]
  const found =
    byName(able) ??
    byName(nonBlankListOf(entry.supported_endpoints) ?? nonBlankListOf(entry.endpoints)) ??
    byName(voiceFlags(entry)) ??
    byKind(nonBlankListOf([entry.mode, info.mode, entry.type])) ??
    byKind(outputs)
  const isFeature = (word: string) => !names.has(word)
  return defined({
    endpoints: withEdits(found, able, denied),
    features: some([...able, ...supported].filter(isFeature)),
    lacks: some([...denied, ...unsupported].filter(isFeature)),
  })
}
