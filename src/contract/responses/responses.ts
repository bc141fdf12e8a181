import * as z from 'zod/mini'
import { field, jsonField, modelField } from '../core/field.ts'
import { listOf, recordOf, textOf } from '../core/loose-json.ts'
import { type Refusal, type RulesOf, streamField, unlistedFields } from '../core/rules.ts'
import { orNull, responsesExtensions } from './extensions.ts'

const isNamed = (value: unknown): boolean => textOf(recordOf(value).name) !== undefined

/** Where the name of a function tool is missing: flat as in Responses, or nested as in chat completions. */
function missingName(tool: Readonly<Record<string, unknown>>): string[] | undefined {
  if (tool.type !== 'function') return undefined
  if ('function' in tool) return isNamed(tool.function) || isNamed(tool) ? undefined : ['function', 'name']
  return isNamed(tool) ? undefined : ['name']
}

/**
 * One tool definition, open but for what makes it a tool: a type and, for a function, a name.
 * Shapes: `{ type: 'function', name, parameters }` or, as in chat completions, `{ type: 'function', function: { name, … } }`.
 */
export const ResponseTool = z.looseObject({ type: z.string().check(z.minLength(1)) }).check(
  z.check((tool) => {
    const path = missingName(tool.value)
    if (path) tool.issues.push({ code: 'custom', input: tool.value, path, message: 'A function tool needs a name.' })
  }),
)

const openWord = () => orNull(z.string())

const reasoning = z.looseObject({
  effort: field(openWord(), {
    title: 'Reasoning effort',
    control: 'select',
    help: 'How much the model reasons before it answers.',
    suggestions: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'],
  }),
  mode: field(openWord(), {
    title: 'Reasoning mode',
    control: 'select',
    help: 'pro selects the slower, more thorough mode, where supported.',
    suggestions: ['standard', 'pro'],
    advanced: true,
  }),
  summary: field(openWord(), {
    title: 'Reasoning summary',
    control: 'select',
    help: 'Returns a summary of the model’s reasoning.',
    suggestions: ['auto', 'concise', 'detailed'],
    advanced: true,
  }),
})

const text = z.looseObject({
  format: jsonField({
    title: 'Text format',
    help: 'Format of the answer: plain text, any JSON object, or JSON that matches a schema.',
    placeholder: '{ "type": "json_schema", "name": "answer", "schema": { "type": "object" } }',
    advanced: true,
  }),
  verbosity: field(openWord(), {
    title: 'Verbosity',
    control: 'select',
    help: 'How detailed the answer is.',
    suggestions: ['low', 'medium', 'high'],
    advanced: true,
  }),
})

/**
 * The body of `POST /responses`: every parameter of §4.2 with its type, `null` where it is optional, then `text.verbosity` and the extensions, which are ours.
 * Inside `reasoning`, `text`, `tools` and the input items everything is open. `input` or `messages` is needed: see `responsesCheck`.
 */
export const ResponsesRequest = z.looseObject({
  model: modelField(),
  input: field(z.optional(z.union([z.string(), z.array(z.looseObject({}))])), {
    title: 'Input',
    control: 'long-text',
    help: 'Text, or a list of input items.',
  }),
  messages: field(z.optional(z.array(z.looseObject({}))), {
    title: 'Messages',
    control: 'json',
    help: 'Legacy chat format. The router converts it to input; system messages act as instructions.',
    placeholder: '[{ "role": "user", "content": "Hello" }]',
    advanced: true,
  }),
  instructions: field(orNull(z.string()), {
    title: 'Instructions',
    control: 'long-text',
    help: 'System prompt, sent before your message.',
  }),
  max_output_tokens: field(orNull(z.int().check(z.gte(1))), {
    title: 'Max output tokens',
    control: 'number',
    unit: 'tokens',
    help: 'No router limit; some providers require at least 16.',
    step: 1,
  }),
  reasoning: field(orNull(reasoning), { title: 'Reasoning' }),
  temperature: field(orNull(z.number()), {
    title: 'Temperature',
    control: 'slider',
    help: 'Randomness of the output, where supported.',
    range: [0, 2],
    step: 0.1,
  }),
  top_p: field(orNull(z.number()), {
    title: 'Top P',
    control: 'slider',
    help: 'Samples only from the most likely tokens up to this probability.',
    range: [0, 1],
    step: 0.01,
    advanced: true,
  }),
  stream: field(orNull(z.boolean()), {
    title: 'Stream',
    control: 'switch',
    help: 'Stream the answer as it is generated.',
    advanced: true,
  }),
  tools: field(orNull(z.array(ResponseTool)), {
    title: 'Tools',
    control: 'json',
    help: 'Functions and built-in tools the model can call.',
    placeholder: '[{ "type": "function", "name": "get_weather", "parameters": { "type": "object" } }]',
  }),
  tool_choice: field(orNull(z.union([z.string(), z.looseObject({})])), {
    title: 'Tool choice',
    control: 'select',
    help: 'Whether the model must call a tool. Choose “Other…” to name one.',
    suggestions: ['auto', 'none', 'required'],
    advanced: true,
  }),
  parallel_tool_calls: field(orNull(z.boolean()), {
    title: 'Parallel tool calls',
    control: 'switch',
    help: 'Allow several tool calls in one turn.',
    advanced: true,
  }),
  text: field(orNull(text), { title: 'Text' }),
  response_format: field(orNull(z.looseObject({})), {
    title: 'Response format',
    control: 'json',
    help: 'Legacy text format. Use only one of the two.',
    placeholder: '{ "type": "json_object" }',
    advanced: true,
  }),
  metadata: field(orNull(z.record(z.string(), z.unknown())), {
    title: 'Metadata',
    control: 'key-value',
    help: 'Key-value pairs stored with the response; up to 16.',
    advanced: true,
  }),
  ...responsesExtensions,
})
export type ResponsesRequest = z.infer<typeof ResponsesRequest>

/** A name that two tools have: a call of it could be either's. */
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
export function responsesCheck(request: Readonly<Record<string, unknown>>): Refusal | undefined {
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

const format = ['text.format', 'text', 'response_format', 'structured_outputs']

/** The names under which routers list the parameters of text models (wire-facts §2); a field that is not here is never off. */
const listedAs = {
  temperature: ['temperature'],
  top_p: ['top_p'],
  max_output_tokens: ['max_output_tokens', 'max_tokens', 'max_completion_tokens'],
  reasoning: ['reasoning', 'reasoning_effort', 'include_reasoning'],
  tools: ['tools'],
  tool_choice: ['tool_choice', 'tools'],
  parallel_tool_calls: ['parallel_tool_calls', 'tools'],
  'text.format': format,
  response_format: format,
  top_logprobs: ['top_logprobs', 'logprobs'],
  presence_penalty: ['presence_penalty'],
  frequency_penalty: ['frequency_penalty'],
}

/** Fields that no router lists beside sampling parameters. A list that names `input` is of the whole body, and leaves nothing out. */
const bodyFields = ['previous_response_id', 'conversation', 'prompt', 'background', 'store', 'include']
const wholeBody = { ...listedAs, ...Object.fromEntries(bodyFields.map((name) => [name, [name]])) }

/** What a text model allows. The interface sets no limits of its own (§8), so they come from the model card, and nothing is refused. */
export const responsesRules: RulesOf = (_model, card) => ({
  fields: {
    ...unlistedFields(card, card?.parameters?.includes('input') ? wholeBody : listedAs),
    ...streamField(card),
  },
  check: () => undefined,
})
