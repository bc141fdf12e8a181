import { expect, test } from 'vitest'
import { agreedWinner, familyOf, type Judge, judgeRequest, judgesOf, readGrade, readWinner } from './judge-requests.ts'

const rubric: Judge = { type: 'llm-rubric', model: 'gpt-judge', value: 'Names {{city}}.' }

test('a judge is asked with its criteria, the task and the answer, none of which is searched for placeholders again', () => {
  const task = 'Describe {{output}}.'
  const request = judgeRequest(rubric, {
    task,
    answers: [{ text: 'It is {{city}}.', media: [] }],
    vars: { city: 'Oslo' },
  })
  expect(request).toMatchObject({ model: 'gpt-judge', text: { format: { type: 'json_schema', strict: true } } })
  expect(request.input).toContain('<criteria>Names Oslo.</criteria>')
  expect(request.input).toContain('<task>Describe {{output}}.</task>')
  expect(request.input).toContain('<answer>It is {{city}}.</answer>')
})

test('a judge is given the media of an answer, each behind the words that say whose they are', () => {
  const [one, two, three] = ['AA', 'BB', 'CC'].map((image_url) => ({ type: 'input_image', image_url }))
  const answers = [
    { text: '', media: [one ?? {}] },
    { text: '', media: [two ?? {}, three ?? {}] },
  ] as const
  const { input } = judgeRequest(
    { ...rubric, type: 'select-best' },
    { task: 'A boat', answers, vars: { city: 'Oslo' } },
  )
  expect(input).toMatchObject([
    {
      content: [
        { type: 'input_text', text: expect.stringContaining('<task>A boat</task>') },
        { text: 'First answer:' },
        { type: 'input_image', image_url: 'AA' },
        { text: 'Second answer:' },
        { image_url: 'BB' },
        { image_url: 'CC' },
      ],
    },
  ])
})

test('a judge with a least score is asked for one', () => {
  const { text } = judgeRequest({ ...rubric, min: 3 }, { task: '', answers: [{ text: 'Hi', media: [] }], vars: {} })
  expect(text).toMatchObject({ format: { schema: { required: ['reason', 'score', 'pass'] } } })
})

test('a prompt and a schema of its own take the place of the usual ones', () => {
  const own: Judge = { ...rubric, prompt: '{{output}}: good?', schema: { type: 'object' } }
  expect(judgeRequest(own, { task: '', answers: [{ text: 'Hi', media: [] }], vars: {} })).toMatchObject({
    ...{ input: 'Hi: good?', text: { format: { schema: { type: 'object' } } } },
  })
})

test.each<readonly [string, Partial<Judge>, string, string]>([
  ['{"pass":true,"reason":"It does."}', {}, 'passed', 'It does.'],
  ['{"pass":false,"reason":"It does not."}', {}, 'failed', 'It does not.'],
  ['{"pass":false,"reason":"It does not."}', { not: true }, 'passed', 'It does not.'],
  ['{"pass":true,"score":0.4,"reason":"So so."}', { min: 0.5 }, 'failed', 'Score 0.4. So so.'],
  ['{"pass":true,"reason":"Fine."}', { min: 0.5 }, 'unable', 'gpt-judge gave no score.'],
  ['It is good.', {}, 'unable', 'gpt-judge did not answer as its schema says.'],
  ['{"pass":"yes"}', {}, 'unable', 'gpt-judge did not answer as its schema says.'],
])('%s with %j has %s', (text, change, outcome, reason) => {
  expect(readGrade({ ...rubric, ...change }, text)).toMatchObject({ outcome, reason })
})

test('a pair counts where the judge says the same in both orders', () => {
  expect(readWinner('{"winner":"second","reason":""}')).toBe('second')
  expect(readWinner('{"winner":"both"}')).toBeUndefined()
  expect(agreedWinner('first', 'second')).toBe('first')
  expect(agreedWinner('second', 'first')).toBe('second')
  expect(agreedWinner('tie', 'tie')).toBe('tie')
  expect(agreedWinner('first', 'first')).toBeUndefined()
  expect(agreedWinner('tie', 'second')).toBeUndefined()
})

test('a family is what models of one maker share in their names', () => {
  expect(['openai/gpt-5.4-pro', 'GPT-4o', 'claude-opus-4', 'o3', 'chatgpt-4o', '4b'].map(familyOf)).toEqual([
    ...['gpt', 'gpt', 'claude', 'gpt', 'gpt', '4b'],
  ])
})

test('only whole judges are read from the checks of a plan', () => {
  expect(judgesOf([rubric, { type: 'llm-rubric', value: 'x' }, { type: 'contains', value: 'x' }, 3])).toEqual([rubric])
})
