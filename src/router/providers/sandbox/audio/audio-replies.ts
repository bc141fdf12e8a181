import { typeOf } from '#sandbox/sound/files/output-format.ts'
import type { OutputFormat, SoundFacts } from '#sandbox/sound/sound-task.ts'
import { eventBytes, pulled } from '../../../http/replies.ts'
import type { MadeSound } from './made-sound.ts'

/** What every reply with a sound says of it: that it is synthetic, and how long. */
function soundHeaders(facts: SoundFacts): Record<string, string> {
  return {
    'x-sandbox': 'synthetic',
    'x-sandbox-seconds': facts.seconds.toFixed(3),
    ...(facts.synthesizer && { 'x-sandbox-synthesizer': facts.synthesizer }),
  }
}

const mediaType = ({ container, rate }: OutputFormat) =>
  container === 'pcm' ? `${typeOf.pcm};rate=${rate}` : typeOf[container]

/** A whole file, with its length. */
export async function wholeSound({ facts, parts }: MadeSound, output: OutputFormat): Promise<Response> {
  const all: Uint8Array[] = []
  for await (const part of parts) all.push(part)
  const bytes = new Uint8Array(Buffer.concat(all))
  return new Response(bytes, {
    headers: {
      ...soundHeaders(facts),
      'content-type': mediaType(output),
      'content-length': String(bytes.length),
    },
  })
}

/** A file's bytes while they are made. `stop` is called when the client goes. */
export function streamedSound({ facts, parts }: MadeSound, output: OutputFormat, stop: () => void): Response {
  const body = pulled(async () => (await parts.next()).value ?? undefined, stop)
  return new Response(body, { headers: { ...soundHeaders(facts), 'content-type': mediaType(output) } })
}

/** Characters and milliseconds that count as a token: an estimate, like that of texts. */
const charactersPerToken = 4
const tokenMs = 50

function usageOf(text: string, seconds: number) {
  const input_tokens = Math.ceil(text.length / charactersPerToken)
  const output_tokens = Math.ceil((seconds * 1000) / tokenMs)
  return { input_tokens, output_tokens, total_tokens: input_tokens + output_tokens }
}

async function* speechEvents({ facts, parts }: MadeSound, text: string): AsyncGenerator<Uint8Array, void> {
  for await (const part of parts)
    yield eventBytes({ type: 'speech.audio.delta', audio: Buffer.from(part).toString('base64') })
  yield eventBytes({ type: 'speech.audio.done', usage: usageOf(text, facts.seconds) })
}

/** The same as events, for `stream_format: sse`. */
export function soundEvents(made: MadeSound, text: string, stop: () => void): Response {
  const events = speechEvents(made, text)
  const body = pulled(async () => (await events.next()).value ?? undefined, stop)
  return new Response(body, {
    headers: {
      ...soundHeaders(made.facts),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
    },
  })
}
