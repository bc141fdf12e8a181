import { answerSource, type TableQuestion } from './source-reading.ts'

addEventListener(
  'message',
  ({ data }: MessageEvent<TableQuestion>) => void answerSource(data).then((reading) => postMessage(reading)),
)
