import { missingCode } from './late-code.ts'

/** The part of Trusted Types that is used; TypeScript's library does not declare them yet. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string }
}

declare global {
  var trustedTypes: TrustedTypes | undefined
}

let policy: ReturnType<TrustedTypes['createPolicy']> | undefined

/** The only caller of `new Worker`: the page may create its Trusted Types policy once. Throws for other origins. */
export function ownWorker(url: string, name: string): Worker {
  policy ??= globalThis.trustedTypes?.createPolicy('app', { createScriptURL: checked })
  return new Worker(policy?.createScriptURL(url) ?? checked(url), { type: 'module', name })
}

function checked(url: string): string {
  if (new URL(url, location.href).origin !== location.origin) throw new TypeError('Only scripts of this app may run.')
  return url
}

/** ms for which a worker is kept for the next question: to start one compiles its script, half a megabyte for sounds, once more. */
const kept = 3_000
/** At most one of each script. */
const resting = new Map<string, { readonly worker: Worker; readonly timer: ReturnType<typeof setTimeout> }>()

/**
 * Runs `use` with a worker of this script that does nothing else, a kept one or a new one. When `use` resolves, the worker must be done with
 * all that it was sent; when it rejects, the worker is terminated.
 */
export async function withWorker<Done>(
  url: string,
  name: string,
  use: (worker: Worker) => Promise<Done>,
): Promise<Done> {
  const found = resting.get(url)
  clearTimeout(found?.timer)
  resting.delete(url)
  const worker = found?.worker ?? ownWorker(url, name)
  try {
    const done = await use(worker)
    if (resting.has(url)) worker.terminate()
    else rest(url, worker)
    return done
  } catch (thrown) {
    worker.terminate()
    throw thrown
  }
}

function rest(url: string, worker: Worker): void {
  worker.onmessage = null
  worker.onerror = null
  const end = () => {
    resting.delete(url)
    worker.terminate()
  }
  resting.set(url, { worker, timer: setTimeout(end, kept) })
}

/** One message to a worker, one reply. Rejects with the signal's reason, `failureOf`, or what `ownWorker` throws. */
export async function askWorker<Answer>(
  url: string,
  name: string,
  question: unknown,
  signal?: AbortSignal,
): Promise<Answer> {
  signal?.throwIfAborted()
  return await withWorker(url, name, (worker) => answerOf<Answer>(worker, question, signal))
}

/** Sends one message to a worker that answers nothing else, and resolves with its next reply. Rejects as `askWorker`. */
export function answerOf<Answer>(worker: Worker, question: unknown, signal?: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
    worker.onmessage = ({ data }: MessageEvent<Answer>) => resolve(data)
    worker.onerror = (event) => void failureOf(event).then(reject)
    worker.postMessage(question)
  })
}

/** Why a worker ended with this event: `MissingCode` where its script did not load, else what it threw. */
export const failureOf = async (event: Event): Promise<Error> =>
  'message' in event ? new Error(String(event.message)) : await missingCode(event)
