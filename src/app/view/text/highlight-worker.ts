import { type CodeQuestion, codeTokens } from './code-tokens.ts'

addEventListener('message', ({ data }: MessageEvent<CodeQuestion>) => postMessage(codeTokens(data)))
