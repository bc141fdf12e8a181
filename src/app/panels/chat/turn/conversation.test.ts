import { expect, test } from 'vitest'
import { emptyResult, type Output } from '../../../run/result.ts'
import type { Run } from '../../../run/run.ts'
import { openCalls, resultsOf } from '../calls/tool-answers.ts'
import { branchesIn, countBranches, inputAfter, keptReply, leafBelow, pathTo } from './conversation.ts'
import {
  attachmentsOf,
  earlierMessages,
  lastWords,
  type OpenCall,
  reworded,
  type ToolAnswer,
  typedWords,
  userItem,
} from './turn.ts'

function run(id: string, parent: string | undefined, words: string, outputs: readonly Output[] = []): Run {
  return {
    ...{ id, seq: 1, endpoint: 'responses', model: 'm', title: words, status: 'completed', intent: id, log: [] },
    connection: { name: 'c', baseUrl: 'http://a/v1' },
    ...(parent !== undefined && { parent }),
    request: {},
    turn: [userItem(words)],
    result: { ...emptyResult, outputs, end: { status: 'completed' } },
    saved: true,
  }
}

const said = (text: string): Output => ({ kind: 'message', index: 0, parts: [{ part: 0, text }] })
const called = (callId: string, index = 0) =>
  ({ kind: 'tool-call', index, callId, name: 'look_up', custom: false, arguments: '{}', done: true }) as const

/** What is given back for one call. */
function resultItem(call: OpenCall, answer: ToolAnswer) {
  const [item] = resultsOf([call], { [call.callId]: answer })
  if (!item) throw new Error('the result is missing')
  return item
}

const first = run('1', undefined, 'one', [said('uno')])
const second = run('2', '1', 'two', [said('due')])
const edited = run('3', '1', 'two, edited')
const after = run('4', '2', 'three')
const runs = [first, second, edited, after]

test('a path follows the parents and leaves other branches out', () => {
  expect(pathTo(runs, '4').map(({ id }) => id)).toEqual(['1', '2', '4'])
  expect(pathTo(runs, '3').map(({ id }) => id)).toEqual(['1', '3'])
  expect(pathTo(runs, undefined)).toEqual([])
})

test('a damaged record whose parents go round in a circle is no endless loop', () => {
  const circle = [run('a', 'b', 'x'), run('b', 'a', 'y')]
  expect(pathTo(circle, 'a').map(({ id }) => id)).toEqual(['b', 'a'])
  const [one = first, two = first] = circle
  expect(leafBelow(branchesIn(circle), one)).toBe(two)
  const self = run('a', 'a', 'x')
  expect(leafBelow(branchesIn([self]), self)).toBe(self)
})

test('a branch is shown down to its newest end', () => {
  expect(branchesIn(runs).get(edited.parent)).toEqual([second, edited])
  expect(leafBelow(branchesIn(runs), second)).toBe(after)
  expect(leafBelow(branchesIn(runs), edited)).toBe(edited)
})

test('a conversation has as many branches as ends, and one that is a cycle has one', () => {
  expect(countBranches(runs)).toBe(2)
  expect(countBranches([run('a', 'b', 'x'), run('b', 'a', 'y')])).toBe(1)
})

test('however long a conversation is, its newest words are read from its end', () => {
  let reads = 0
  const counted = (words: string) => ({
    get turn() {
      reads += 1
      return [userItem(words)]
    },
  })
  const long = Array.from({ length: 200 }, (_, n) => counted(`turn ${n}`))
  expect(lastWords([...long, counted('')])).toBe('turn 199')
  expect(reads).toBe(2)
})

test('what is sent is everything said on the path, in order, then the new turn', () => {
  const input = inputAfter([first, second], [userItem('three')])
  expect(input.map((item) => `${item.role}`)).toEqual(['user', 'assistant', 'user', 'assistant', 'user'])
  expect(typedWords(input.slice(-1))).toBe('three')
})

test('an answered call goes back with its result, an unanswered one is left out', () => {
  const asking = run('5', undefined, 'ask', [called('a'), called('b', 1)])
  const [call] = openCalls(asking)
  if (!call) throw new Error('the call is missing')
  const input = inputAfter([asking], [resultItem(call, { text: '21', failed: false })])
  expect(input.map((item) => [item.type, item.call_id])).toEqual([
    ['message', undefined],
    ['function_call', 'a'],
    ['function_call_output', 'a'],
  ])
})

test('a call that was cut off takes no result, and a result without its call is never sent', () => {
  const cut = run('6', undefined, 'ask', [{ ...called('a'), done: false }])
  const torn = { ...cut, result: { ...cut.result, end: { status: 'interrupted' as const } } }
  expect(openCalls(torn)).toEqual([])
  const input = inputAfter([torn], [resultItem(called('a'), { text: '21', failed: false })])
  expect(input.map((item) => item.type)).toEqual(['message'])
})

