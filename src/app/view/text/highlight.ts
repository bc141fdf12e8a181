import { answerOf, ownWorker } from '../../ui/own-worker.ts'
import type { Grammar } from './code-languages.ts'
import type { CodeQuestion, CodeToken } from './code-tokens.ts'
import { element } from './element.ts'
import workerUrl from './highlight-worker.ts?worker&url'

/** Ms for one block: some grammars' patterns take very long on hostile text. */
const longest = 5_000

let worker: Worker | undefined

/**
 * The code as nodes with a class per token; its text is unchanged. Made by a worker, since compiling a grammar takes longer than
 * drawing a whole answer. Answers one call at a time. Rejects where the worker fails or takes too long; the next call starts another.
 */
export async function highlight(code: string, grammar: Grammar): Promise<(Node | string)[]> {
  worker ??= ownWorker(workerUrl, 'highlight')
  const question: CodeQuestion = { code, grammar }
  try {
    return drawTokens(await answerOf<readonly CodeToken[]>(worker, question, AbortSignal.timeout(longest)))
  } catch (error) {
    worker.terminate()
    worker = undefined
    throw error
  }
}

export function drawTokens(tokens: readonly CodeToken[]): (Node | string)[] {
  return tokens.map((token) => {
    if (typeof token === 'string') return token
    const [className, pieces] = token
    return element('span', { class: className }, drawTokens(pieces))
  })
}
