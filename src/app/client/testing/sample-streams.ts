const json = (value: object) => JSON.stringify(value)

/** A message with accents and emoji, in the canonical order of events. */
export const message = [
  json({ type: 'response.created', sequence_number: 0, response: { id: 'resp_1', model: 'gen-5.4-pro', output: [] } }),
  json({
    type: 'response.output_item.added',
    sequence_number: 1,
    output_index: 0,
    item: { type: 'message', content: [] },
  }),
  json({
    type: 'response.content_part.added',
    sequence_number: 2,
    output_index: 0,
    content_index: 0,
    part: { text: '' },
  }),
  ...['Grüße ', 'aus 日本', ' 👩‍👩‍👧!'].map((delta, index) =>
    json({ type: 'response.output_text.delta', sequence_number: 3 + index, output_index: 0, content_index: 0, delta }),
  ),
  json({
    type: 'response.output_text.done',
    sequence_number: 6,
    output_index: 0,
    content_index: 0,
    text: 'Grüße aus 日本 👩‍👩‍👧!',
  }),
  json({
    type: 'response.output_item.done',
    sequence_number: 7,
    output_index: 0,
    item: { type: 'message', content: [{ type: 'output_text', text: 'Grüße aus 日本 👩‍👩‍👧!' }] },
  }),
  json({
    type: 'response.completed',
    sequence_number: 8,
    response: {
      id: 'resp_1',
      model: 'gen-5.4-pro',
      status: 'completed',
      output: [{ type: 'message', content: [{ type: 'output_text', text: 'Grüße aus 日本 👩‍👩‍👧!' }] }],
      usage: { input_tokens: 3, output_tokens: 9, total_tokens: 12, estimated: true },
    },
  }),
]

export const messageText = 'Grüße aus 日本 👩‍👩‍👧!'

/** The same answer as one JSON document. */
export const messageWhole = json({
  object: 'response',
  id: 'resp_1',
  model: 'gen-5.4-pro',
  status: 'completed',
  error: null,
  output: [{ type: 'message', content: [{ type: 'output_text', text: messageText }] }],
  usage: { input_tokens: 3, output_tokens: 9, total_tokens: 12, estimated: true },
})

const chunk = (delta: object, more: object = {}) =>
  json({
    object: 'chat.completion.chunk',
    id: 'c1',
    model: 'm',
    choices: [{ index: 0, delta, finish_reason: null, ...more }],
  })

/** A chat completion that reasons, speaks and calls two tools, with its counts in a chunk of their own. */
export const chat = [
  json({ object: 'chat.completion.chunk', id: '', model: '', created: 0, choices: [] }),
  chunk({ role: 'assistant', content: null, reasoning_content: 'Let me ' }),
  chunk({ reasoning_content: 'see.' }),
  chunk({ content: 'One ' }),
  chunk({ content: 'moment.' }),
  chunk({ tool_calls: [{ index: 0, id: 'call_a', function: { name: 'weather', arguments: '' } }] }),
  chunk({ tool_calls: [{ index: 0, function: { arguments: '{"city":' } }] }),
  chunk({ tool_calls: [{ index: 1, id: 'call_b', function: { name: 'time', arguments: '{}' } }] }),
  chunk({ tool_calls: [{ index: 0, function: { arguments: '"Oslo"}' } }] }),
  chunk({}, { finish_reason: 'tool_calls' }),
  json({ object: 'chat.completion.chunk', id: 'c1', choices: [], usage: { prompt_tokens: 5, completion_tokens: 7 } }),
]

/** A failure as one router really sends it: told twice, nested and then inside the response. */
export const failedStream = [
  json({ type: 'response.created', sequence_number: 0, response: { id: 'resp_2', model: 'm' } }),
  json({
    type: 'error',
    sequence_number: 1,
    error: { type: 'insufficient_quota', code: 'insufficient_quota', message: 'No quota.' },
  }),
  json({
    type: 'response.failed',
    sequence_number: 2,
    response: { id: 'resp_2', status: 'failed', error: { code: 'insufficient_quota', message: 'No quota.' } },
  }),
]
