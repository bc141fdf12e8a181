import { expect, test } from 'vitest'
import { namesFor } from './speakers-row.tsx'

test('a sample has the name that was typed, else that of its file, else its number', () => {
  expect(namesFor(['Ada', ' '], ['a.mp3', 'grace hopper.wav', undefined])).toEqual(['Ada', 'grace hopper', 'Speaker 3'])
  expect(namesFor(['Ada', 'Bob'], ['a.mp3'])).toEqual(['Ada'])
})
