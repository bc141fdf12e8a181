import * as z from 'zod/mini'
import { type Control, optionalField, type Said } from '../core/field.ts'

/** An optional field that also takes `null` for "not set" (wire-facts §3.1, the official client's types). */
export const nullableField = <S extends z.core.$ZodType>(control: Control, schema: S, said: Said) =>
  optionalField(control, z.nullable(schema), said)

const extension = <S extends z.core.$ZodType>(control: Control, schema: S, said: Said) =>
  nullableField(control, schema, { ...said, advanced: true })

/** Fields of `POST /responses` that the interface does not name and real servers use (wire-facts §3.1, the official client's types). */
export const responsesExtensions = {
  previous_response_id: extension('text', z.string(), {
    title: 'Previous response',
    help: 'ID of the stored response to continue from.',
    placeholder: 'resp_…',
  }),
  conversation: extension('text', z.union([z.string(), z.looseObject({})]), {
    title: 'Conversation',
    help: 'ID of a conversation stored by the provider.',
  }),
  store: extension('switch', z.boolean(), {
    title: 'Store',
    help: 'Lets the provider store the response for later retrieval by ID.',
  }),
  background: extension('switch', z.boolean(), {
    title: 'Background',
    help: 'Run in the background; retrieve the response later by ID.',
  }),
  include: extension('json', z.array(z.string()), {
    title: 'Include',
    help: 'Additional output data, such as ["message.output_text.logprobs"].',
    placeholder: '["reasoning.encrypted_content"]',
  }),
  truncation: extension('select', z.string(), {
    title: 'Truncation',
    help: 'auto drops items from the middle of an input that is too long; disabled returns an error.',
    suggestions: ['auto', 'disabled'],
  }),
  top_logprobs: extension('number', z.int().check(z.gte(0), z.lte(20)), {
    title: 'Top log probabilities',
    help: 'Number of most likely tokens to return at each position.',
    range: [0, 20],
    step: 1,
  }),
  presence_penalty: extension('slider', z.number(), {
    title: 'Presence penalty',
    help: 'Positive values encourage new topics.',
    range: [-2, 2],
    step: 0.1,
  }),
  frequency_penalty: extension('slider', z.number(), {
    title: 'Frequency penalty',
    help: 'Positive values reduce repetition.',
    range: [-2, 2],
    step: 0.1,
  }),
  max_tool_calls: extension('number', z.int().check(z.gte(1)), {
    title: 'Max tool calls',
    help: 'Maximum number of built-in tool calls per response.',
    step: 1,
  }),
  service_tier: extension('select', z.string(), {
    title: 'Service tier',
    help: 'How the provider schedules and bills the request.',
    suggestions: ['auto', 'default', 'flex', 'scale', 'priority', 'fast'],
  }),
  prompt_cache_key: extension('text', z.string(), {
    title: 'Prompt cache key',
    help: 'Requests with the same key are more likely to hit the prompt cache.',
  }),
  prompt_cache_retention: extension('text', z.string(), {
    title: 'Prompt cache retention',
    help: 'How long the provider keeps the cached prompt.',
  }),
  safety_identifier: extension('text', z.string(), {
    title: 'Safety identifier',
    help: 'A stable, hashed identifier for the end user; up to 64 characters.',
  }),
  user: extension('text', z.string(), { title: 'User', help: 'Older name of the safety identifier.' }),
  prompt: extension('json', z.looseObject({}), {
    title: 'Prompt template',
    help: 'A prompt stored by the provider, with its variables.',
    placeholder: '{ "id": "pmpt_…", "variables": {} }',
  }),
  stream_options: extension('json', z.looseObject({}), {
    title: 'Stream options',
    help: 'Event stream options, such as { "include_obfuscation": false }.',
  }),
}
