import * as z from 'zod/mini'
import { field } from '../core/field.ts'

/** An optional field that also takes `null` for "not set", as the types of the official client have it (wire-facts §3.1). */
export const orNull = <S extends z.core.$ZodType>(schema: S) => z.optional(z.nullable(schema))

/**
 * Fields of `POST /responses` that are ours: the interface does not name them, real servers use them (wire-facts §3.1,
 * from the types of the official client). All are advanced and none is required.
 */
export const responsesExtensions = {
  previous_response_id: field(orNull(z.string()), {
    title: 'Previous response',
    control: 'text',
    help: 'The id of a stored response that this request continues.',
    placeholder: 'resp_…',
    advanced: true,
  }),
  conversation: field(orNull(z.union([z.string(), z.looseObject({})])), {
    title: 'Conversation',
    control: 'text',
    help: 'The id of a conversation that the provider keeps.',
    advanced: true,
  }),
  store: field(orNull(z.boolean()), {
    title: 'Store',
    control: 'switch',
    help: 'Whether the provider may keep the response to be read again by its id.',
    advanced: true,
  }),
  background: field(orNull(z.boolean()), {
    title: 'Background',
    control: 'switch',
    help: 'Answer at once and work on; the response is read later by its id.',
    advanced: true,
  }),
  include: field(orNull(z.array(z.string())), {
    title: 'Include',
    control: 'json',
    help: 'Extra parts of the output, such as ["message.output_text.logprobs"].',
    placeholder: '["reasoning.encrypted_content"]',
    advanced: true,
  }),
  truncation: field(orNull(z.string()), {
    title: 'Truncation',
    control: 'select',
    help: 'auto drops items from the middle of an input that is too long; disabled refuses it.',
    suggestions: ['auto', 'disabled'],
    advanced: true,
  }),
  top_logprobs: field(orNull(z.int().check(z.gte(0), z.lte(20))), {
    title: 'Top log probabilities',
    control: 'number',
    help: 'How many likely tokens to report at each position.',
    range: [0, 20],
    step: 1,
    advanced: true,
  }),
  presence_penalty: field(orNull(z.number()), {
    title: 'Presence penalty',
    control: 'slider',
    help: 'Above zero, the text turns to new subjects more readily.',
    range: [-2, 2],
    step: 0.1,
    advanced: true,
  }),
  frequency_penalty: field(orNull(z.number()), {
    title: 'Frequency penalty',
    control: 'slider',
    help: 'Above zero, the text repeats itself less.',
    range: [-2, 2],
    step: 0.1,
    advanced: true,
  }),
  max_tool_calls: field(orNull(z.int().check(z.gte(1))), {
    title: 'Tool calls at most',
    control: 'number',
    help: 'How many calls of built-in tools one response may make.',
    step: 1,
    advanced: true,
  }),
  service_tier: field(orNull(z.string()), {
    title: 'Service tier',
    control: 'select',
    help: 'How the provider schedules and bills the request.',
    suggestions: ['auto', 'default', 'flex', 'scale', 'priority', 'fast'],
    advanced: true,
  }),
  prompt_cache_key: field(orNull(z.string()), {
    title: 'Prompt cache key',
    control: 'text',
    help: 'Requests with the same key are more likely to share a cached prompt.',
    advanced: true,
  }),
  prompt_cache_retention: field(orNull(z.string()), {
    title: 'Prompt cache retention',
    control: 'text',
    help: 'How long the provider keeps a cached prompt.',
    advanced: true,
  }),
  safety_identifier: field(orNull(z.string()), {
    title: 'Safety identifier',
    control: 'text',
    help: 'A stable name for the person behind the request, hashed; providers take up to 64 characters.',
    advanced: true,
  }),
  user: field(orNull(z.string()), {
    title: 'User',
    control: 'text',
    help: 'The older name of the safety identifier.',
    advanced: true,
  }),
  prompt: field(orNull(z.looseObject({})), {
    title: 'Prompt template',
    control: 'json',
    help: 'A prompt that the provider stores, with its variables.',
    placeholder: '{ "id": "pmpt_…", "variables": {} }',
    advanced: true,
  }),
  stream_options: field(orNull(z.looseObject({})), {
    title: 'Stream options',
    control: 'json',
    help: 'Details of the event stream, such as { "include_obfuscation": false }.',
    advanced: true,
  }),
}
