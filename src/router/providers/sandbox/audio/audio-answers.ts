import type { EndpointId } from '#contract/routes.ts'
import { mostBytes } from '#sandbox/picture/inputs.ts'
import { platform } from '#sandbox/platform.ts'
import { sourceUrlOf, uploadOf } from '#sandbox/sound/files/uploads.ts'
import { effectTaskOf, musicTaskOf } from '#sandbox/sound/requests/sound-requests.ts'
import { changeTaskOf, isolateTaskOf, previewsOf } from '#sandbox/sound/requests/voice-requests.ts'
import type { MakeSound, SoundTask } from '#sandbox/sound/sound-task.ts'
import { speakTaskOf } from '#sandbox/sound/speech/speech-request.ts'
import { jsonReply } from '../../../http/http-replies.ts'
import type { PublicFiles } from '../../../http/public-file.ts'
import { badRequest, FileRefused } from '../../../http/router-error.ts'
import type { ProviderRequest } from '../../../provider.ts'
import { beginSound, makeTranscript, soundEvents, streamedSound, wholeSound } from './made-sound.ts'
import { transcriptFormatOf, transcriptReply, transcriptStream } from './transcript-replies.ts'

interface AudioRequest {
  readonly request: ProviderRequest
  readonly makeSound: MakeSound
  /** To be called once the request is accepted, which a real provider would bill. */
  readonly accept: () => void
}

type Answer = (asked: AudioRequest) => Promise<Response>

/** How a speech is sent: as bytes while they are made, which is the default, or as events. */
function streamFormatOf({ stream_format: format = 'audio' }: ProviderRequest['body']): 'audio' | 'sse' {
  if (format === 'audio' || format === 'sse') return format
  throw badRequest('stream_format: choose audio or sse.', { param: 'stream_format', code: 'invalid_value' })
}

async function speech({ request, makeSound, accept }: AudioRequest): Promise<Response> {
  const { model, body, signal } = request
  const how = streamFormatOf(body)
  const task = speakTaskOf(model, body)
  const left = new AbortController()
  const made = await beginSound(makeSound, task, AbortSignal.any([signal, left.signal]))
  accept()
  const stop = () => left.abort()
  return how === 'sse' ? soundEvents(made, task.text, stop) : streamedSound(made, task.output, stop)
}

async function transcription({ request, makeSound, accept }: AudioRequest): Promise<Response> {
  const { model, body, signal } = request
  const format = transcriptFormatOf(model, body)
  const transcript = await makeTranscript(makeSound, { kind: 'transcribe', upload: await uploadOf(body) }, signal)
  accept()
  return body.stream === true ? transcriptStream(transcript, format, signal) : transcriptReply(transcript, format, body)
}

type WrittenTask = Exclude<SoundTask, { kind: 'transcribe' | 'probe' }>

/** Answers with the file of a task: as a whole, or while it is made. */
const written =
  (
    taskOf: (model: string, body: ProviderRequest['body']) => WrittenTask | Promise<WrittenTask>,
    isStreamed = false,
  ): Answer =>
  async ({ request, makeSound, accept }) => {
    const { model, body, signal } = request
    const task = await taskOf(model, body)
    const left = new AbortController()
    const made = await beginSound(makeSound, task, AbortSignal.any([signal, left.signal]))
    accept()
    return isStreamed ? streamedSound(made, task.output, () => left.abort()) : wholeSound(made, task.output)
  }

async function voiceDesign({ request, makeSound, accept }: AudioRequest): Promise<Response> {
  const { model, body, signal } = request
  const { text, prompt, previews } = previewsOf(model, body)
  const made = await Promise.all(
    previews.map(async ({ id, task }) => {
      const sound = await beginSound(makeSound, task, signal)
      const reply = await wholeSound(sound, task.output)
      return {
        audio_base64: platform.toBase64(new Uint8Array(await reply.arrayBuffer())),
        generated_voice_id: id,
        media_type: reply.headers.get('content-type'),
        duration_secs: sound.facts.seconds,
        language: task.label.language,
      }
    }),
  )
  accept()
  return jsonReply({ previews: made, text, sandbox: { synthetic: true, prompt } }, 200, { 'x-sandbox': 'synthetic' })
}

export const audioAnswers: Partial<Readonly<Record<EndpointId, Answer>>> = {
  'audio.speech': speech,
  'audio.transcriptions': transcription,
  'audio.sound-generation': written(effectTaskOf),
  'audio.music': written(musicTaskOf, true),
  'audio.voice-isolation': written(isolateTaskOf),
  'audio.voice-change': written(changeTaskOf),
  'audio.voice-design': voiceDesign,
}

/** The endpoints that take a recording, as a file or by its address. */
const withRecording: readonly EndpointId[] = [
  'audio.transcriptions',
  'audio.voice-change',
  'audio.voice-isolation',
  'audio.dubbing',
]

/** The body with the file in place of its address, where it names one. Rejects with a 400 that says why it was not fetched. */
export async function withSource(
  { endpoint, body, signal }: ProviderRequest,
  files: Pick<PublicFiles, 'fetch'>,
): Promise<ProviderRequest['body']> {
  const source = withRecording.includes(endpoint) ? sourceUrlOf(body) : undefined
  if (!source) return body
  const { url, field } = source
  const file = await files.fetch(url, { mostBytes: mostBytes, signal }).catch((thrown: unknown) => {
    if (!(thrown instanceof FileRefused)) throw thrown
    throw badRequest(`${field}: ${thrown.message}`, { param: field, code: 'source_not_fetched' })
  })
  return { ...body, [field]: file }
}
