import { expect, test } from 'vitest'
import { emptyPlan } from '#lab/lab-plan.ts'
import { emptyResult } from '../../run/result.ts'
import { chatTool, editTool } from '../../tool/tools.ts'
import { toolOfAll, withRunRows } from './run-rows.ts'

const result = {
  ...emptyResult,
  outputs: [{ kind: 'message', index: 0, parts: [{ part: 0, text: 'Blue.' }] }],
} as const

function run(id: string, input: unknown, verdict?: 'pass' | 'fail') {
  const request = { model: 'm', input }
  return {
    ...{ run: { id, endpoint: 'responses', model: 'm', request, ...(verdict && { verdict }) }, result },
    sent: { body: { kind: 'json', value: request } },
  } as const
}
const single = (content: unknown) => [{ role: 'user', content }]

test('a run is a row with its prompt; the answer of one that passed is expected', () => {
  const plan = withRunRows([run('a', 'Sea?', 'pass'), run('b', single('Sky?'), 'fail')], chatTool)
  expect(plan.rows).toEqual([
    { prompt: 'Sea?', expected: 'Blue.', run: { model: 'm', id: 'a' } },
    { prompt: 'Sky?', run: { model: 'm', id: 'b' } },
  ])
  expect(plan).toMatchObject({ tool: 'chat', request: { input: '{{prompt}}' } })
  expect(plan.columns).toEqual({ expected: 'expected', run: 'metadata' })
})

test('where one of them was a conversation, all are lists of messages', () => {
  const messages = [...single('Sea?'), { role: 'assistant', content: 'Blue.' }, ...single('Why?')]
  const plan = withRunRows([run('a', messages), run('b', 'Sky?')], chatTool)
  expect(plan.rows.map((row) => row.messages)).toEqual([messages, single('Sky?')])
  expect(plan.columns).toMatchObject({ messages: 'messages' })
})

test('a plan with one variable gets the prompts under its name, behind its rows', () => {
  const plan = { ...emptyPlan('chat', { input: 'Q: {{question}}' }), rows: [{ question: 'Sun?' }] }
  const more = withRunRows([run('a', 'Sea?')], chatTool, plan)
  expect(more.rows).toEqual([{ question: 'Sun?' }, { question: 'Sea?', run: { model: 'm', id: 'a' } }])
  expect(more.request).toEqual(plan.request)
})

test('a new plan is of the tool of all runs, else of chat', () => {
  expect([toolOfAll([editTool, editTool]), toolOfAll([editTool, undefined])]).toEqual([editTool, chatTool])
})
