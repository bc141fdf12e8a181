import { sources } from '#contract/audio/audio-fields.ts'
import { imageSizes } from '#contract/images/images-rules.ts'
import type { EndpointId } from '#contract/routes.ts'

/** What a reply of one media type holds: the name of a schema, or bytes. */
type Reply = string | 'bytes'

/** What the description says of a route beyond the table of endpoints and its request schema. */
export interface RouteNotes {
  /** One to three sentences. */
  readonly about: string
  /** Groups of fields of which at least one is needed, as the endpoint's `check` has it. */
  readonly needs?: readonly (readonly string[])[]
  /** By media type, the usual one first. */
  readonly replies: Readonly<Record<string, Reply>>
  /** JSON bodies that the sandbox answers, by their title. */
  readonly examples?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** A form in place of a JSON body: its texts, and its file as the name of the part. */
  readonly form?: { readonly texts: Readonly<Record<string, string>>; readonly file: string }
  readonly query?: Readonly<Record<string, string>>
  /** Whether the client may ask for a part by `Range`. */
  readonly ranged?: true
}

const sound = { 'audio/*': 'bytes', 'application/json': 'AudioData' }
const sizes = (model: string) => {
  const known = imageSizes(model)
  return known.kind === 'listed' ? known.sizes.map(({ width, height }) => `${width}x${height}`).join(', ') : 'any'
}
const imageNotes = `gen-image-1.5 draws ${sizes('gen-image-1.5')}; gen-image-2 any WIDTHxHEIGHT in multiples of 16 up to 3840, or auto. A transparent background needs png or webp. With response_format url the sandbox gives each image an address that works for one hour, without a key.`
const images = { 'application/json': 'ImageResult', 'text/event-stream': 'ImageEvent' }
const job =
  'Returns a job. It keeps running after the client disconnects and is billed even if it is never polled. The sandbox keeps jobs for 24 hours.'

/** By endpoint, in the words of the interface where it has some. */
export const routeNotes: Readonly<Record<EndpointId, RouteNotes>> = {
  models: {
    about:
      'The configured public models and their capabilities: the ids of the endpoints that a model serves, with streaming and masks where it has them. What is unknown is left out.',
    replies: { 'application/json': 'ModelList' },
  },
  responses: {
    about:
      'Text and code by the Responses convention. Send input, or the older messages, which the router converts; system messages act as instructions. With stream the reply is events, where the model streams. The last replies can be referred to by previous_response_id and item_reference unless store is false.',
    needs: [['input', 'messages']],
    replies: { 'application/json': 'Response', 'text/event-stream': 'ResponseEvent' },
    examples: {
      Text: { model: 'gen-5.4-pro', instructions: 'Answer in one sentence.', input: 'Why is the sky blue?' },
      Stream: {
        model: 'gen-5.4-pro',
        input: [{ role: 'user', content: [{ type: 'input_text', text: 'Write a haiku about rain.' }] }],
        stream: true,
      },
      'Tool call': {
        model: 'gen-5.4-pro',
        input: 'What is the weather in Oslo?',
        tools: [
          {
            type: 'function',
            name: 'get_weather',
            parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
          },
        ],
      },
    },
  },
  'images.generations': {
    about: `Images from a prompt. With images it is answered as an edit. ${imageNotes}`,
    replies: images,
    examples: {
      'One image': {
        model: 'gen-image-1.5',
        prompt: 'A lighthouse at dusk, watercolour',
        size: '1024x1024',
        quality: 'low',
      },
    },
  },
  'images.edits': {
    about: `Edits one to sixteen images. Parts of a form may be called image, image[], images or images[]. ${imageNotes}`,
    needs: [['images']],
    replies: images,
    form: { texts: { model: 'gen-image-1.5', prompt: 'Make it night', quality: 'low' }, file: 'image[]' },
  },
  'videos.create': {
    about: `A video of 4, 8 or 12 seconds. ${job}`,
    replies: { 'application/json': 'VideoJob' },
    examples: {
      Video: { model: 'sandbox-video', prompt: 'A boat leaves the harbour', seconds: '4', size: '1280x720' },
    },
  },
  'videos.status': {
    about: 'The status of a video job. Free: poll every few seconds, less often as time goes on.',
    replies: { 'application/json': 'VideoJob' },
  },
  'videos.content': {
    about: 'The finished video. Until it is ready this is a 404 with the code video_not_ready.',
    replies: { 'video/mp4': 'bytes', 'image/webp': 'bytes' },
    query: { variant: 'video (default) or thumbnail.' },
    ranged: true,
  },
  'audio.speech': {
    about: 'Text to speech. The file is streamed as it is generated; with stream_format sse, as events.',
    replies: { 'audio/*': 'bytes', 'text/event-stream': 'SpeechEvent', 'application/json': 'AudioData' },
    examples: {
      Speech: { model: 'gen-4o-mini-tts', input: 'The boat left at noon.', voice: 'nova', response_format: 'mp3' },
      Events: { model: 'gen-4o-mini-tts', input: 'The boat left at noon.', voice: 'nova', stream_format: 'sse' },
    },
  },
  'audio.transcriptions': {
    about: 'Transcribes a recording. The reply follows response_format; with stream, it is events.',
    needs: [sources],
    replies: {
      'application/json': 'Transcript',
      'text/event-stream': 'TranscriptEvent',
      'text/plain': 'bytes',
      'application/x-subrip': 'bytes',
      'text/vtt': 'bytes',
    },
    form: { texts: { model: 'sandbox-transcribe', response_format: 'verbose_json' }, file: 'file' },
  },
  'audio.voice-design': {
    about: 'Previews of new voices from a description. Their ids work as voice in speech.',
    needs: [['prompt', 'voice_description', 'voice_prompt']],
    replies: { 'application/json': 'VoicePreviews' },
    examples: {
      Voice: {
        model: 'sandbox-voice-design',
        prompt: 'A calm older woman with a warm, low voice',
        text: 'Good evening. This is the weather for tonight: clear skies, with a light wind from the north.',
      },
    },
  },
  'audio.voice-change': {
    about: 'Speaks a recording with another voice.',
    needs: [sources],
    replies: sound,
    form: { texts: { model: 'sandbox-voice-change', voice: 'shimmer' }, file: 'file' },
  },
  'audio.dubbing': {
    about: `Speaks a recording in another language. ${job} Poll its status_url, a path of this router.`,
    needs: [sources, ['target_lang', 'target_language', 'target_languages']],
    replies: { 'application/json': 'DubbingJob' },
    form: { texts: { model: 'sandbox-dubbing', target_lang: 'es' }, file: 'file' },
  },
  'audio.music': {
    about: 'Music from a prompt or a composition plan, 3 to 300 seconds long.',
    needs: [['prompt', 'composition_plan']],
    replies: sound,
    examples: { Music: { model: 'sandbox-music', prompt: 'Slow piano, C major', music_length_ms: 3_000 } },
  },
  'audio.sound-generation': {
    about: 'A sound effect from a text prompt, 0.5 to 30 seconds long.',
    needs: [['text', 'prompt']],
    replies: sound,
    examples: { Sound: { model: 'sandbox-sound-effects', text: 'Waves at a beach', duration_seconds: 1 } },
  },
  'audio.voice-isolation': {
    about: 'Cleans noisy speech, or isolates vocals.',
    needs: [sources],
    replies: sound,
    form: { texts: { model: 'sandbox-isolation' }, file: 'file' },
  },
}

