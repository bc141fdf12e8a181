import { measureDifference } from './measure-difference.ts'

interface Question {
  readonly before: Blob
  readonly after: Blob
  readonly mask?: Blob
}

addEventListener('message', ({ data }: MessageEvent<Question>) => {
  void measureDifference(data.before, data.after, data.mask).then((measured) => postMessage(measured))
})
