import { expect, test } from 'vitest'
import { filledMessages, lackingValues, promptRow } from './fill-prompt.ts'

const variables = { n: { type: 'number', default: '3' }, doc: { type: 'file' }, topic: { type: 'text' } } as const
const text = (words: string) => ({ type: 'input_text', text: words })
const texts = ['{{topic}} {{n}} {{doc}} {{ topic }} {{constructor}}']

test('what has no value of its type is named once, in the order of its use; a default is a value', () => {
  expect(lackingValues(texts, variables, {}, [])).toEqual(['topic', 'doc', 'constructor'])
  expect(lackingValues(texts, variables, { topic: ' ', n: 'three', doc: 'a.pdf', constructor: 'x' }, [])).toEqual([
    'topic',
    'n',
    'doc',
  ])
  expect(lackingValues(texts, variables, { topic: 'tides', doc: 'a.pdf', constructor: 'x' }, ['a.pdf'])).toEqual([])
})

test('values fill the texts once; a file stands between the texts around it, and a value is not filled again', () => {
  const messages = [
    { role: 'user', content: [text('Read {{doc}} about {{topic}}'), { type: 'input_image', image_url: 'a' }] },
  ]
  const row = promptRow([messages], variables, { topic: '{{doc}} and {{n}}', doc: 'a.pdf' })
  const file = { type: 'input_file', filename: 'a.pdf' }
  expect(filledMessages(messages, row, new Map([['doc', file]]))).toEqual([
    {
      role: 'user',
      content: [text('Read '), file, text(' about {{doc}} and {{n}}'), { type: 'input_image', image_url: 'a' }],
    },
  ])
  expect(filledMessages([{ content: [text('{{doc}}')] }], {}, new Map([['doc', file]]))).toEqual([{ content: [file] }])
  expect(filledMessages([{ content: [text('{{n}}')] }], promptRow('{{n}}', variables, {}), new Map())).toEqual([
    { content: [text('3')] },
  ])
})
