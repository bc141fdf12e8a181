import type { RunResult } from '../result.ts'

/** The parts of all messages, one after the other, for tests. */
export function textOf(result: RunResult): string {
  return result.outputs
    .flatMap((output) => (output.kind === 'message' ? output.parts : []))
    .map((part) => part.text)
    .join('')
}
