import { expect, test } from 'vitest'
import { ResponseObject } from '#contract/responses/response-object.ts'
import { sandboxToAsk } from './testing/ask.ts'

const { ask, meter } = sandboxToAsk()
const clock = { type: 'function', name: 'clock', parameters: { type: 'object' } }

test.each<[string, Record<string, unknown>]>([
  ['conversation', { conversation: 'conv_1' }],
  ['conversation', { conversation: { id: 'conv_1' } }],
  ['prompt', { prompt: { id: 'pmpt_1' } }],
  ['background', { background: true }],
  ['top_logprobs', { top_logprobs: 2 }],
  ['include[1]', { include: ['reasoning.encrypted_content', 'message.output_text.logprobs'] }],
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
  ['tool_choice', { tools: [clock], tool_choice: 'sometimes' }],
  ['tool_choice', { tools: [clock], tool_choice: { type: 'web_search' } }],
  ['tool_choice', { tools: [{ type: 'web_search' }], tool_choice: 'required' }],
  [
    'tool_choice.tools',
    { tools: [clock], tool_choice: { type: 'allowed_tools', mode: 'required', tools: [{ type: 'web_search' }] } },
  ],
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

const hosted: readonly object[] = [
  { type: 'web_search' },
  { type: 'file_search', vector_store_ids: ['vs_1'] },
  { type: 'code_interpreter', container: { type: 'auto' } },
  { type: 'image_generation' },
  { type: 'computer' },
  { type: 'mcp', server_label: 'a', server_url: 'https://mcp.test' },
  { type: 'shell' },
  { type: 'x_new' },
]

test.each(hosted)('%j, which only a provider runs, is left out where it is not required', async (tool) => {
  const named = await ask({ input: 'clock', tools: [tool, clock] })
  expect((await named.json()).output).toMatchObject([{ type: 'function_call', name: 'clock' }])
  expect(await (await ask({ input: 'x', tools: [tool] })).json()).toMatchObject({ status: 'completed', tools: [tool] })
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

test('a file and a sound that come with their bytes are counted and told, in both conventions', async () => {
  const content = [
    { type: 'input_text', text: 'Read these' },
    { type: 'input_file', filename: 'a`|b.pdf', file_data: 'data:application/pdf;base64,JVBERi0xLjc=' },
    { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } },
  ]
  const told = async (body: Record<string, unknown>) => {
    const { output } = ResponseObject.parse(await (await ask(body)).json())
    return JSON.stringify(output)
  }
  const text = await told({ input: [{ role: 'user', content }] })
  expect(text).toContain('`` a`\\\\|b.pdf ``: `application/pdf`, 8 bytes')
  expect(text).toContain('`a sound`: `audio/wav`, 4 bytes')
  const chat = [{ type: 'file', file: { filename: 'b.txt', file_data: 'data:text/plain;base64,QQ==' } }]
  expect(await told({ messages: [{ role: 'user', content: chat }] })).toContain('`b.txt`: `text/plain`, 1 bytes')
})
