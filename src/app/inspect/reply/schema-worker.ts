import { checkSchema } from './check-schema.ts'

addEventListener('message', ({ data }: MessageEvent<{ readonly text: string; readonly schema: unknown }>) => {
  postMessage(checkSchema(data.text, data.schema))
})
