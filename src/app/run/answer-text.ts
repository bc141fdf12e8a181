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

/** The reasoning alone: all that there is where a model used up its tokens on it. */
export function reasoningText({ outputs }: RunResult): string {
  return outputs.flatMap((output) => (output.kind === 'reasoning' ? [output.text] : [])).join('\n\n')
}

/** Whether there is anything of a result to be seen. */
export function showsAnything({ outputs }: RunResult): boolean {
  return outputs.some((output) => {
    if (output.kind === 'message') return output.parts.some(({ text }) => text.trim() !== '')
    return (output.kind !== 'reasoning' && output.kind !== 'refusal') || output.text.trim() !== ''
  })
}
