import { soundDifference } from '#media/audio/sound-difference.ts'

export interface DifferenceQuestion {
  readonly original: Blob
  readonly result: Blob
}

/** The difference as WAV; undefined where one of the two cannot be decoded here. */
export type DifferenceAnswer = Awaited<ReturnType<typeof soundDifference>> | undefined

addEventListener('message', ({ data }: MessageEvent<DifferenceQuestion>) => {
  void soundDifference(data.original, data.result)
    .catch(() => undefined)
    .then((answer: DifferenceAnswer) => postMessage(answer))
})
