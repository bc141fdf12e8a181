import { routes } from '#contract/routes.ts'
import { RouterError } from './router-error.ts'

/**
 * Routes of other APIs (OpenAI, Anthropic, ElevenLabs, Gemini, Ollama, gateways), by what their paths have in common, each with the route
 * that does the same here. The first that fits counts.
 */
const equivalents: readonly (readonly [RegExp, keyof typeof routes])[] = [
  [/isolat/, 'audio.voice-isolation'],
  [/speech-to-speech|voice-(change|conversion)/, 'audio.voice-change'],
  [/text-to-voice|voice-(design|generation|preview)/, 'audio.voice-design'],
  [/dub/, 'audio.dubbing'],
  [/transcri|audio\/translation|speech-to-text|\/(stt|asr)\b/, 'audio.transcriptions'],
  [/text-to-speech|\/(speech|tts)\b/, 'audio.speech'],
  [/music/, 'audio.music'],
  [/sound/, 'audio.sound-generation'],
  [/image.*(edit|variation)|inpaint/, 'images.edits'],
  [/image|txt2img/, 'images.generations'],
  [/video/, 'videos.create'],
  [/chat|complet|message|response|generate(content)?\b|\/(threads|assistants|conversations|converse)\b/, 'responses'],
  [/\/(models?|engines|tags)\b/, 'models'],
]

/** What stands before the first word of our routes, where the base URL of a client is not ours. */
const otherBase = /^.*?(?=\/(models|responses|images|videos|audio)\b)/

function routeLike(path: string): keyof typeof routes | undefined {
  const rest = path.replace(otherBase, '').replace(/\/+$/, '')
  const same = Object.values(routes).find((route) => route.path === rest)
  return same?.id ?? equivalents.find(([pattern]) => pattern.test(path))?.[1]
}

const isApiCall = (method: string, path: string) => !['GET', 'HEAD'].includes(method) || /^\/v\d/.test(path)

/** The 404 for a path that is not ours; to a client of another API it names the route that it needs. */
export function unknownPath(method: string, path: string): RouterError {
  const refused = (message: string) => new RouterError(404, 'not_found', message)
  if (!isApiCall(method, path)) return refused('Not found: this path does not exist.')
  const id = routeLike(path.slice(0, 200).toLowerCase())
  if (id === undefined)
    return refused(
      'Not found: this router has no such route. Text is served at POST /v1/responses; GET /openapi.json describes all routes.',
    )
  const { method: right, path: rest } = routes[id]
  const more = id === 'responses' ? ', which also takes messages in place of input' : ''
  return refused(`Not found: this path does not exist. Use ${right} /v1${rest}${more}.`)
}
