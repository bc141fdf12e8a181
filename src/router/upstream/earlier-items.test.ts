import { expect, test } from 'vitest'
import type { JsonRecord } from '#contract/core/loose-json.ts'
import { createOpenAi } from '../providers/openai/openai.ts'
import { createSandbox } from '../providers/sandbox/sandbox.ts'
import { fakeUpstream, sendJson } from '../testing/fake-upstream.ts'
import { testRouter } from '../testing/test-router.ts'

const models = { entries: [{ id: 'chat', object: 'model' as const }], upstreamId: (id: string) => id }
const user = (content: unknown) => ({ role: 'user', content })
const reference = (id: unknown) => ({ type: 'item_reference', id })

interface Said {
  readonly id: string
  readonly output: readonly (JsonRecord & { readonly id: string })[]
  readonly store: boolean
  readonly previous_response_id: string | null
  readonly error?: { readonly param: string; readonly code: string; readonly message: string }
}

/** A router with the sandbox and a server of chat completions, which thinks and then says how many messages it got. */
async function routerWith(says: (body: JsonRecord) => object = () => ({})) {
  const { upstream, received } = await fakeUpstream(({ body }, reply) => {
    const asked = JSON.parse(body.toString())
    const message = { role: 'assistant', reasoning_content: 'Hm', content: `${asked.messages.length}`, ...says(asked) }
    sendJson(reply, { choices: [{ index: 0, message, finish_reason: 'stop' }] })
  })
  const chat = createOpenAi({ upstream, models, api: 'chat' })
  const { provider } = createSandbox({ pause: async () => 0 })
  const router = testRouter({ providers: [chat, provider] })
  const ask = async (body: object): Promise<Said> => (await router.post({ model: 'chat', ...body })).json()
  /** What the last event of a stream says. */
  async function stream(body: object): Promise<Said> {
    const text = await (await router.post({ model: 'chat', ...body, stream: true })).text()
    const last = text.trim().split('data: ').at(-1) ?? ''
    return JSON.parse(last).response
  }
  const sent = () => JSON.parse(received.at(-1)?.body.toString() ?? '{}')
  return { router, ask, stream, sent }
}

const places = ['chat', 'sandbox-fast'] as const

test.each(places)('a chain of previous responses is the whole conversation, streamed or not (%s)', async (model) => {
  const { ask, stream, sent } = await routerWith()
  const one = await ask({ model, input: 'One', instructions: 'Not kept.' })
  const two = await stream({ model, input: [user('Two')], previous_response_id: one.id })
  const three = await ask({ model, messages: [user('Three')], previous_response_id: two.id })
  expect([one.store, three.previous_response_id]).toEqual([true, two.id])
  if (model !== 'chat') return
  expect(sent().messages).toEqual([
    user('One'),
    { role: 'assistant', content: '2', reasoning_content: 'Hm' },
    user('Two'),
    { role: 'assistant', content: '3', reasoning_content: 'Hm' },
    user('Three'),
  ])
})

test('items are referred to as the AI SDK does it: reasoning, calls and messages, by an id alone too', async () => {
  const call = { id: 'c', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } }
  const { ask, sent } = await routerWith(({ messages }) =>
    Array.isArray(messages) && messages.length === 1 ? { content: null, tool_calls: [call] } : {},
  )
  const tools = [{ type: 'function', name: 'weather', parameters: {} }]
  const one = await ask({ input: [user('Weather?')], tools })
  const [thought, called] = one.output
  const output = { type: 'function_call_output', call_id: 'c', output: 'Sun' }
  const earlier = [user('Weather?'), reference(thought?.id), { id: called?.id }, output]
  const two = await ask({ input: earlier, tools })
  await ask({ input: [...earlier, ...two.output.map(({ id }) => reference(id)), user('So?')], tools })
  expect(sent().messages).toEqual([
    user('Weather?'),
    { role: 'assistant', content: null, reasoning_content: 'Hm', tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c', content: 'Sun' },
    { role: 'assistant', content: '3', reasoning_content: 'Hm' },
    user('So?'),
  ])
})

test.each(places)('what is not kept is a 400 that names it, and store: false keeps nothing (%s)', async (model) => {
  const { ask, stream } = await routerWith()
  const kept = await ask({ model, input: 'x' })
  for (const said of [
    await ask({ model, input: 'x', store: false }),
    await stream({ model, input: 'y', store: false, previous_response_id: kept.id }),
  ]) {
    expect(said.store).toBe(false)
    const { error } = await ask({ model, input: 'z', previous_response_id: said.id })
    expect(error).toMatchObject({ param: 'previous_response_id', code: 'previous_response_not_found' })
    expect(error?.message).toContain(said.id)
  }
  const { error } = await ask({ model, input: [user('x'), reference('msg_gone')] })
  expect(error).toMatchObject({ param: 'input[1]', code: 'item_not_found' })
  expect(error?.message).toContain('msg_gone')
})

test.each(places)('an item that cannot be served is named by its place in what was sent (%s)', async (model) => {
  const { ask } = await routerWith()
  const { id } = await ask({ model, input: [user('One'), user('Two')] })
  const strange = user([{ type: 'input_image', file_id: 'f', image_url: model === 'chat' ? undefined : 'nowhere' }])
  const { error } = await ask({ model, input: [user('x'), strange], previous_response_id: id })
  expect(error?.param).toMatch(/^input\[1\]\.content\[0\]/)
  expect(error?.message).toMatch(/^input\[1\]\.content\[0\]/)
})

test('a server that speaks Responses gets the request as it is', async () => {
  const { upstream, received } = await fakeUpstream((_, reply) => sendJson(reply, { id: 'resp_1', output: [] }))
  const { post } = testRouter({ providers: [createOpenAi({ upstream, models, api: 'responses' })] })
  const body = {
    model: 'chat',
    input: [reference('msg_1')],
    previous_response_id: 'resp_0',
    tools: [{ type: 'namespace', name: 'n', tools: [] }, { type: 'web_search' }],
    tool_choice: { type: 'web_search' },
  }
  const reply = await post(body)
  expect(reply.headers.has('x-router-omitted-tools')).toBe(false)
  expect(JSON.parse(received[0]?.body.toString() ?? '')).toEqual(body)
})

test.each(places)('the tools that were left out are in a header of the reply (%s)', async (model) => {
  const { router } = await routerWith()
  const tools = [{ type: 'web_search' }, { type: 'function', name: 'f' }, { type: 'x y' }, { type: 'web_search' }]
  for (const stream of [true, false]) {
    const reply = await router.post({ model, input: 'x', tools, stream })
    expect(reply.headers.get('x-router-omitted-tools')).toBe('web_search, "x y"')
  }
  const without = await router.post({ model, input: 'x', tools: tools.slice(1, 2) })
  expect(without.headers.has('x-router-omitted-tools')).toBe(false)
})
