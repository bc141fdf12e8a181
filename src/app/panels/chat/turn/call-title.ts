import type { Output, ToolCall } from '../../../run/result.ts'
import { callName } from './turn.ts'

/** The name of a call, numbered where the answer has several of that name. */
export function callTitle(call: ToolCall, outputs: readonly Output[]): string {
  const namesakes = outputs.filter((output) => output.kind === 'tool-call' && output.name === call.name)
  const name = callName(call)
  return namesakes.length > 1 ? `${name} (${namesakes.indexOf(call) + 1} of ${namesakes.length})` : name
}
