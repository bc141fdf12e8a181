import { defined, type JsonRecord, listOf, recordOf, stringOf, textOf } from '#contract/core/loose-json.ts'
import { type CallableTool, type ToolPlan, toolPlan } from '#contract/responses/callable-tools.ts'
import { type NormalRequest, toResponses } from '#contract/responses/input.ts'
import { chatMessages, type ReasoningField, unsupported } from './chat-messages.ts'

const emptySchema = { type: 'object', properties: {} }

/** The parameters of a custom tool as a function: its free text as the only one. Most servers have no custom tools. */
const inputSchema = {
  type: 'object',
  properties: { input: { type: 'string' } },
  required: ['input'],
  additionalProperties: false,
}

/** What only a Responses server knows of a tool. */
const serverFields = new Set([
  'type',
  'name',
  'format',
  'execution',
  'defer_loading',
  'output_schema',
  'allowed_callers',
])

/** A grammar is told in words, since a function has no place for it. */
function customDescription({ description, format }: JsonRecord): string {
  const { type, syntax, definition } = recordOf(format)
  const grammar =
    type === 'grammar' ? `input has to match this ${stringOf(syntax)} grammar:\n${stringOf(definition)}` : ''
  return [stringOf(description), grammar].filter((text) => text !== '').join('\n\n')
}

/** Chat completions nest a function's details. A schema is always sent, because several servers require it. */
function chatTool({ kind, flatName, details }: CallableTool): JsonRecord {
  const known = Object.entries(details).filter(([key, value]) => value !== null && !serverFields.has(key))
  const own =
    kind === 'custom'
      ? { description: customDescription(details), parameters: inputSchema }
      : { parameters: details.parameters ?? emptySchema }
  return { type: 'function', function: { name: flatName, ...Object.fromEntries(known), ...own } }
}

/** The plan for the tools of a request. A 400 where it requires a tool that only a Responses server can run. */
function chatToolPlan(request: NormalRequest): ToolPlan {
  const plan = toolPlan(request)
  if ('message' in plan) throw unsupported(plan.param, plan.message)
  return plan
}

/**
 * `tools`, `tool_choice` and `parallel_tool_calls` of a chat completion; the last two only as far as they were sent, and not without
 * tools, since OpenAI refuses them then. Only the allowed tools are sent, since most servers do not know `allowed_tools`.
 */
function chatTools({ tools, mode, named }: ToolPlan, { parallel_tool_calls }: NormalRequest): JsonRecord {
  if (tools.length === 0) return {}
  const choice = named ? { type: 'function', function: { name: named.flatName } } : mode
  return {
    tools: tools.map(chatTool),
    ...(choice !== 'auto' && { tool_choice: choice }),
    ...defined({ parallel_tool_calls }),
  }
}

export const limitFields = ['max_tokens', 'max_completion_tokens'] as const

export interface ChatOptions {
  /**
   * Under which name the limit of output tokens is sent. `max_tokens` by default: Ollama and LM Studio read no other, and llama.cpp, vLLM,
   * Groq and LiteLLM still take it. OpenAI’s reasoning models take `max_completion_tokens` only, and refuse both together.
   */
  readonly limitField?: (typeof limitFields)[number] | undefined
  /**
   * In which field of assistant messages earlier reasoning is sent back. `reasoning_content` by default: DeepSeek requires it with tool
   * calls, and most servers ignore it. Groq’s is `reasoning`; a strict server needs null.
   */
  readonly reasoningField?: ReasoningField | undefined
}

/** Fields of a Responses request that are converted below, or mean nothing to a chat server: nothing is stored or run there. */
const consumed = new Set([
  ...['input', 'messages', 'instructions', 'text', 'response_format', 'tools', 'tool_choice', 'parallel_tool_calls'],
  ...['max_output_tokens', 'reasoning', 'stream', 'stream_options', 'top_logprobs', 'include'],
  ...['previous_response_id', 'conversation', 'prompt', 'background', 'store', 'truncation', 'max_tool_calls'],
])

const isSet = (value: unknown) => value !== undefined && value !== null

/** What needs a server that keeps something between requests. */
function checkStateless({ conversation, prompt, background }: JsonRecord): void {
  if (isSet(conversation))
    throw unsupported(
      'conversation',
      'This model’s server does not store conversations. Send the conversation as input.',
    )
  if (isSet(prompt))
    throw unsupported('prompt', 'This model’s server does not store prompts. Send instructions and input.')
  if (background === true) throw unsupported('background', 'This model’s server does not run in the background.')
}

/** Chat completions nest the schema under its kind, and require a name. */
function responseFormat({ type, ...details }: JsonRecord): JsonRecord | undefined {
  if (type === 'text') return undefined
  if (type !== 'json_schema') return { type, ...details }
  const known = Object.fromEntries(Object.entries(details).filter(([, value]) => value !== null))
  return { type, json_schema: { name: 'response', ...known } }
}

/** Reasoning controls: the effort has a field of its own, a summary is nothing that a chat server makes, the rest is OpenRouter’s. */
function reasoningControls(asked: unknown): JsonRecord {
  const { effort, mode, summary, generate_summary, context, ...rest } = recordOf(asked)
  if (isSet(mode) && mode !== 'standard')
    throw unsupported('reasoning.mode', 'This model’s server has no reasoning modes.')
  return {
    ...(isSet(effort) && { reasoning_effort: effort }),
    ...(Object.keys(rest).length > 0 && { reasoning: rest }),
  }
}

function logprobs({ top_logprobs, include }: JsonRecord): JsonRecord {
  const isAsked = isSet(top_logprobs) || listOf(include).includes('message.output_text.logprobs')
  return isAsked ? { logprobs: true, ...(isSet(top_logprobs) && { top_logprobs }) } : {}
}

const streaming = ({ stream, stream_options }: JsonRecord): JsonRecord =>
  stream === true ? { stream: true, stream_options: { ...recordOf(stream_options), include_usage: true } } : {}

function limit({ max_output_tokens }: JsonRecord, field: string): JsonRecord {
  return isSet(max_output_tokens) ? { [field]: max_output_tokens } : {}
}

const unknownOnes = (body: JsonRecord) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !consumed.has(name)))

/**
 * The body of `POST /chat/completions` for the decoded body of a `POST /responses`. Sampling parameters, metadata and unknown fields go
 * along as they are; every text keeps its characters. Throws a 400 that names the field for what chat completions cannot do, rather than
 * leaving it out. Pure.
 */
export function chatRequest(body: JsonRecord, options: ChatOptions = {}): JsonRecord {
  checkStateless(body)
  const request: NormalRequest = toResponses(body)
  const { limitField = 'max_tokens', reasoningField = 'reasoning_content' } = options
  const plan = chatToolPlan(request)
  const format = responseFormat(request.text.format)
  const verbosity = textOf(request.text.verbosity)
  return {
    ...unknownOnes(body),
    messages: chatMessages(request, { reasoningField, isInput: Array.isArray(body.input), tools: plan.all }),
    ...limit(body, limitField),
    ...chatTools(plan, request),
    ...defined({ response_format: format, verbosity }),
    ...reasoningControls(body.reasoning),
    ...logprobs(body),
    ...streaming(body),
  }
}
