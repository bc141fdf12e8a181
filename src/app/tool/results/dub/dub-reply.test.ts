import { expect, test } from 'vitest'
import { readDubReply } from './dub-reply.ts'

const told = (...replies: readonly unknown[]) => readDubReply(replies.map((reply) => ({ data: JSON.stringify(reply) })))

test('the last reply about the job says which languages are ready, and what is said in them', () => {
  const parts = [
    { start: 2, end: 3, text: 'Dos' },
    { start: 0, end: 1, text: 'Uno', source: 'One' },
  ]
  const { languages, parts: read } = told(
    { dubbing_id: 'd', status: 'dubbing', target_languages: ['es', 'de'] },
    {
      ...{ dubbing_id: 'd', status: 'dubbing', target_languages: ['es', 'de'] },
      ...{ result_urls: { es: '/jobs/d/es' }, transcripts: { es: parts, de: 'soon' } },
    },
    { error: { status: 502, message: 'Bad gateway' } },
  )
  expect(languages).toEqual([
    { code: 'es', isReady: true },
    { code: 'de', isReady: false },
  ])
  expect(read.get('es')).toEqual([parts[1], parts[0]])
  expect(read.get('de')).toEqual([])
})

test('what has no known shape says nothing, and breaks nothing', () => {
  const odd = { transcripts: { es: [null, { start: 'a', end: 1, text: 'x' }, { start: 2, end: 1, text: 'x' }] } }
  expect(told({ dubbing_id: 'd', target_languages: [{ language: 'es' }, 4, null], ...odd })).toMatchObject({
    languages: [{ code: 'es', isReady: false }],
  })
  expect(told(odd).parts.get('es')).toEqual([])
  expect(readDubReply([{ data: 'no JSON' }, { data: '[1]' }])).toEqual({ languages: [], parts: new Map() })
})
