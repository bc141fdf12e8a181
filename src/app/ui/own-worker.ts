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

/** One message to a new worker, one reply, then it ends. Rejects with the signal's reason, `WorkerFailed`, or what `ownWorker` throws. */
export async function askWorker<Answer>(
  url: string,
  name: string,
  question: unknown,
  signal?: AbortSignal,
): Promise<Answer> {
  signal?.throwIfAborted()
  const worker = ownWorker(url, name)
  try {
    return await answerOf<Answer>(worker, question, signal)
  } finally {
    worker.terminate()
  }
}

/** Sends one message to a worker that answers nothing else, and resolves with its next reply. Rejects as `askWorker`. */
export function answerOf<Answer>(worker: Worker, question: unknown, signal?: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
    worker.onmessage = ({ data }: MessageEvent<Answer>) => resolve(data)
    worker.onerror = () => reject(new WorkerFailed())
    worker.postMessage(question)
  })
}

/** The script of a worker did not load or threw. */
export class WorkerFailed extends Error {}
