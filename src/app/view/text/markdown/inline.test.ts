import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed } from '../../../../testing/seed.ts'
import { scrapText } from '../testing/scraps.ts'
import { isPlain } from './inline.ts'
import { readInline } from './read-inline.ts'

const noLabels = { target: () => undefined, note: () => undefined }

test('a few words are plain', () => {
  expect(isPlain('Sum of 3.5 % (net), größer')).toBe(true)
})

test(`what is plain reads as itself (SEED=${seed})`, () => {
  const word = fc.constantFrom('a', ' ', '.', 'www', 'http', '//', '/', ')', '(', '-', '"', "'", '3', '|', '#', '>')
  fc.assert(
    fc.property(
      fc.oneof(
        scrapText,
        fc.array(word).map((words) => words.join('')),
      ),
      (scrap) => {
        const text = scrap.trim()
        if (text && isPlain(text)) expect(readInline(text, noLabels).nodes).toEqual([{ kind: 'text', text }])
      },
    ),
    { seed, numRuns: process.env.SOAK ? 100_000 : 2_000 },
  )
})
