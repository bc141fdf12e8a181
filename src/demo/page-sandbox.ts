import { FileRefused } from '#router/http/router-error.ts'
import type { Provider } from '#router/provider.ts'
import { filesInMemory } from '#router/providers/sandbox/file-storage.ts'
import { createSandboxProvider } from '#router/providers/sandbox/sandbox-provider.ts'
import type { Clip, ClipOrder } from '#sandbox/clip/clip-request.ts'
import type { Painted, Task } from '#sandbox/picture/picture-task.ts'
import type { SoundPart, SoundTask } from '#sandbox/sound/sound-task.ts'
import clipUrl from './engines/clip-worker.ts?worker&url'
import painterUrl from './engines/painter-worker.ts?worker&url'
import soundUrl from './engines/sound-worker.ts?worker&url'
import { inWorker } from './worker-task.ts'

/** Waits `ms`, or rejects as soon as `signal` is aborted; resolves to the number of milliseconds by which it was late. */
const pause = (ms: number, signal: AbortSignal): Promise<number> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const due = performance.now() + ms
    const leave = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', leave)
      resolve(performance.now() - due)
    }, ms)
    signal.addEventListener('abort', leave, { once: true })
  })

/** The sandbox in a worker of the page. Its engines are workers of their own, each loaded with the first request that needs it. */
export function createPageSandbox(): Provider {
  const opened = (url: string, name: string) => () => new Worker(url, { type: 'module', name })
  const { provider } = createSandboxProvider({
    now: Date.now,
    log: () => {},
    pause,
    paint: inWorker<Task, Painted>(opened(painterUrl, 'painter'), 'The image worker ended unexpectedly.'),
    makeClip: inWorker<ClipOrder, Clip, number>(opened(clipUrl, 'clip'), 'The video worker ended unexpectedly.'),
    makeSound: inWorker<SoundTask, null, SoundPart>(opened(soundUrl, 'sound'), 'The sound worker ended unexpectedly.'),
    storageOf: filesInMemory,
    files: {
      fetch: async () => {
        throw new FileRefused('The demo reads no files from other addresses. Send the file itself.')
      },
    },
  })
  return provider
}
