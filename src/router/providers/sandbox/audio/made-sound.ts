import { Inbox } from '#contract/core/inbox.ts'
import { joinedBytes } from '#media/png.ts'
import { platform } from '#sandbox/platform.ts'
import { ProcessError, QueueFullError } from '#sandbox/run-task.ts'
import { typeOf } from '#sandbox/sound/files/output-format.ts'
import type { MakeSound, OutputFormat, SoundFacts, SoundTask, Transcript } from '#sandbox/sound/sound-task.ts'
import { eventBytes, pulled } from '../../../http/http-replies.ts'
import { busy, RouterError } from '../../../http/router-error.ts'

export interface MadeSound {
  readonly facts: SoundFacts
  /** The file's bytes in order, as they are made. */
  readonly parts: AsyncGenerator<Uint8Array, void>
}

/** The error that clients are told: a 503 for a full queue, a 500 for a crash; a refusal as it is. */
function told(thrown: unknown): unknown {
  if (thrown instanceof QueueFullError)
    return busy('queue_full', 'The sandbox has too many sounds queued. Try again in a minute.', 30)
  if (!(thrown instanceof ProcessError)) return thrown
  return new RouterError(500, 'sound_failed', thrown.message, { retry: 'safe' })
}

/**
 * Begins to make a sound. Resolves with its facts before the first byte; rejects with the error that clients are told. `parts` may fail later.
 * Parts that are not read yet are kept in memory: a file is bounded by the longest sound, and a slow client holds no process.
 */
export async function beginSound(makeSound: MakeSound, task: SoundTask, signal: AbortSignal): Promise<MadeSound> {
  const inbox = new Inbox<Uint8Array | { readonly thrown?: unknown }>()
  const facts = await new Promise<SoundFacts>((resolve, reject) => {
    const onPart: Parameters<MakeSound>[2] = (part) => {
      if (part instanceof Uint8Array) inbox.add(part)
      else if (part.kind === 'facts') resolve(part)
    }
    makeSound(task, signal, onPart).then(
      () => inbox.add({}),
      (thrown) => {
        reject(told(thrown))
        inbox.add({ thrown })
      },
    )
  })

  async function* parts(): AsyncGenerator<Uint8Array, void> {
    for (;;) {
      const next = await inbox.next()
      if (next instanceof Uint8Array) yield next
      else if ('thrown' in next) throw next.thrown
      else return
    }
  }
  return { facts, parts: parts() }
}

/** Transcribes a file. Rejects with the error that clients are told. */
export async function makeTranscript(makeSound: MakeSound, task: SoundTask, signal: AbortSignal): Promise<Transcript> {
  let transcript: Transcript | undefined
  await makeSound(task, signal, (part) => {
    if (!(part instanceof Uint8Array) && part.kind === 'transcript') transcript = part
  }).catch((thrown) => {
    throw told(thrown)
  })
  if (!transcript) throw new TypeError('The sound process sent no transcript.')
  return transcript
}

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

export async function wholeSound({ facts, parts }: MadeSound, output: OutputFormat): Promise<Response> {
  const all: Uint8Array[] = []
  for await (const part of parts) all.push(part)
  const bytes = joinedBytes(all)
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
  for await (const part of parts) yield eventBytes({ type: 'speech.audio.delta', audio: platform.toBase64(part) })
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
