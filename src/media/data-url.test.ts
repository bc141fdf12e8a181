import { expect, it } from 'vitest'
import { dataUrl, dataUrlHead } from './data-url.ts'

it.each([
  ['data:image/png;base64,iVBO', 'data:image/png;base64,', 'image/png'],
  ['DATA:Image/PNG;Base64,iVBO', 'DATA:Image/PNG;Base64,', 'image/png'],
  ['data:;base64,aGk=', 'data:;base64,', undefined],
  ['data:text/plain;charset=utf-8;base64,aGk=', 'data:text/plain;charset=utf-8;base64,', 'text/plain'],
  ['data:image/png;name="a b (1).png";base64,iVBO', 'data:image/png;name="a b (1).png";base64,', 'image/png'],
])('reads the head of %s with its parameters and its type in lower case', (text, head, type) => {
  expect(dataUrlHead(text)).toEqual({ head, type })
})

it.each([
  '',
  'iVBO',
  'data:image/png,iVBO',
  'data:text/plain,a;base64,b',
  ' data:;base64,aGk=',
  `data:${'x'.repeat(400)};base64,`,
])('takes %s for no base64 data URL', (text) => expect(dataUrlHead(text)).toBeUndefined())

it('writes a data URL that it reads again', () => {
  const url = dataUrl('audio/wav', 'UklGRg==')
  expect(url.slice(dataUrlHead(url)?.head.length)).toBe('UklGRg==')
})

it('reads a head of many parameters without backtracking', () => {
  expect(dataUrlHead(`data:${';a'.repeat(90)}`)).toBeUndefined()
})
