import { expect, test } from 'vitest'
import { amountOf, callsOf, targetFields, targetsIn, warningsOn } from './languages.ts'

const one = { id: 'm', raw: {} }
const several = { ...one, parameters: ['target_languages'] }

test('one press is one request where the model takes a list, else one for each language', () => {
  const request = { model: 'm', target_lang: 'es,pt-BR' }
  expect(callsOf(request, several)).toHaveLength(1)
  expect(callsOf(request, one)).toEqual([
    { name: 'Spanish', request: { model: 'm', target_lang: 'es' } },
    { name: 'Brazilian Portuguese', request: { model: 'm', target_lang: 'pt-BR' } },
  ])
  expect(callsOf({ model: 'm', target_languages: ['es', 'de'] }, undefined)).toHaveLength(2)
  expect(callsOf({ model: 'm', target_lang: 'xx-klingon-odd' }, one)).toMatchObject([{ name: 'xx-klingon-odd' }])
})

test('languages are read from whatever field names them, each once', () => {
  expect(targetsIn({ target_lang: 'es, de', target_languages: '["de","fr"]' })).toEqual(['es', 'de', 'fr'])
  expect(targetsIn({ target_language: 'it', target_languages: 7 })).toEqual(['it'])
  expect(targetFields(['es', 'de'], true)).toEqual({ target_lang: undefined, target_languages: ['es', 'de'] })
  expect(targetFields(['es'], true)).toEqual({ target_lang: 'es', target_languages: undefined })
  expect(targetFields([], false)).toEqual({ target_lang: undefined, target_languages: undefined })
})

test('what is dubbed is the part of the file times its languages', () => {
  expect(amountOf({}, 42)).toBeUndefined()
  expect(amountOf({ target_lang: 'es' }, 42)).toBe('0:42.0 to dub')
  expect(amountOf({ target_lang: 'es,de', start_time: 2, end_time: 12 }, 42)).toBe(
    '0:10.0 of 0:42.0 × 2 languages = 0:20.0 to dub',
  )
})

test('a part that the file does not have and a file that is too long are warned of', () => {
  expect(warningsOn({ start_time: 50, end_time: 60 }, 42, undefined)).toEqual([
    'Start is after the end of the file (0:42.0).',
  ])
  expect(warningsOn({ end_time: 60 }, 42, 30)).toEqual([
    'The file is 0:42.0 long. This model accepts up to 30 s.',
    'End is after the end of the file (0:42.0).',
  ])
  expect(warningsOn({ end_time: 60 }, undefined, 30)).toEqual([])
})
