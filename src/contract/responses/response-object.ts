import * as z from 'zod/mini'
import { type JsonRecord, recordOf } from '../core/loose-json.ts'
import { toResponses } from './input.ts'

const nullableText = z.nullable(z.string())
const nullableNumber = z.nullable(z.number())
const open = z.looseObject({})

/** Tokens of one response. The details are left out by many servers; ours counts them. */
const Usage = z.looseObject({
  input_tokens: z.int(),
  output_tokens: z.int(),
  total_tokens: z.int(),
  input_tokens_details: z.optional(z.looseObject({ cached_tokens: z.int() })),
  output_tokens_details: z.optional(z.looseObject({ reasoning_tokens: z.int() })),
})

/** The 31 mandatory keys of Open Responses (wire-facts §3.3). Our router sends all; others do not, so readers must not require it. */
export const ResponseObject = z.looseObject({
  id: z.string(),
  object: z.literal('response'),
  /** Unix seconds, as is `completed_at`. */
  created_at: z.int(),
  completed_at: z.nullable(z.int()),
  status: z.enum(['completed', 'failed', 'in_progress', 'cancelled', 'queued', 'incomplete']),
  incomplete_details: z.nullable(z.looseObject({ reason: z.string() })),
  model: z.string(),
  previous_response_id: nullableText,
  instructions: nullableText,
  output: z.array(open),
  error: z.nullable(z.looseObject({ code: z.string(), message: z.string() })),
  tools: z.array(open),
  tool_choice: z.union([z.string(), open]),
  truncation: z.string(),
  parallel_tool_calls: z.boolean(),
  text: z.looseObject({ format: open }),
  top_p: z.number(),
  presence_penalty: z.number(),
  frequency_penalty: z.number(),
  top_logprobs: z.int(),
  temperature: z.number(),
  reasoning: z.nullable(open),
  usage: z.nullable(Usage),
  max_output_tokens: nullableNumber,
  max_tool_calls: nullableNumber,
  store: z.boolean(),
  background: z.boolean(),
  service_tier: z.string(),
  metadata: z.record(z.string(), z.unknown()),
  safety_identifier: nullableText,
  prompt_cache_key: nullableText,
})
export type ResponseObject = z.infer<typeof ResponseObject>

/** A function tool is told back with all its keys, as the standard wants it. */
const toldTool = (tool: JsonRecord) => {
  const { description = null, parameters = null, strict = null } = tool
  return tool.type === 'function' ? { ...tool, description, parameters, strict } : { ...tool }
}

/** So is a format: one with a schema has its name, its description (a text, since OpenAI's description of the reply has no null there) and whether it is strict. */
const toldFormat = (format: JsonRecord) =>
  format.type === 'json_schema'
    ? { ...format, description: format.description ?? '', strict: format.strict === true }
    : { ...format }

const text = (value: unknown) => (typeof value === 'string' ? value : null)
const number = (value: unknown) => (typeof value === 'number' ? value : null)

/** The response before anything is written, with the request's parameters or their defaults. `createdAt` is in Unix seconds. */
export function beginResponse(
  request: JsonRecord,
  { id, createdAt }: { readonly id: string; readonly createdAt: number },
): ResponseObject {
  const { text: asked, tools, tool_choice } = toResponses(request)
  return {
    id,
    object: 'response',
    created_at: createdAt,
    completed_at: null,
    status: 'in_progress',
    incomplete_details: null,
    model: text(request.model) ?? '',
    previous_response_id: text(request.previous_response_id),
    instructions: text(request.instructions),
    output: [],
    error: null,
    tools: tools.map(toldTool),
    tool_choice: typeof tool_choice === 'string' ? tool_choice : { ...tool_choice },
    truncation: text(request.truncation) ?? 'disabled',
    parallel_tool_calls: request.parallel_tool_calls !== false,
    text: { ...asked, format: toldFormat(asked.format) },
    top_p: number(request.top_p) ?? 1,
    presence_penalty: number(request.presence_penalty) ?? 0,
    frequency_penalty: number(request.frequency_penalty) ?? 0,
    top_logprobs: number(request.top_logprobs) ?? 0,
    temperature: number(request.temperature) ?? 1,
    reasoning: { effort: null, summary: null, ...recordOf(request.reasoning) },
    usage: null,
    max_output_tokens: number(request.max_output_tokens),
    max_tool_calls: number(request.max_tool_calls),
    store: request.store !== false,
    background: request.background === true,
    service_tier: text(request.service_tier) ?? 'default',
    metadata: { ...recordOf(request.metadata) },
    safety_identifier: text(request.safety_identifier),
    prompt_cache_key: text(request.prompt_cache_key),
  }
}
