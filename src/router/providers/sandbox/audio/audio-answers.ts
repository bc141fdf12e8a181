import type { EndpointId } from '#contract/endpoints.ts'
import { uploadOf } from '#sandbox/sound/files/uploads.ts'
import type { MakeSound } from '#sandbox/sound/sound-processes.ts'
import { speakTaskOf } from '#sandbox/sound/speech/speech-request.ts'
import { badRequest } from '../../../http/errors.ts'
import type { ProviderRequest } from '../../../provider.ts'
import { soundEvents, streamedSound, wholeSound } from './audio-replies.ts'
import { beginSound, makeTranscript } from './made-sound.ts'
import { transcriptFormatOf, transcriptReply, transcriptStream } from './transcript-replies.ts'

interface AudioRequest {
  readonly request: ProviderRequest
  readonly makeSound: MakeSound
  /** To be called once the request is accepted, which a real provider would bill. */
  readonly accept: () => void
}

type Answer = (asked: AudioRequest) => Promise<Response>

/** How a speech is sent: as a whole with its length, as bytes while they are made, or as events. */
function streamFormatOf({ stream_format }: ProviderRequest['body']): 'whole' | 'audio' | 'sse' {
  if (stream_format === undefined) return 'whole'
  if (stream_format === 'audio' || stream_format === 'sse') return stream_format
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
  if (how === 'sse') return soundEvents(made, task.text, stop)
  return how === 'audio' ? streamedSound(made, task.output, stop) : wholeSound(made, task.output)
}

async function transcription({ request, makeSound, accept }: AudioRequest): Promise<Response> {
  const { model, body, signal } = request
  const format = transcriptFormatOf(model, body)
  const transcript = await makeTranscript(makeSound, { kind: 'transcribe', upload: await uploadOf(body) }, signal)
  accept()
  return body.stream === true ? transcriptStream(transcript, format, signal) : transcriptReply(transcript, format, body)
}

/** How each audio endpoint is answered. */
export const audioAnswers: Partial<Readonly<Record<EndpointId, Answer>>> = {
  'audio.speech': speech,
  'audio.transcriptions': transcription,
}
