import { parentPort } from 'node:worker_threads'
import { answerChecks, type CheckQuestion } from '#lab/checks/limited-evaluator.ts'

parentPort?.on('message', (question: CheckQuestion) =>
  answerChecks(question, (answer) => parentPort?.postMessage(answer)),
)