test('a failed call is told as an error, a custom one in its own words', () => {
  expect(resultItem(called('a'), { text: 'no port', failed: true })).toMatchObject({ output: '{"error":"no port"}' })
  expect(resultItem({ ...called('a'), custom: true }, { text: 'x', failed: false }).type).toBe(
    'custom_tool_call_output',
  )
})

const request = { type: 'mcp_approval_request', id: 'mcpr_1', server_label: 'zip', name: 'shorten', arguments: '{}' }
const item = (received: object, index = 0): Output => ({ kind: 'item', index, item: received })
const typesOf = (input: readonly { readonly type: string }[]) => input.map(({ type }) => type)

test('an approval is sent with the request that it answers, a declined one with its reason', () => {
  const asking = run('7', undefined, 'shorten it', [item({ type: 'web_search_call' }), item(request, 1)])
  const [open] = openCalls(asking)
  if (!open) throw new Error('the request is missing')
  expect(open).toEqual({ kind: 'approval', callId: 'mcpr_1', name: 'shorten' })
  const approved = resultItem(open, { text: 'Approved', failed: false })
  expect(approved).toEqual({ type: 'mcp_approval_response', approval_request_id: 'mcpr_1', approve: true })
  expect(inputAfter([asking], [approved]).slice(1)).toEqual([request, approved])
  expect(resultItem(open, { text: 'Too long', failed: true })).toMatchObject({ approve: false, reason: 'Too long' })
  expect(typesOf(inputAfter([asking], [userItem('never mind')]))).toEqual(['message', 'message'])
})

test('later turns send an approval with the call that it allowed, and never without, which would make it again', () => {
  const approved = { type: 'mcp_approval_response', approval_request_id: 'mcpr_1', approve: true }
  const asking = run('8', undefined, 'shorten it', [item(request)])
  const call = { type: 'mcp_call', id: 'mcp_1', approval_request_id: 'mcpr_1', name: 'shorten', output: 'z.test' }
  const after = (outputs: readonly Output[]) =>
    typesOf(inputAfter([asking, { ...run('9', '8', '', outputs), turn: [approved] }], [userItem('thanks')])).slice(1)
  expect(after([item(call), said('done')])).toEqual([
    'mcp_approval_request',
    'mcp_approval_response',
    'mcp_call',
    'message',
    'message',
  ])
  expect(after([said('done')])).toEqual(['message', 'message'])
  expect(after([item({ ...call, approval_request_id: null })])).toEqual(['message'])
})

test('an approval of an answer that was cut off cannot be given', () => {
  const whole = run('10', undefined, 'shorten it', [item(request)])
  expect(openCalls({ result: { ...whole.result, end: { status: 'interrupted' } } })).toEqual([])
  expect(openCalls({ result: { ...whole.result, outputs: [item({ ...request, id: 7 })] } })).toEqual([])
})

test('a message of pictures alone has no words, and other words leave its pictures and results where they are', () => {
  const picture = { type: 'input_image', image_url: 'data:image/png;base64,sha256:0', detail: 'low' }
  const alone = userItem(' ', [picture])
  expect(alone.content).toEqual([picture])
  expect(typedWords([alone])).toBe('')
  const result = resultItem(called('a'), { text: '21', failed: false })
  const turn = reworded([result, userItem('one', [picture])], 'two')
  expect(turn).toEqual([result, userItem('two', [picture])])
  expect(attachmentsOf(turn)).toEqual([picture])
})

test('messages before the one that was typed stay apart from its words, and stay when it gets others', () => {
  const earlier = [
    userItem('Example'),
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Answer' }] },
  ]
  const turn = [...earlier, userItem('Now this')]
  expect(typedWords(turn)).toBe('Now this')
  expect(earlierMessages(turn)).toEqual(earlier)
  expect(reworded(turn, 'Now that')).toEqual([...earlier, userItem('Now that')])
})

test('the router can go on from a whole answer of this connection that it keeps, with results for all of its calls', () => {
  const here = { baseUrl: 'http://a/v1' }
  const answered = (more: Partial<Run> = {}, outputs: readonly Output[] = [said('uno')]): Run => ({
    ...run('1', undefined, 'one', outputs),
    result: { ...emptyResult, outputs, response: { id: 'resp_1' }, end: { status: 'completed' } },
    ...more,
  })
  expect(keptReply([answered()], [], here)).toBe('resp_1')
  expect(keptReply([answered({ request: { store: true } })], [], here)).toBe('resp_1')
  expect(keptReply([answered({ request: { store: false } })], [], here)).toBeUndefined()
  expect(keptReply([answered({ status: 'incomplete' })], [], here)).toBeUndefined()
  expect(keptReply([answered()], [], { baseUrl: 'http://b/v1' })).toBeUndefined()
  expect(keptReply([first], [], here)).toBeUndefined()
  expect(keptReply([], [], here)).toBeUndefined()
  const calling = answered({}, [called('a')])
  expect(keptReply([calling], [userItem('x')], here)).toBeUndefined()
  expect(keptReply([calling], [resultItem(called('a'), { text: '1', failed: false })], here)).toBe('resp_1')
})
