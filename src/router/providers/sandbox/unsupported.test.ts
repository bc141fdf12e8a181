import { expect, test } from 'vitest'
import { ResponseObject } from '#contract/responses/response-object.ts'
import { sandboxToAsk } from './testing/ask.ts'

const { ask, meter } = sandboxToAsk()
const clock = { type: 'function', name: 'clock', parameters: { type: 'object' } }

test.each<[string, Record<string, unknown>]>([
  ['previous_response_id', { previous_response_id: 'resp_1' }],
  ['conversation', { conversation: 'conv_1' }],
  ['conversation', { conversation: { id: 'conv_1' } }],
  ['prompt', { prompt: { id: 'pmpt_1' } }],
  ['background', { background: true }],
  ['top_logprobs', { top_logprobs: 2 }],
  ['include[1]', { include: ['reasoning.encrypted_content', 'message.output_text.logprobs'] }],
  [
    'input[1]',
    {
      input: [
        { role: 'user', content: 'x' },
        { type: 'item_reference', id: 'msg_1' },
      ],
    },
  ],
  ...['input_file', 'file', 'input_audio', 'input_video', 'video_url'].map(
    (type): [string, Record<string, unknown>] => [
      'input[0].content[1]',
      { input: [{ role: 'user', content: [{ type: 'input_text', text: 'What is this?' }, { type }] }] },
    ],
  ),
  [
    'input[1].output[0]',
    {
      input: [
        { role: 'user', content: 'x' },
        { type: 'function_call_output', call_id: 'c', output: [{ type: 'input_file', file_id: 'f' }] },
      ],
    },
  ],
  ...[
    { type: 'web_search' },
    { type: 'file_search', vector_store_ids: ['vs_1'] },
    { type: 'code_interpreter', container: { type: 'auto' } },
    { type: 'image_generation' },
    { type: 'computer' },
    { type: 'mcp', server_label: 'a', server_url: 'https://mcp.test' },
    { type: 'shell' },
    { type: 'x_new' },
  ].map((tool): [string, Record<string, unknown>] => ['tools[1].type', { tools: [clock, tool] }]),
  ['tool_choice', { tools: [clock], tool_choice: 'sometimes' }],
  ['tool_choice', { tools: [clock], tool_choice: { type: 'web_search' } }],
  ['text.format.type', { text: { format: { type: 'grammar' } } }],
  ['response_format.type', { response_format: { type: 'xml' } }],
])('%s is refused by its name where the sandbox does not do it: %j', async (param, body) => {
  for (const stream of [true, false]) {
    await expect(ask({ input: 'x', ...body, stream })).rejects.toMatchObject({
      status: 400,
      code: 'unsupported_parameter',
      message: expect.stringContaining(param),
      facts: { param },
    })
  }
  expect(meter().accepted).toBe(0)
})

test('values that ask for nothing, and fields that change nothing, are answered and told back', async () => {
  const told = {
    background: false,
    previous_response_id: null,
    truncation: 'auto',
    service_tier: 'flex',
    top_logprobs: 0,
    prompt_cache_key: 'k',
    safety_identifier: 's',
    max_tool_calls: 3,
    tool_choice: 'none',
  }
  const more = {
    conversation: null,
    prompt: null,
    include: ['reasoning.encrypted_content', 'web_search_call.action.sources'],
    stream_options: { include_obfuscation: false },
    tools: [{ type: 'web_search' }],
    user: 'u',
  }
  for (const store of [true, false]) {
    const reply = await ask({ input: 'x', ...told, ...more, store })
    expect(ResponseObject.parse(await reply.json())).toMatchObject({ ...told, store, status: 'completed' })
  }
})
