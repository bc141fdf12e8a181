import 'fake-indexeddb/auto'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { ledgerDrafts } from '../../../run/history/use-history.ts'
import { emptyResult, type Output, type ToolCall } from '../../../run/result.ts'
import type { Run } from '../../../run/run.ts'
import { openPage } from '../../../run/testing/open-page.ts'
import { RunsProvider } from '../../../run/use-runs.tsx'
import { ToolCallCard } from '../turn/tool-call-card.tsx'
import type { ToolAnswers, TurnItem } from '../turn/turn.ts'
import { ApprovalCard } from './approval-card.tsx'
import { mayReturn, nextOf } from './call-returns.tsx'
import { rememberedAnswers } from './remembered-answers.ts'
import { isGiven } from './tool-answers.ts'

afterEach(cleanup)

const silent = { stream: () => (async function* () {})() }
const call = (more: Partial<ToolCall> = {}): ToolCall => ({
  ...{ kind: 'tool-call', index: 0, callId: 'c', name: 'f', custom: false, arguments: '{"a":1}', done: true },
  ...more,
})

function runOf(outputs: readonly Output[], request: object = {}): Run {
  return {
    ...{ id: 'r', seq: 1, endpoint: 'responses', model: 'm', title: 't', status: 'completed', intent: 'r', log: [] },
    ...{ connection: { name: 'c', baseUrl: 'http://a/v1' }, request, saved: true },
    result: { ...emptyResult, outputs, end: { status: 'completed' } },
  }
}

const returned: (readonly TurnItem[])[] = []
afterEach(() => void returned.splice(0))

/** The cards of an answer, with answers that are kept as a conversation keeps them. */
function Cards({ run, first = {} }: { run: Run; first?: ToolAnswers }) {
  const [answers, setAnswers] = useState(first)
  const asking = {
    ...{ run, open: false, answers },
    onAnswer: (one: { callId: string }, answer: ToolAnswers[string]) =>
      setAnswers((now) => ({ ...now, [one.callId]: answer })),
    onReturn: (items: readonly TurnItem[]) => void returned.push(items),
  }
  return run.result.outputs.map((output) => {
    if (output.kind === 'tool-call') return <ToolCallCard key={output.index} call={output} {...asking} />
    return output.kind === 'item' && <ApprovalCard key={output.index} item={output.item} {...asking} />
  })
}

async function shown(run: Run, first?: ToolAnswers) {
  const page = await openPage({ name: crypto.randomUUID(), router: silent })
  render(
    <RunsProvider runs={page.runs}>
      <Cards run={run} {...(first && { first })} />
    </RunsProvider>,
  )
  await act(async () => {})
  return page
}

const box = (name: string) => screen.getByRole<HTMLTextAreaElement>('textbox', { name })
const type = (name: string, value: string) => fireEvent.change(box(name), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }), { detail: 1 })

test('arguments that are no JSON are shown as they came, with the reason, and can be answered', async () => {
  await shown(runOf([call({ arguments: '{"city": Lisbon' })]))
  expect(screen.getByText('{"city": Lisbon')).toBeTruthy()
  expect(screen.getByRole('status').textContent).toContain('The arguments are not valid JSON: ')
  expect(screen.queryByRole('checkbox', { name: 'Same answer next time' })).toBeNull()
  type('Result of f', 'sunny')
  press('Return results')
  expect(returned).toEqual([[{ type: 'function_call_output', call_id: 'c', output: 'sunny' }]])
})

test('a result above 1 MB is refused, and stays in its box', async () => {
  await shown(runOf([call()]))
  type('Result of f', 'é'.repeat(500_001))
  expect(screen.getByRole('alert').textContent).toContain('Results above 1 MB are not sent.')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Return results' }).disabled).toBe(true)
  type('Result of f', 'é'.repeat(500_000))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a flat result is entered field by field, and what is no number is told and left out', async () => {
  const properties = { city: { type: 'string' }, days: { type: 'integer' }, sunny: { type: 'boolean' } }
  const tools = [{ type: 'function', name: 'f', output_schema: { type: 'object', properties } }]
  await shown(runOf([call()], { tools }), { c: { text: '{"more": [1]}', failed: false } })
  fireEvent.click(screen.getByRole('tab', { name: 'Form' }))
  type('days', '1.5')
  expect(screen.getByText('Enter a whole number.')).toBeTruthy()
  type('days', '2')
  type('city', '12')
  fireEvent.change(screen.getByRole('combobox', { name: 'sunny' }), { target: { value: '1' } })
  fireEvent.click(screen.getByRole('tab', { name: 'JSON' }))
  expect(JSON.parse(box('Result of f').value)).toEqual({ more: [1], city: '12', days: 2, sunny: false })
})

