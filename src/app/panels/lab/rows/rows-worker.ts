import { answerSource, messagesOf, type TableQuestion } from './source-reading.ts'

addEventListener('message', async ({ data }: MessageEvent<TableQuestion>) => {
  for (const message of messagesOf(await answerSource(data))) postMessage(message)
})
