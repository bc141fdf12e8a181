import { vi } from 'vitest'
import type { ClipOrder, MakeClip } from '#sandbox/clip/clip-request.ts'
import { ProcessError } from '#sandbox/run-task.ts'

interface Given {
  readonly order: ClipOrder
  progress(share: number): void
  done(video?: string): void
  crash(): void
}

/** Clips that are made as the test says, instead of by processes. */
export function posedClips() {
  const given: Given[] = []
  const makeClip: MakeClip = (order, _signal, onProgress = () => {}) =>
    new Promise((resolve, reject) => {
      const encoder = new TextEncoder()
      given.push({
        order,
        progress: onProgress,
        done: (video = 'the clip') =>
          resolve({ video: encoder.encode(video), thumbnail: encoder.encode('the thumbnail') }),
        crash: () => reject(new ProcessError('The video process ended unexpectedly.')),
      })
    })
  return {
    makeClip,
    prompts: () => given.map(({ order }) => order.prompt),
    /** The clip that is begun as this one, from 0, once it is begun. */
    begun: (index: number) =>
      vi.waitFor(
        () => {
          const one = given[index]
          if (!one) throw new Error(`clip ${index} is not begun`)
          return one
        },
        { timeout: 10_000, interval: 2 },
      ),
  }
}
