import type { Output, RunResult } from '../../../run/result.ts'

/** An item of the next request's `input`. */
export type InputItem = Readonly<Record<string, unknown>> & { readonly type: string }

/**
 * A reply as Responses input items, so that the next turn can go on from it. Left out: reasoning (it is bound to the account it
 * was made for), media, items of types that have no reading, empty texts, and calls that were cut off, which routers refuse.
 */
export function asInputItems(result: RunResult): readonly InputItem[] {
  const whole = result.end?.status === 'completed'
  return result.outputs.flatMap((output) => itemOf(output, whole))
}

function itemOf(output: Output, whole: boolean): readonly InputItem[] {
  switch (output.kind) {
    case 'message':
      return message(output.parts.filter(({ text }) => text !== '').map(({ text }) => ({ type: 'output_text', text })))
    case 'refusal':
      return message(output.text === '' ? [] : [{ type: 'refusal', refusal: output.text }])
    case 'tool-call': {
      if (!output.done && !whole) return []
      const { callId: call_id, name } = output
      return output.custom
        ? [{ type: 'custom_tool_call', call_id, name, input: output.arguments }]
        : [{ type: 'function_call', call_id, name, arguments: output.arguments }]
    }
    case 'reasoning':
    case 'media':
    case 'item':
      return []
  }
}

function message(content: readonly object[]): readonly InputItem[] {
  return content.length === 0 ? [] : [{ type: 'message', role: 'assistant', content }]
}
