import { isRecord, type JsonRecord, listOf, nonBlankOf, ownOf, recordOf } from '#contract/core/loose-json.ts'
import type { NormalRequest } from '#contract/responses/input.ts'
import { SandboxRefusal } from '../refusal.ts'

const unsupported = (param: string, message: string): SandboxRefusal =>
  new SandboxRefusal(`${param}: ${message}`, param, 'unsupported_parameter')

/** Fields of the convention without effect in the sandbox, refused or ignored: no model card lists them. */
export const unlistedParameters: ReadonlySet<string> = new Set([
  'previous_response_id',
  'conversation',
  'prompt',
  'background',
  'store',
  'include',
  'top_logprobs',
])

const isSet = (value: unknown) => value !== undefined && value !== null && value !== ''

/** Why a field's value is unsupported; undefined for a value without effect. */
const fields: Readonly<Record<string, (value: unknown) => string | undefined>> = {
  previous_response_id: (id) =>
    isSet(id) ? 'the sandbox does not store responses. Send the whole conversation as input.' : undefined,
  conversation: (id) =>
    isSet(id) ? 'the sandbox does not store conversations. Send the whole conversation as input.' : undefined,
  prompt: (template) =>
    isSet(template)
      ? 'the sandbox does not store prompt templates. Send the text as instructions and input.'
      : undefined,
  background: (asked) =>
    asked === true ? 'the sandbox does not run responses in the background. Leave it out or send false.' : undefined,
  top_logprobs: (count) =>
    typeof count === 'number' && count > 0 ? 'the sandbox does not report log probabilities.' : undefined,
}

/** The one `include` value that cannot be honoured. The others name items that the sandbox never produces. */
const logprobs = 'message.output_text.logprobs'

const ownTools: ReadonlySet<unknown> = new Set(['function', 'custom'])
const choiceWords: ReadonlySet<unknown> = new Set(['auto', 'none', 'required'])
const choiceTypes: ReadonlySet<unknown> = new Set([...ownTools, 'allowed_tools'])
const formats: ReadonlySet<unknown> = new Set(['text', 'json_object', 'json_schema'])

/** Refuses hosted tools and tools with another call shape, unless `tool_choice` is `none`. */
function refuseTools({ tools, tool_choice: choice }: NormalRequest): void {
  if (typeof choice === 'string' && !choiceWords.has(choice))
    throw unsupported('tool_choice', 'use auto, none, required or an object that names a tool.')
  if (choice === 'none') return
  for (const [at, tool] of tools.entries()) {
    const type = nonBlankOf(tool.type)
    if (type === undefined || ownTools.has(type)) continue
    throw unsupported(`tools[${at}].type`, `the sandbox does not support ${type}. Use function or custom tools.`)
  }
  if (isRecord(choice) && nonBlankOf(choice.type) !== undefined && !choiceTypes.has(choice.type))
    throw unsupported(
      'tool_choice',
      `the sandbox does not support ${String(choice.type)}. Use function or custom tools.`,
    )
}

function refuseFormat({ text }: NormalRequest, sent: JsonRecord): void {
  if (formats.has(text.format.type)) return
  const param = isSet(sent.response_format) ? 'response_format.type' : 'text.format.type'
  throw unsupported(param, 'use text, json_object or json_schema.')
}

/** Types of content parts that the sandbox cannot read. */
const unreadParts: ReadonlySet<unknown> = new Set(['input_file', 'file', 'input_audio', 'input_video', 'video_url'])

function refuseParts(sent: JsonRecord): void {
  const list = Array.isArray(sent.input) ? 'input' : 'messages'
  for (const [at, item] of listOf(sent[list]).map(recordOf).entries())
    for (const name of ['content', 'output']) {
      const types = listOf(ownOf(item, name)).map((part) => recordOf(part).type)
      const place = types.findIndex((type) => unreadParts.has(type))
      if (place < 0) continue
      throw unsupported(
        `${list}[${at}].${name}[${place}]`,
        `the sandbox does not support ${String(types[place])}. Send text or images.`,
      )
    }
}

/**
 * Throws a 400 that names the field for anything that would change the answer's meaning if it were ignored. Fields without effect
 * (`store`, `truncation`, `service_tier`, `include` of items that are never produced, …) are accepted and echoed.
 */
export function refuseUnsupported(sent: JsonRecord, request: NormalRequest): void {
  for (const [param, whyNot] of Object.entries(fields)) {
    const why = whyNot(ownOf(sent, param))
    if (why !== undefined) throw unsupported(param, why)
  }
  const asked = listOf(sent.include).indexOf(logprobs)
  if (asked >= 0) throw unsupported(`include[${asked}]`, 'the sandbox does not report log probabilities.')
  const reference = listOf(sent.input).findIndex((item) => recordOf(item).type === 'item_reference')
  if (reference >= 0)
    throw unsupported(`input[${reference}]`, 'the sandbox does not store items. Send the item itself.')
  refuseParts(sent)
  refuseTools(request)
  refuseFormat(request, sent)
}
