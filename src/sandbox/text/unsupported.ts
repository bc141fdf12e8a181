import { type JsonRecord, listOf, ownOf, recordOf } from '#contract/core/loose-json.ts'
import { type ToolPlan, toolPlan } from '#contract/responses/callable-tools.ts'
import type { NormalRequest } from '#contract/responses/input.ts'
import { SandboxRefusal } from '../refusal.ts'
import { inlineFile } from './inline-files.ts'

const unsupported = (param: string, message: string): SandboxRefusal =>
  new SandboxRefusal(`${param}: ${message}`, param, 'unsupported_parameter')

/** Fields of the convention without effect in the sandbox, refused or ignored: no model card lists them. */
export const unlistedParameters = new Set(['conversation', 'prompt', 'background', 'include', 'top_logprobs'])

const isSet = (value: unknown) => value !== undefined && value !== null && value !== ''

const noLogprobs = 'the sandbox does not report log probabilities.'

const fields: readonly (readonly [name: string, hasEffect: (value: unknown) => boolean, why: string])[] = [
  ['conversation', isSet, 'the sandbox does not store conversations. Send the whole conversation as input.'],
  ['prompt', isSet, 'the sandbox does not store prompt templates. Send the text as instructions and input.'],
  [
    'background',
    (asked) => asked === true,
    'the sandbox does not run responses in the background. Leave it out or send false.',
  ],
  ['top_logprobs', (count) => typeof count === 'number' && count > 0, noLogprobs],
]

/** The one `include` value that cannot be honoured. The others name items that the sandbox never produces. */
const logprobs = 'message.output_text.logprobs'

const choiceWords: ReadonlySet<string> = new Set(['auto', 'none', 'required'])
const formats: ReadonlySet<unknown> = new Set(['text', 'json_object', 'json_schema'])

/** The tools that the sandbox can call. A 400 where the request requires one that only a provider could run. */
export function toolsOf(request: NormalRequest): ToolPlan {
  const plan = toolPlan(request)
  if ('message' in plan) throw unsupported(plan.param, plan.message)
  if (choiceWords.has(plan.mode)) return plan
  throw unsupported('tool_choice', 'use auto, none, required or an object that names a tool.')
}

function refuseFormat({ text }: NormalRequest, sent: JsonRecord): void {
  if (formats.has(text.format.type)) return
  const param = isSet(sent.response_format) ? 'response_format.type' : 'text.format.type'
  throw unsupported(param, 'use text, json_object or json_schema.')
}

const unreadParts: ReadonlySet<unknown> = new Set(['input_file', 'file', 'input_audio', 'input_video', 'video_url'])

/** Whether the sandbox reads nothing of a part: of files and sounds, those that are sent inline are measured (`filesIn`). */
const isUnread = (part: unknown) => unreadParts.has(recordOf(part).type) && inlineFile(part) === undefined

function refuseParts(sent: JsonRecord): void {
  const list = Array.isArray(sent.input) ? 'input' : 'messages'
  for (const [at, item] of listOf(sent[list]).map(recordOf).entries())
    for (const name of ['content', 'output']) {
      const parts = listOf(ownOf(item, name))
      const place = parts.findIndex(isUnread)
      if (place < 0) continue
      throw unsupported(
        `${list}[${at}].${name}[${place}]`,
        `the sandbox does not support ${String(recordOf(parts[place]).type)} without its bytes. Send text or images, or a file as file_data, or a sound as input_audio.data.`,
      )
    }
}

/**
 * Throws a 400 that names the field for anything that would change the answer's meaning if it were ignored. Fields without effect
 * (`store`, `truncation`, `service_tier`, `include` of items that are never produced, …) are accepted and echoed.
 */
export function refuseUnsupported(sent: JsonRecord, request: NormalRequest): void {
  for (const [param, hasEffect, why] of fields) if (hasEffect(ownOf(sent, param))) throw unsupported(param, why)
  const asked = listOf(sent.include).indexOf(logprobs)
  if (asked >= 0) throw unsupported(`include[${asked}]`, noLogprobs)
  refuseParts(sent)
  refuseFormat(request, sent)
}
