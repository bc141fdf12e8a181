import { errorWords, holdsError } from '#contract/core/error-words.ts'
import { isRecord, jsonIn, textOf } from '#contract/core/loose-json.ts'
import { RouterError } from '../../http/errors.ts'
import { eventBytes, eventStream } from '../../http/replies.ts'
import { mostWithMedia, tooLarge } from '../../upstream/reply-text.ts'

/** The lines of a stream of JSON lines, the last one also without its end. */
async function* linesOf(body: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<string, void> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of body) {
    const [first = '', ...further] = decoder.decode(bytes, { stream: true }).split('\n')
    rest += first
    if (rest.length > mostWithMedia) throw tooLarge(name)
    for (const line of further) {
      yield rest
      rest = line
    }
  }
  yield rest
}

const noSound = (name: string, reason = 'no reason given') =>
  new RouterError(502, 'no_audio', `${name} returned incomplete audio, or none (${reason}).`, {
    retry: 'ask',
    stage: 'accepted',
  })

/** The JSON lines of `stream/with-timestamps` as speech events of the interface; the times of characters go along. Errors where there is no sound, or a line with an error. */
export function speechEvents(reply: Response, name: string, signal: AbortSignal): Response {
  async function* events(): AsyncGenerator<Uint8Array, void> {
    let isBegun = false
    for await (const line of linesOf(reply.body ?? new Blob([]).stream(), name)) {
      const chunk = jsonIn(line.replace(/^data:/, ''))
      if (!isRecord(chunk)) continue
      const { audio_base64, ...times } = chunk
      const audio = textOf(audio_base64)
      if (audio === undefined) {
        if (holdsError(chunk)) throw noSound(name, errorWords(chunk)?.message)
        continue
      }
      isBegun = true
      yield eventBytes({ type: 'speech.audio.delta', audio, ...times })
    }
    if (!isBegun) throw noSound(name)
    yield eventBytes({ type: 'speech.audio.done' })
  }
  return eventStream(events, signal)
}
