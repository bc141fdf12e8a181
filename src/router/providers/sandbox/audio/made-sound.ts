import { ProcessError, QueueFullError } from '#sandbox/process-pool.ts'
import type { MakeSound } from '#sandbox/sound/sound-processes.ts'
import type { SoundFacts, SoundTask, Transcript } from '#sandbox/sound/sound-task.ts'
import { badRequest, RouterError } from '../../../http/errors.ts'

/** A sound whose making has begun. */
export interface MadeSound {
  readonly facts: SoundFacts
  /** The file's bytes in order, as they are made. */
  readonly parts: AsyncGenerator<Uint8Array, void>
}

/** The error that clients are told: a 400 for a file that cannot be used, a 503 for a full queue. */
function told(thrown: unknown): unknown {
  if (thrown instanceof QueueFullError)
    return new RouterError(503, 'queue_full', 'The sandbox has too many sounds queued. Try again in a minute.', {
      retry: 'safe',
      headers: { 'retry-after': '30' },
    })
  if (!(thrown instanceof ProcessError)) return thrown
  if (thrown.param !== undefined) return badRequest(thrown.message, { param: thrown.param, code: 'invalid_value' })
  return new RouterError(500, 'sound_failed', thrown.message, { retry: 'safe' })
}

/**
 * Begins to make a sound. Resolves with its facts before the first byte; rejects with the error that clients are told. `parts` may fail later.
 * Parts that are not read yet are kept in memory: a file is bounded by the longest sound, and a slow client holds no process.
 */
export async function beginSound(makeSound: MakeSound, task: SoundTask, signal: AbortSignal): Promise<MadeSound> {
  const waiting: Uint8Array[] = []
  let wake = () => {}
  let end: { readonly thrown?: unknown } | undefined
  const facts = await new Promise<SoundFacts>((resolve, reject) => {
    const onPart: Parameters<MakeSound>[2] = (part) => {
      if (part instanceof Uint8Array) {
        waiting.push(part)
        wake()
      } else if (part.kind === 'facts') resolve(part)
    }
    makeSound(task, signal, onPart).then(
      () => {
        end = {}
        wake()
      },
      (thrown) => {
        end = { thrown }
        reject(told(thrown))
        wake()
      },
    )
  })

  async function* parts(): AsyncGenerator<Uint8Array, void> {
    for (;;) {
      const next = waiting.shift()
      if (next) yield next
      else if (end && 'thrown' in end) throw end.thrown
      else if (end) return
      else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
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
