import type { RunResult, ToolCall } from './result.ts'

/** The answer's text: the parts of all messages, one after the other. */
export function textOf(result: RunResult): string {
  return result.outputs
    .flatMap((output) => (output.kind === 'message' ? output.parts : []))
    .map((part) => part.text)
    .join('')
}

/** The text of all reasoning, items parted by an empty line. */
export function reasoningOf(result: RunResult): string {
  return result.outputs
    .filter((output) => output.kind === 'reasoning')
    .map((output) => output.text)
    .filter((text) => text !== '')
    .join('\n\n')
}

/** The calls the model asks for, in order. */
export function toolCallsOf(result: RunResult): readonly ToolCall[] {
  return result.outputs.filter((output) => output.kind === 'tool-call')
}