/** A route outside `/v1`, which is ours alone. */
export interface OwnRoute {
  readonly method: 'get' | 'delete'
  readonly path: string
  readonly title: string
  readonly about: string
  readonly open?: true
  readonly status: number
  /** By media type the name of a schema, or bytes; absent for an empty reply. */
  readonly replies?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly ranged?: true
}

/** Other routers need none of these; a client that uses only `/v1` misses nothing that the interface promises. */
export const ownRoutes: readonly OwnRoute[] = [
  {
    ...{ method: 'get', path: '/ops/{id}', title: 'Operation', status: 200 },
    about:
      'The state of the paid request that was sent with this Idempotency-Key, with its stored reply. Free. A 404 means that it never arrived, or is older than 24 hours.',
    replies: { 'application/json': 'Operation' },
  },
  {
    ...{ method: 'delete', path: '/ops/{id}', title: 'Stop an operation', status: 204 },
    about: 'Stops the request at its provider. One that arrives later with this key is refused with a 409.',
  },
  {
    ...{ method: 'get', path: '/ops/{id}/reply', title: 'Reply of an operation', status: 200 },
    about:
      'The stored reply itself, with its own status and headers, from the beginning; streamed while it grows. Free.',
    replies: { '*/*': 'bytes' },
  },
  {
    ...{ method: 'get', path: '/jobs/{id}', title: 'Dubbing status', status: 200 },
    about: 'The status of a dubbing job: the address that its status_url names. Free.',
    replies: { 'application/json': 'DubbingJob' },
  },
  {
    ...{ method: 'get', path: '/jobs/{id}/content', title: 'Dubbing content', status: 200, ranged: true },
    about: 'The dubbed file, or its subtitles.',
    query: { lang: 'One of the target languages; the first by default.', format: 'srt or vtt, for subtitles.' },
    replies: { 'audio/*': 'bytes', 'video/*': 'bytes', 'text/vtt': 'bytes', 'application/x-subrip': 'bytes' },
  },
  {
    ...{ method: 'get', path: '/jobs/images/{name}', title: 'Linked image', status: 200, open: true, ranged: true },
    about: 'A sandbox image requested with response_format url. Kept for one hour.',
    replies: { 'image/*': 'bytes' },
  },
  {
    ...{ method: 'get', path: '/healthz', title: 'Health', status: 200, open: true },
    about: '200 while the router runs, 503 while it shuts down.',
    replies: { 'application/json': 'Health' },
  },
  {
    ...{ method: 'get', path: '/healthz/ready', title: 'Readiness', status: 200, open: true },
    about:
      '200 when everything that the router needs is available, else 503. With the key, or from its machine, also the state of its providers.',
    replies: { 'application/json': 'Health' },
  },
  {
    ...{ method: 'get', path: '/metrics', title: 'Metrics', status: 200 },
    about: 'Prometheus text format. No key is needed from the same machine.',
    replies: { 'text/plain': 'bytes' },
  },
  {
    ...{ method: 'get', path: '/openapi.json', title: 'This description', status: 200, open: true },
    about: 'OpenAPI 3.1, with an ETag.',
    replies: { 'application/json': 'OpenApi' },
  },
  {
    ...{ method: 'get', path: '/config.schema.json', title: 'Configuration schema', status: 200, open: true },
    about: 'The JSON Schema of the configuration file, for editors.',
    replies: { 'application/schema+json': 'JsonSchema' },
  },
]
