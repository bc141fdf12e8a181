import type { RunResult } from '../../run/result.ts'

/** What the model said, without its reasoning and without its calls: what "Copy answer" copies. */
export function answerText(result: RunResult): string {
  return result.outputs
    .flatMap((output) => {
      if (output.kind === 'message') return output.parts.map((part) => part.text)
      return output.kind === 'refusal' ? [output.text] : []
    })
    .join('\n\n')
}
