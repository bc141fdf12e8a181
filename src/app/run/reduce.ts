import type { RunEvent, Source } from '../client/read/run-event.ts'
import { OutputsDraft } from './outputs.ts'
import type { MediaOutput, NoticeCount, RunResult } from './result.ts'

/** What a result becomes by some events: pure, and the only place that knows what an event means. After the end nothing changes. */
export function reduce(result: RunResult, events: readonly RunEvent[]): RunResult {
  let outputs: OutputsDraft | undefined
  let sources: Source[] | undefined
  let next = result
  for (const event of events) {
    if (next.end !== undefined) break
    if ('output' in event) {
      outputs ??= new OutputsDraft(result.outputs)
      changeOutputs(outputs, event)
    } else if (event.kind === 'source') {
      sources ??= [...(result.sources ?? [])]
      sources[event.number] = event.source
    } else next = withFact(next, event)
  }
  if (outputs === undefined && sources === undefined) return next
  return { ...next, ...(outputs && { outputs: outputs.done() }), ...(sources && { sources }) }
}

type OutputEvent = Extract<RunEvent, { readonly output: number }>

function changeOutputs(outputs: OutputsDraft, event: OutputEvent): void {
  const { kind, output } = event
  switch (kind) {
    case 'text-delta':
      outputs.putPart(output, event.part, (text) => text + event.text)
      break
    case 'text':
      outputs.putPart(output, event.part, () => event.text)
      break
    case 'refusal-delta':
      outputs.put('refusal', output, (old) => ({ ...old, text: old.text + event.text }))
      break
    case 'reasoning-delta':
      outputs.put('reasoning', output, (old) => ({ ...old, text: old.text + event.text }))
      break
    case 'refusal':
    case 'reasoning':
      outputs.put(kind, output, (old) => ({ ...old, text: event.text }))
      break
    case 'tool-call': {
      const { callId, name, custom } = event
      outputs.put(kind, output, (old) => ({ ...old, callId, name, custom }))
      break
    }
    case 'tool-arguments-delta':
      outputs.put('tool-call', output, (old) => ({ ...old, arguments: old.arguments + event.text, done: false }))
      break
    case 'tool-arguments':
      outputs.put('tool-call', output, (old) => ({ ...old, arguments: event.text, done: true }))
      break
    case 'media': {
      const { output: index, ...told } = event
      outputs.put(kind, output, (old) => ({ ...told, index, ...stepsTo(old) }), event.part)
      break
    }
    case 'item': {
      const { output: index, ...told } = event
      outputs.put(kind, output, () => ({ ...told, index }), event.part)
    }
  }
}

/** The pictures that were shown on the way. */
function stepsTo({ sha256, partial, steps = [] }: MediaOutput): Pick<MediaOutput, 'steps'> {
  const all = partial && sha256 !== undefined ? [...steps, sha256] : steps
  return all.length > 0 ? { steps: all } : {}
}

function withFact(result: RunResult, event: Exclude<RunEvent, OutputEvent | { readonly kind: 'source' }>): RunResult {
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
