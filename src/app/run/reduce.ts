import type { RunEvent } from '../client/read/run-event.ts'
import { appendPart, putOutput, setPart } from './outputs.ts'
import type { NoticeCount, RunResult } from './result.ts'

/** What a result becomes by one event: pure, and the only place that knows what an event means. After the end nothing changes. */
export function reduce(result: RunResult, event: RunEvent): RunResult {
  if (result.end !== undefined) return result
  switch (event.kind) {
    case 'response': {
      const { kind: _, ...told } = event
      return { ...result, response: { ...result.response, ...told } }
    }
    case 'usage':
      return { ...result, usage: { ...result.usage, ...event.usage } }
    case 'notice':
      return { ...result, notices: noticed(result.notices, event) }
    case 'error':
      return result.error === undefined ? { ...result, error: event.error } : result
    case 'end': {
      const { kind: _, ...end } = event
      return { ...result, end }
    }
    default: {
      const outputs = reduceOutputs(result.outputs, event)
      return { ...result, outputs }
    }
  }
}

type OutputEvent = Extract<RunEvent, { readonly output: number }>

function reduceOutputs(outputs: RunResult['outputs'], event: OutputEvent): RunResult['outputs'] {
  switch (event.kind) {
    case 'text-delta':
      return putOutput(outputs, 'message', event.output, (old) => appendPart(old, event))
    case 'text':
      return putOutput(outputs, 'message', event.output, (old) => setPart(old, event))
    case 'refusal-delta':
    case 'reasoning-delta': {
      const kind = event.kind === 'refusal-delta' ? 'refusal' : 'reasoning'
      return putOutput(outputs, kind, event.output, (old) => ({ ...old, text: old.text + event.text }))
    }
    case 'refusal':
    case 'reasoning':
      return putOutput(outputs, event.kind, event.output, (old) => ({ ...old, text: event.text }))
    case 'tool-call': {
      const { callId, name, custom } = event
      return putOutput(outputs, 'tool-call', event.output, (old) => ({ ...old, callId, name, custom }))
    }
    case 'tool-arguments-delta':
      return putOutput(outputs, 'tool-call', event.output, (old) => ({
        ...old,
        arguments: old.arguments + event.text,
        done: false,
      }))
    case 'tool-arguments':
      return putOutput(outputs, 'tool-call', event.output, (old) => ({ ...old, arguments: event.text, done: true }))
    case 'item':
      return putOutput(outputs, 'item', event.output, (old) => ({ ...old, item: event.item }))
  }
}

function noticed(
  notices: readonly NoticeCount[],
  event: Extract<RunEvent, { readonly kind: 'notice' }>,
): readonly NoticeCount[] {
  const at = notices.findIndex((one) => one.kind === event.notice)
  const old = notices[at]
  if (old !== undefined) return notices.with(at, { ...old, count: old.count + 1 })
  const fresh = { kind: event.notice, count: 1, ...(event.detail !== undefined && { detail: event.detail }) }
  return [...notices, fresh]
}
