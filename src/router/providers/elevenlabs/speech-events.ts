import { isRecord, jsonIn, recordOf, textOf } from '#contract/core/loose-json.ts'
import { eventBytes, eventStream } from '../../http/replies.ts'

/** The lines of a stream of JSON lines, the last one also without its end. */
async function* linesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of body) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  yield rest
}

/** The JSON lines of `stream/with-timestamps` as speech events of the interface; the times of characters go along. */
export function speechEvents(reply: Response, signal: AbortSignal): Response {
  async function* events(): AsyncGenerator<Uint8Array, void> {
    for await (const line of linesOf(reply.body ?? new Blob([]).stream())) {
      const chunk = jsonIn(line.replace(/^data:/, ''))
      if (!isRecord(chunk)) continue
      const { audio_base64, ...times } = recordOf(chunk)
      const audio = textOf(audio_base64)
      if (audio !== undefined) yield eventBytes({ type: 'speech.audio.delta', audio, ...times })
    }
    yield eventBytes({ type: 'speech.audio.done' })
  }
  return eventStream(events, signal)
}
