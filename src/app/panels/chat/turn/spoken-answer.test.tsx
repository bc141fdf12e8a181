import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { emptyResult } from '../../../run/result.ts'
import type { Run } from '../../../run/run.ts'
import { SpokenAnswer, sentencesEnd } from './spoken-answer.tsx'

const run = (text: string): Run => ({
  ...{ id: '1', seq: 1, endpoint: 'responses', model: 'm', title: 't', status: 'receiving', intent: '1', log: [] },
  connection: { name: 'c', baseUrl: 'http://a/v1' },
  request: {},
  result: { ...emptyResult, outputs: [{ kind: 'message', index: 0, parts: [{ part: 0, text }] }] },
  saved: true,
})

test('a sentence has ended where more follows it, or its line has', () => {
  expect(sentencesEnd('It is 3.1', 0)).toBe(0)
  expect(sentencesEnd('It is 3.14. And', 0)).toBe(12)
  expect(sentencesEnd('One. Two! (Three?) ', 0)).toBe(19)
  expect(sentencesEnd('# Title\nText', 0)).toBe(8)
  expect(sentencesEnd('これは文です。次', 0)).toBe(7)
})

test('each sentence is said once as it ends, and the rest with the end', () => {
  const { container, rerender } = render(<SpokenAnswer run={run('')} isOver={false} />)
  const said = (text: string, isOver = false) => {
    rerender(<SpokenAnswer run={run(text)} isOver={isOver} />)
    return container.textContent
  }
  expect(said('One is')).toBe('Answer in progress.')
  expect(said('One is one. Two')).toBe('One is one.')
  expect(said('One is one. Two is two. Three')).toBe('Two is two.')
  expect(said('One is one. Two is two. Three is')).toBe('Two is two.')
  expect(said('One is one. Two is two. Three is', true)).toBe('Three is')
})
