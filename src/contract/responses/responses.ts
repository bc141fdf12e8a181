import * as z from 'zod/mini'
import { field, modelField, optionalField } from '../core/field.ts'
import { type JsonRecord, listOf, recordOf, textOf } from '../core/loose-json.ts'
import { ownNames, type Refusal, type RulesOf, streamField, unlistedFields } from '../core/rules.ts'
import { nullableField, responsesExtensions } from './extensions.ts'

const isNamed = (value: unknown): boolean => textOf(recordOf(value).name) !== undefined

/** Where the name of a function tool is missing: flat as in Responses, or nested as in chat completions. */
function missingName(tool: JsonRecord): string[] | undefined {
  if (tool.type !== 'function') return undefined
  if ('function' in tool) return isNamed(tool.function) || isNamed(tool) ? undefined : ['function', 'name']
  return isNamed(tool) ? undefined : ['name']
}

/** A tool: a type and, for a function, a name, flat or nested (`{ type: 'function', function: { name } }`). Open otherwise. */
export const ResponseTool = z.looseObject({ type: z.string().check(z.minLength(1)) }).check(
  z.check((tool) => {
    const path = missingName(tool.value)
    if (path) tool.issues.push({ code: 'custom', input: tool.value, path, message: 'A function tool needs a name.' })
  }),
)

const reasoning = z.looseObject({
  effort: nullableField('select', z.string(), {
    title: 'Reasoning effort',
    help: 'How much the model reasons before it answers.',
    suggestions: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'],
  }),
  mode: nullableField('select', z.string(), {
    title: 'Reasoning mode',
    help: 'pro selects the slower, more thorough mode, where supported.',
    suggestions: ['standard', 'pro'],
    advanced: true,
  }),
  summary: nullableField('select', z.string(), {
    title: 'Reasoning summary',
    help: 'Returns a summary of the model’s reasoning.',
    suggestions: ['auto', 'concise', 'detailed'],
    advanced: true,
  }),
})

const text = z.looseObject({
  format: optionalField('text-format', z.looseObject({}), {
    title: 'Text format',
    help: 'Format of the answer: plain text, any JSON object, or JSON that matches a schema.',
    placeholder: '{ "type": "json_schema", "name": "answer", "schema": { "type": "object" } }',
    advanced: true,
  }),
  verbosity: nullableField('select', z.string(), {
    title: 'Verbosity',
    help: 'How detailed the answer is.',
    suggestions: ['low', 'medium', 'high'],
    advanced: true,
  }),
})

/**
 * The body of `POST /responses`: the parameters of §4.2, `text.verbosity` and our extensions, `null` where optional. `reasoning`, `text`,
 * `tools` and items are open; `responsesCheck` requires `input` or `messages`.
 */
export const ResponsesRequest = z.looseObject({
  model: modelField(),
  input: optionalField('long-text', z.union([z.string(), z.array(z.looseObject({}))]), {
    title: 'Input',
    help: 'Text, or a list of input items.',
  }),
  messages: optionalField('json', z.array(z.looseObject({})), {
    title: 'Messages',
    help: 'Legacy chat format. The router converts it to input; system messages act as instructions.',
    placeholder: '[{ "role": "user", "content": "Hello" }]',
    advanced: true,
  }),
  instructions: nullableField('long-text', z.string(), {
    title: 'Instructions',
    help: 'System prompt, sent before your message.',
  }),
  max_output_tokens: nullableField('number', z.int().check(z.gte(1)), {
    title: 'Max output tokens',
    unit: 'tokens',
    help: 'No router limit; some providers require at least 16.',
    step: 1,
  }),
  reasoning: field(z.optional(z.nullable(reasoning)), { title: 'Reasoning' }),
  temperature: nullableField('slider', z.number(), {
    title: 'Temperature',
    help: 'Randomness of the output, where supported.',
    range: [0, 2],
    step: 0.1,
  }),
  top_p: nullableField('slider', z.number(), {
    title: 'Top P',
    help: 'Samples only from the most likely tokens up to this probability.',
    range: [0, 1],
    step: 0.01,
    advanced: true,
  }),
  stream: nullableField('switch', z.boolean(), {
    title: 'Stream',
    help: 'Stream the answer as it is generated.',
    advanced: true,
  }),
  tools: nullableField('tools', z.array(ResponseTool), {
    title: 'Tools',
    help: 'Functions and built-in tools the model can call.',
    placeholder: '[{ "type": "function", "name": "get_weather", "parameters": { "type": "object" } }]',
  }),
  tool_choice: nullableField('select', z.union([z.string(), z.looseObject({})]), {
    title: 'Tool choice',
    help: 'Whether the model must call a tool. Choose “Other…” to name one.',
    suggestions: ['auto', 'none', 'required'],
    advanced: true,
  }),
  parallel_tool_calls: nullableField('switch', z.boolean(), {
    title: 'Parallel tool calls',
    help: 'Allow several tool calls in one turn.',
    advanced: true,
  }),
  text: field(z.optional(z.nullable(text)), { title: 'Text' }),
  response_format: nullableField('text-format', z.looseObject({}), {
    title: 'Response format',
    help: 'Legacy text format. Use only one of the two.',
    placeholder: '{ "type": "json_object" }',
    advanced: true,
  }),
  metadata: nullableField('key-value', z.record(z.string(), z.unknown()), {
    title: 'Metadata',
    help: 'Key-value pairs stored with the response; up to 16.',
    advanced: true,
  }),
  ...responsesExtensions,
})

