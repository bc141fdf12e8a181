import { answerChecks, type CheckQuestion } from '#lab/checks/limited-evaluator.ts'

addEventListener('message', ({ data }: MessageEvent<CheckQuestion>) => answerChecks(data, (one) => postMessage(one)))
