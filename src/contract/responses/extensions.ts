import * as z from 'zod/mini'
import { type FieldMeta, field } from '../core/field.ts'

/** An optional field that also takes `null` for "not set", as the types of the official client have it (wire-facts §3.1). */
export const orNull = <S extends z.core.$ZodType>(schema: S) => z.optional(z.nullable(schema))

const extension = <S extends z.core.$ZodType>(schema: S, said: FieldMeta) =>
  field(orNull(schema), { ...said, advanced: true })

/**
 * Fields of `POST /responses` that are ours: the interface does not name them, real servers use them (wire-facts §3.1,
 * from the types of the official client). All are advanced and none is required.
 */
export const responsesExtensions = {
  previous_response_id: extension(z.string(), {
    title: 'Previous response',
    control: 'text',
    help: 'ID of the stored response to continue from.',
    placeholder: 'resp_…',
  }),
  conversation: extension(z.union([z.string(), z.looseObject({})]), {
    title: 'Conversation',
    control: 'text',
    help: 'ID of a conversation stored by the provider.',
  }),
  store: extension(z.boolean(), {
    title: 'Store',
    control: 'switch',
    help: 'Lets the provider store the response for later retrieval by ID.',
  }),
  background: extension(z.boolean(), {
    title: 'Background',
    control: 'switch',
    help: 'Run in the background; retrieve the response later by ID.',
  }),
  include: extension(z.array(z.string()), {
    title: 'Include',
    control: 'json',
    help: 'Additional output data, such as ["message.output_text.logprobs"].',
    placeholder: '["reasoning.encrypted_content"]',
  }),
  truncation: extension(z.string(), {
    title: 'Truncation',
    control: 'select',
    help: 'auto drops items from the middle of an input that is too long; disabled returns an error.',
    suggestions: ['auto', 'disabled'],
  }),
  top_logprobs: extension(z.int().check(z.gte(0), z.lte(20)), {
    title: 'Top log probabilities',
    control: 'number',
    help: 'Number of most likely tokens to return at each position.',
    range: [0, 20],
    step: 1,
  }),
  presence_penalty: extension(z.number(), {
    title: 'Presence penalty',
    control: 'slider',
    help: 'Positive values encourage new topics.',
    range: [-2, 2],
    step: 0.1,
  }),
  frequency_penalty: extension(z.number(), {
    title: 'Frequency penalty',
    control: 'slider',
    help: 'Positive values reduce repetition.',
    range: [-2, 2],
    step: 0.1,
  }),
  max_tool_calls: extension(z.int().check(z.gte(1)), {
    title: 'Max tool calls',
    control: 'number',
    help: 'Maximum number of built-in tool calls per response.',
    step: 1,
  }),
  service_tier: extension(z.string(), {
    title: 'Service tier',
    control: 'select',
    help: 'How the provider schedules and bills the request.',
    suggestions: ['auto', 'default', 'flex', 'scale', 'priority', 'fast'],
  }),
  prompt_cache_key: extension(z.string(), {
    title: 'Prompt cache key',
    control: 'text',
    help: 'Requests with the same key are more likely to hit the prompt cache.',
  }),
  prompt_cache_retention: extension(z.string(), {
    title: 'Prompt cache retention',
    control: 'text',
    help: 'How long the provider keeps the cached prompt.',
  }),
  safety_identifier: extension(z.string(), {
    title: 'Safety identifier',
    control: 'text',
    help: 'A stable, hashed identifier for the end user; up to 64 characters.',
  }),
  user: extension(z.string(), { title: 'User', control: 'text', help: 'Older name of the safety identifier.' }),
  prompt: extension(z.looseObject({}), {
    title: 'Prompt template',
    control: 'json',
    help: 'A prompt stored by the provider, with its variables.',
    placeholder: '{ "id": "pmpt_…", "variables": {} }',
  }),
  stream_options: extension(z.looseObject({}), {
    title: 'Stream options',
    control: 'json',
    help: 'Event stream options, such as { "include_obfuscation": false }.',
  }),
}