test('a ticked answer is remembered for equal calls, as it is changed, until the tick is taken away', async () => {
  const page = await shown(runOf([call({ arguments: '{"a":1,"b":2}' })]))
  const { recall } = rememberedAnswers(ledgerDrafts(page.runs))
  const equal = call({ callId: 'other', arguments: ' {"b": 2, "a": 1}' })
  type('Result of f', '21')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Same answer next time' }))
  type('Result of f', '22')
  await expect.poll(() => recall(equal)).toEqual({ text: '22', failed: false, from: 'memory', again: true })
  expect(await recall(call({ arguments: '{"a":1}' }))).toBeUndefined()
  expect(await recall(call({ name: 'g', arguments: equal.arguments }))).toBeUndefined()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Same answer next time' }))
  await expect.poll(() => recall(equal)).toBeUndefined()
})

test('what filled a result in is said until a person changes it', async () => {
  await shown(runOf([call()]), { c: { text: '21', failed: false, from: 'memory', again: true } })
  expect(screen.getByText(/^Filled in from an earlier answer\./)).toBeTruthy()
  type('Result of f', '22')
  expect(screen.queryByText(/^Filled in/)).toBeNull()
})

const request = (id: string) => ({
  type: 'mcp_approval_request',
  id,
  server_label: 'zip',
  name: 'shorten',
  arguments: '{"url":"a"}',
})
const item = (id: string, index: number): Output => ({ kind: 'item', index, item: request(id) })

test('an approval is sent at its press, and with a reason declined; nothing approves for ever', async () => {
  await shown(runOf([item('p', 0)]))
  expect(screen.getByRole('region', { name: 'Approval request shorten' }).textContent).toContain('"url": "a"')
  expect(screen.queryByText(/always/i)).toBeNull()
  type('Reason for declining (optional)', 'Not this one')
  press('Decline')
  press('Approve')
  const response = { type: 'mcp_approval_response', approval_request_id: 'p' }
  expect(returned).toEqual([
    [{ ...response, approve: false, reason: 'Not this one' }],
    [{ ...response, approve: true }],
  ])
})

test('an approval waits for what else the answer asks for', async () => {
  await shown(runOf([item('p', 0), call({ index: 1 })]))
  press('Approve')
  expect(returned).toEqual([])
  expect(screen.getByText('Approved. Sent with the other results.')).toBeTruthy()
  type('Result of f', '21')
  press('Return results')
  expect(returned.flat().map(({ type: kind }) => kind)).toEqual(['function_call_output', 'mcp_approval_response'])
})

test('without a press only what is remembered or a mock returned goes back', () => {
  const [one, two] = [call(), call({ callId: 'd' })]
  const remembered = { text: '1', failed: true, from: 'memory' } as const
  const mocked = { text: '2', failed: false, from: 'mock' } as const
  expect(mayReturn([one, two], { c: remembered, d: mocked })).toBe(true)
  expect(mayReturn([one, two], { c: remembered })).toBe(false)
  expect(mayReturn([one], { c: { ...mocked, failed: true } })).toBe(false)
  expect(mayReturn([one], { c: { text: '3', failed: false } })).toBe(false)
  expect(mayReturn([{ kind: 'approval', callId: 'c', name: 'f' }], { c: { text: 'Approved', failed: false } })).toBe(
    false,
  )
  expect(mayReturn([], {})).toBe(false)
})

test('each column goes on as soon as its own calls have answers; with a server on this machine one at a time', () => {
  const state = (more: object = {}, branch: object = {}) => ({
    ...{ rounds: 0, isAnswered: true, isNear: false, ...more },
    branch: { running: undefined, request: {}, ...branch },
  })
  const running = state({ isAnswered: false }, { running: runOf([]) })
  const [first, second] = [state({ rounds: 8 }), state({ rounds: 7 })]
  expect(nextOf([running, first, second], true)).toBe(second)
  expect(nextOf([running, first], false)).toBeUndefined()
  expect(nextOf([state({}, { request: undefined }), second], false)).toBe(second)
  const near = state({ isNear: true })
  expect(nextOf([running, near], false)).toBeUndefined()
  expect(nextOf([second, near], true)).toBeUndefined()
  expect(nextOf([first, near], false)).toBe(near)
})

test('an empty text is a result where a mock returned it, and none where nobody has typed yet', () => {
  expect(isGiven({ text: '', failed: false, from: 'mock' })).toBe(true)
  expect(isGiven({ text: '', failed: false })).toBe(false)
  expect(isGiven({ text: 'é'.repeat(500_001), failed: false })).toBe(false)
})
