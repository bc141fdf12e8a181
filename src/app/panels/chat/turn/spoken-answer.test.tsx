import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Sentences, sentencesEnd } from './spoken-answer.tsx'

test('a sentence has ended where more follows it, or its line has', () => {
  expect(sentencesEnd('It is 3.1', 0)).toBe(0)
  expect(sentencesEnd('It is 3.14. And', 0)).toBe(12)
  expect(sentencesEnd('One. Two! (Three?) ', 0)).toBe(19)
  expect(sentencesEnd('# Title\nText', 0)).toBe(8)
  expect(sentencesEnd('これは文です。次', 0)).toBe(7)
})

test('each sentence is said once as it ends, and the rest with the end', () => {
  const { container, rerender } = render(<Sentences text="" isOver={false} />)
  const said = (text: string, isOver = false) => {
    rerender(<Sentences text={text} isOver={isOver} />)
    return container.textContent
  }
  expect(said('One is')).toBe('Answer in progress.')
  expect(said('One is one. Two')).toBe('One is one.')
  expect(said('One is one. Two is two. Three')).toBe('Two is two.')
  expect(said('One is one. Two is two. Three is')).toBe('Two is two.')
  expect(said('One is one. Two is two. Three is', true)).toBe('Three is')
})
