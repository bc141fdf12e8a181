import type { RunResult } from './result.ts'

/** What the model said as one text, without its reasoning and without its calls. */
export function answerText(result: RunResult): string {
  return result.outputs
    .flatMap((output) => {
      if (output.kind === 'message') return output.parts.map((part) => part.text)
      return output.kind === 'refusal' ? [output.text] : []
    })
    .join('\n\n')
}
