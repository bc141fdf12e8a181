import { defined, type JsonRecord, nonBlankListOf, recordOf } from '../core/loose-json.ts'
import { type EndpointId, routes } from '../routes.ts'
import type { ModelCard } from './model-card.ts'
import { familyOf } from './model-families.ts'

type Named = Pick<ModelCard, 'id'> & { readonly outputs?: readonly string[] | undefined }
type Capabilities = Pick<ModelCard, 'endpoints' | 'features' | 'lacks'>

const table = Object.values(routes)
const images: readonly EndpointId[] = ['images.generations', 'images.edits']
const videos: readonly EndpointId[] = ['videos.create', 'videos.status', 'videos.content']
const audio: readonly EndpointId[] = table.flatMap(({ id }) => (id.startsWith('audio.') ? [id] : []))

/** `/v1/chat/completions`, `Text Generation` and `image-generation` as the tables below have them. */
const plain = (word: string) =>
  word
    .toLowerCase()
    .replace(/^\/?(v1\/)?/, '')
    .replace(/[\s/-]+/g, '_')

/** What an endpoint is called in a list of capabilities: its id, and its path with and without `/v1`. */
const names = new Map<string, EndpointId>(
  table.flatMap(({ id, path }) => [id, path].map((name) => [plain(name), id] as const)),
)

const nameOf = (word: string) => names.get(plain(word))

const kindsOf = (endpoints: readonly EndpointId[], ...words: readonly string[]) =>
  words.map((word) => [word, endpoints] as const)

/** What routers call a task or an API of a model, and the endpoints it is good for (wire-facts §2). */
const tasks = [
  ...kindsOf(['responses'], 'chat', 'responses', 'completion', 'completions', 'completion_chat', 'chat_completion'),
  ...kindsOf(['responses'], 'chat_completions', 'text_generation', 'image_text_to_text', 'openai_response', 'generate'),
  ...kindsOf(['images.generations'], 'image_generation', 'text_to_image'),
  ...kindsOf(['images.edits'], 'image_edit', 'image_to_image'),
  ...kindsOf(videos, 'video_generation', 'text_to_video', 'image_to_video', 'openai_video'),
  ...kindsOf(['audio.speech'], 'audio_speech', 'text_to_speech', 'tts'),
  ...kindsOf(['audio.transcriptions'], 'transcription', 'transcriptions', 'transcribe', 'audio_transcription'),
  ...kindsOf(['audio.transcriptions'], 'automatic_speech_recognition', 'speech_to_text'),
  ...kindsOf([], 'embedding', 'embeddings', 'embed', 'embedcontent', 'text_embeddings', 'feature_extraction'),
  ...kindsOf([], 'rerank', 'reranking', 'jina_rerank', 'moderation', 'bidigeneratecontent'),
]
const byTaskWord = new Map<string, readonly EndpointId[]>(tasks)

/** The same, and what a model is or puts out. Among capabilities these words may mean what it takes in, or one of its skills. */
const byKindWord = new Map<string, readonly EndpointId[]>([
  ...tasks,
  ...kindsOf(['responses'], 'text', 'language', 'code', 'llm', 'vlm'),
  ...kindsOf([], 'classify', 'text_classification', 'image_classification', 'object_detection', 'ocr'),
  ...kindsOf([], 'translation', 'summarization'),
  ...kindsOf(images, 'image'),
  ...kindsOf(videos, 'video'),
  ...kindsOf(['audio.speech'], 'speech'),
  ...kindsOf(audio, 'audio'),
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
    const id = nameOf(word)
    return id && [id]
  })

const byTask = (words?: readonly string[]) => endpointsOf(words, (word) => byTaskWord.get(plain(word)))

const byKind = (words?: readonly string[]) => endpointsOf(words, (word) => byKindWord.get(plain(word)))

/** Flags by name, as a list of those that are on and a list of those that are off. */
function flagsOf(flags: Iterable<readonly [name: string, value: unknown]>): readonly [on: string[], off: string[]] {
  const all = [...flags]
  const named = (wanted: boolean) => all.flatMap(([name, value]) => (value === wanted ? [name] : []))
  return [named(true), named(false)]
}

