import { expect, test } from 'vitest'
import { turnSource } from './save-prompt.tsx'

test('a turn is saved with its parameters and its words, without files, results and the conversation before it', () => {
  const said = (...content: object[]) => ({ type: 'message', role: 'user', content })
  const text = { type: 'input_text', text: 'Explain {{topic}}' }
  const turn = [
    { type: 'function_call_output', call_id: 'c', output: '21' },
    said({ type: 'input_file', file_data: 'x' }),
    said(text, { type: 'input_image', image_url: 'sha256:a' }),
  ]
  const request = { model: 'm', instructions: 'Be brief.', input: [said()], previous_response_id: 'resp_1' }
  expect(turnSource({ model: 'm', turn, request })).toEqual({
    request: { model: 'm', instructions: 'Be brief.' },
    messages: [said(text)],
    hasFiles: true,
  })
  expect(turnSource({ model: 'm', turn: 'lost', request: undefined })).toEqual({
    request: { model: 'm' },
    messages: [],
    hasFiles: false,
  })
})
