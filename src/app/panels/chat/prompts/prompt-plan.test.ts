import { expect, test } from 'vitest'
import { cellRequest, columnsOf, problemsOf } from '#lab/cells.ts'
import { promptPlan } from './prompt-plan.ts'

test('a prompt becomes a plan that fills its placeholders from rows, with its defaults as the first', () => {
  const plan = promptPlan({
    ...{ name: 'Tutor', instructions: 'In {{language}}', parameters: { model: 'm', temperature: 0.2 } },
    messages: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Read {{doc}} on {{topic}}' }] }],
    variables: { language: { type: 'text', default: 'English' }, topic: { type: 'text' }, doc: { type: 'file' } },
  })
  expect(plan).toMatchObject({ name: 'Tutor', axes: { models: ['m'] }, columns: { doc: 'file' } })
  expect(problemsOf(plan)).toEqual([])
  const [column] = columnsOf(plan)
  const row = { ...plan.rows[0], topic: 'tides', doc: 'data:a' }
  expect(column && cellRequest(plan, row, column)).toEqual({
    ...{ model: 'm', stream: true, temperature: 0.2, instructions: 'In English' },
    input: [
      {
        ...{ type: 'message', role: 'user' },
        content: [
          { type: 'input_text', text: 'Read ' },
          { type: 'input_file', filename: 'doc', file_data: 'data:a' },
          { type: 'input_text', text: ' on tides' },
        ],
      },
    ],
  })
})