/** ElevenLabs says by two flags what a voice model does; both are false for models of its other routes. */
const voiceFlags = (entry: JsonRecord): string[] => [
  ...(entry.can_do_text_to_speech === true ? ['audio.speech'] : []),
  ...(entry.can_do_voice_conversion === true ? ['audio.voice-change'] : []),
]

/** `supports_vision: true` → `vision`, as LiteLLM writes it. */
const supportFlags = (entry: JsonRecord) =>
  Object.entries(entry).flatMap(([name, value]) =>
    name.startsWith('supports_') ? [[name.slice('supports_'.length), value] as const] : [],
  )

/** `edits` is a named capability: a model that makes images also edits them, or does not. Of any other model it tells nothing. */
function withEdits(found: readonly EndpointId[] | undefined, able: readonly string[], denied: readonly string[]) {
  if (denied.includes('edits')) return found?.filter((id) => id !== 'images.edits')
  const makesImages = found?.includes('images.generations') === true
  return makesImages && able.includes('edits') ? [...new Set([...found, ...images])] : found
}

const some = (words: readonly string[]) => (words.length > 0 ? [...new Set(words)] : undefined)

/** By outputs and id: text beside sound is conversation, text may be a transcript, and sound may be of any kind. */
function byOutputs(outputs: readonly string[] | undefined, family: readonly EndpointId[] | undefined) {
  const isSpoken = outputs?.includes('text') && outputs.includes('audio')
  const found = byKind(isSpoken ? outputs?.filter((word) => word !== 'audio') : outputs)
  if (found?.join() === 'responses' && family?.includes('audio.transcriptions')) return family
  return found
}

/** Words by which a router denies that a model answers in a conversation. */
const chatWords: ReadonlySet<string> = new Set(['chat', 'completion_chat', 'chat_completion'])

/**
 * What an entry says its model can do, in the order of wire-facts §2: capabilities, endpoints, a mode, type or task, then outputs. The id
 * only makes vague words exact. `info` is LiteLLM's `model_info`.
 */
export function readCapabilities(entry: JsonRecord, { id, outputs }: Named): Capabilities {
  const info = recordOf(entry.model_info)
  const stated = recordOf(entry.capabilities)
  const [granted, denied] = flagsOf([...Object.entries(stated), ...Object.entries(recordOf(stated.supports))])
  const [supported, unsupported] = flagsOf([
    ...supportFlags(entry),
    ...supportFlags(info),
    ['streaming', entry.streaming],
  ])
  const able = [...(nonBlankListOf(entry.capabilities) ?? []), ...granted]
  const family = familyOf(id)?.flatMap((word) => nameOf(word) ?? [])
  const paths = [entry.supported_endpoints, entry.endpoints, entry.supported_endpoint_types].flatMap(
    (list) => nonBlankListOf(list) ?? [],
  )
  const kind = [entry.mode, info.mode, entry.type, stated.type, entry.task, recordOf(entry.task).name]
  const exact = byName(able) ?? byName(paths) ?? byName(voiceFlags(entry))
  const vague =
    byTask([...able, ...supported]) ??
    byKind([...paths, ...(nonBlankListOf(entry.supportedGenerationMethods) ?? [])]) ??
    byKind(nonBlankListOf([...kind, entry.pipeline_tag])) ??
    byOutputs(outputs, family)
  const found = exact ?? narrowed(vague, family)
  const noChat = [...denied, ...unsupported].some((word) => chatWords.has(word))
  const isFeature = (word: string) => nameOf(word) === undefined
  return defined({
    endpoints: withEdits(found ?? (noChat ? withoutChat(family) : undefined), able, denied),
    features: some([...able, ...supported].filter(isFeature)),
    lacks: some([...denied, ...unsupported].filter(isFeature)),
  })
}

/** A kind of model by its id: an embedding model is an `llm` or a `chat` model in some lists, and `audio` is any sound. */
function narrowed(found: readonly EndpointId[] | undefined, family: readonly EndpointId[] | undefined) {
  if (found && family?.length === 0) return family
  const isAnySound = found?.length === audio.length && found.every((id) => audio.includes(id))
  return isAnySound ? (family?.filter((id) => audio.includes(id)) ?? found) : found
}

const withoutChat = (family: readonly EndpointId[] = []) => family.filter((id) => id !== 'responses')
