import { expect, test } from 'vitest'
import type { ToolCall } from '../../../run/result.ts'
import { callTitle } from './tool-call-card.tsx'

test('the calls of one tool are numbered, and no others', () => {
  const call = (name: string, index: number): ToolCall => ({
    ...{ kind: 'tool-call', index, callId: `c${index}`, name },
    ...{ custom: false, arguments: '{}', done: true },
  })
  const calls = ['f', 'g', 'f'].map(call)
  expect(calls.map((one) => callTitle(one, calls))).toEqual(['f (1 of 2)', 'g', 'f (2 of 2)'])
})
