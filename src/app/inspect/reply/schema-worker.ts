import { checkGrowing, checkSchema } from './check-schema.ts'

interface Question {
  readonly text: string
  readonly schema: unknown
  readonly isGrowing: boolean
}

addEventListener('message', ({ data: { text, schema, isGrowing } }: MessageEvent<Question>) => {
  postMessage(isGrowing ? checkGrowing(text, schema) : checkSchema(text, schema))
})