function twiceNamed(tools: unknown): string | undefined {
  const seen = new Set<string>()
  return listOf(tools)
    .flatMap(nameOfTool)
    .find((name) => seen.has(name) || !seen.add(name))
}

function nameOfTool(value: unknown): string[] {
  const tool = recordOf(value)
  if (tool.type !== 'function' && tool.type !== 'custom') return []
  const name = textOf(recordOf(tool[tool.type]).name) ?? textOf(tool.name)
  return name === undefined ? [] : [name]
}

const isSet = (value: unknown) => value !== undefined && value !== null

/** The rules of the route between its fields (§4.2): one of `input` and `messages`, one of `text.format` and `response_format`, tools by different names. */
export function responsesCheck(request: JsonRecord): Refusal | undefined {
  const { input, messages, response_format, text, tools } = request
  if (!isSet(input) && !isSet(messages)) return { param: 'input', message: 'Send input, or messages instead.' }
  if (isSet(input) && isSet(messages)) {
    return { param: 'messages', message: 'Send either input or messages, not both.' }
  }
  if (isSet(recordOf(text).format) && isSet(response_format)) {
    return { param: 'response_format', message: 'Send either text.format or response_format, not both.' }
  }
  const twice = twiceNamed(tools)
  return twice === undefined
    ? undefined
    : { param: 'tools', message: `Tool names must be unique: ${JSON.stringify(twice)} is used twice.` }
}

/** The names under which routers list the parameters of text models (wire-facts §2); a field that is not here is never off. */
const parameters = {
  ...ownNames('temperature', 'top_p', 'presence_penalty', 'frequency_penalty', 'tools'),
  max_output_tokens: ['max_output_tokens', 'max_tokens', 'max_completion_tokens'],
  reasoning: ['reasoning', 'reasoning_effort', 'include_reasoning'],
  tool_choice: ['tool_choice', 'tools'],
  parallel_tool_calls: ['parallel_tool_calls', 'tools'],
  'text.format': ['text.format', 'text', 'response_format', 'structured_outputs'],
  response_format: ['text.format', 'text', 'response_format', 'structured_outputs'],
  top_logprobs: ['top_logprobs', 'logprobs'],
}

/** Fields that no router lists beside sampling parameters. A list that names `input` is of the whole body, and leaves nothing out. */
const wholeBody = {
  ...parameters,
  ...ownNames('previous_response_id', 'conversation', 'prompt', 'background', 'store', 'include'),
}

/** What a text model allows. The interface sets no limits of its own (§8), so they come from the model card, and nothing is refused. */
export const responsesRules: RulesOf = (_model, card) => ({
  fields: {
    ...unlistedFields(card, card?.parameters?.includes('input') ? wholeBody : parameters),
    ...streamField(card),
  },
  check: () => undefined,
})
