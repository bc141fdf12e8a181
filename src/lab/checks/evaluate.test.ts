import { describe, expect, test } from 'vitest'
import type { CellFacts, MediaFacts } from '../cell-facts.ts'
import type { Check } from './check.ts'
import {
  checkProblems,
  checksOf,
  checkTypes,
  checkWords,
  evaluateCheck,
  outcomeOf,
  problemsOfChecks,
} from './evaluate.ts'

const file = (own: Partial<MediaFacts>): MediaFacts => ({
  ...{ kind: 'image', type: 'image/png', bytes: 2_048, sha256: 'ab' },
  ...own,
})
const facts = (own: Partial<CellFacts>): CellFacts => ({ toolCalls: [], media: [], ...own })
const outcome = (check: Check, own: Partial<CellFacts>, vars: Readonly<Record<string, unknown>> = {}) =>
  evaluateCheck(check, facts(own), vars)

const paris = { text: 'Paris is the capital of France.\n' }
const order = { text: '{"id":7,"items":[{"price":2.5,"name":"tea"}],"open":true}' }
const picture = { media: [file({ width: 1024, height: 768, alpha: true })] }
const speech = {
  media: [file({ kind: 'audio', type: 'audio/wav', seconds: 2, rate: 24_000, peak: -3, silence: 0.25 })],
}
const weather = { toolCalls: [{ name: 'weather', arguments: '{"city":"Paris","days":2}' }] }
const spent = { seconds: 1.25, firstToken: 0.4, outputTokens: 12, price: '$0.02' }

/** The reason is empty where the check passes. */
const cases: readonly (readonly [check: Check, own: Partial<CellFacts>, reason: string])[] = [
  [{ type: 'equals', value: 'Paris is the capital of France.' }, paris, ''],
  [{ type: 'equals', value: 'Paris' }, { text: 'Rome' }, 'The answer is “Rome”, not “Paris”.'],
  [{ type: 'equals', value: { b: 1, a: [2] } }, { text: '{"a": [2], "b": 1}' }, ''],
  [{ type: 'contains', value: 'France' }, paris, ''],
  [{ type: 'contains', value: 'france' }, paris, 'The answer does not contain “france”.'],
  [{ type: 'contains', value: 'Paris', not: true }, paris, 'The answer contains “Paris”.'],
  [{ type: 'icontains', value: 'FRANCE' }, paris, ''],
  [{ type: 'contains-any', value: ['Rome', 'Paris'] }, paris, ''],
  [{ type: 'contains-any', value: ['Rome', 'Bern'] }, paris, 'The answer contains none of “Rome”, “Bern”.'],
  [{ type: 'contains-all', value: ['capital', 'Rome'] }, paris, 'Missing: “Rome”.'],
  [{ type: 'starts-with', value: 'Paris' }, paris, ''],
  [{ type: 'regex', value: '^Par.s\\b' }, paris, ''],
  [{ type: 'regex', value: '\\d' }, paris, 'The answer does not match “\\d”.'],
  [{ type: 'length', max: 31 }, paris, 'The answer has 32 characters, above 31.'],
  [{ type: 'length', min: 2, max: 2 }, { text: '😀!' }, ''],
  [{ type: 'word-count', min: 7 }, paris, 'The answer has 6 words, below 7.'],
  [{ type: 'similarity', value: 'kitten', min: 0.6 }, { text: 'sitting' }, 'The similarity is 0.571, below 0.6.'],
  [{ type: 'word-error-rate', value: 'hello world', max: 0.5 }, { text: 'Hello, duck!' }, ''],
  [{ type: 'is-refusal' }, { refusal: 'Non.' }, ''],
  [{ type: 'is-refusal' }, { text: 'I’m sorry, but I can’t help with that.' }, ''],
  [{ type: 'is-refusal' }, { text: 'As an AI language model, I cannot do this.' }, ''],
  [{ type: 'is-refusal' }, { text: 'I’m sorry to hear that. Here is how:' }, 'The answer is not a refusal.'],
  [{ type: 'contains', value: 'Paris' }, { refusal: 'No.' }, 'The answer does not contain “Paris”.'],
  [{ type: 'is-json' }, order, ''],
  [{ type: 'is-json' }, { text: '```json\n{}\n```' }, 'The answer is not JSON, but text with a code block.'],
  [{ type: 'is-json', value: { type: 'object', required: ['id'] } }, order, ''],
  [
    { type: 'is-json', value: { properties: { id: { type: 'string' } } } },
    order,
    'The answer does not match the schema at “#/id”: Instance type "number" is invalid. Expected "string".',
  ],
  [{ type: 'json-field', path: 'items.0.price', min: 2, max: 3 }, order, ''],
  [{ type: 'json-field', path: 'items.0.name', value: 'tea' }, order, ''],
  [{ type: 'json-field', path: 'id', value: '7' }, order, ''],
  [{ type: 'json-field', path: 'open', value: false }, order, 'The field “open” is “true”, not “false”.'],
  [{ type: 'json-field', path: 'items.1' }, order, 'The answer has no field “items.1”.'],
  [{ type: 'json-field', path: 'constructor' }, order, 'The answer has no field “constructor”.'],
  [{ type: 'tool-called', value: 'weather' }, weather, ''],
  [{ type: 'tool-called', value: { name: 'weather', arguments: { city: 'Paris' } } }, weather, ''],
  [{ type: 'tool-called', value: ['weather', 'time'] }, weather, 'Called: “weather({"city":"Paris","days":2})”.'],
  [{ type: 'tool-called', value: 'weather' }, {}, 'No tool was called.'],
  [{ type: 'image-format', value: 'JPEG' }, { media: [file({ type: 'image/jpeg' })] }, ''],
  [{ type: 'image-format', value: 'image/webp' }, picture, 'The image is image/png.'],
  [{ type: 'image-size', value: '1024 × 768' }, picture, ''],
  [{ type: 'image-size', value: '1024x1024' }, picture, 'The image has 1024x768 pixels.'],
  [{ type: 'image-ratio', value: '4:3' }, picture, ''],
  [
    { type: 'image-ratio', value: '16:9' },
    { media: [file({ width: 1280, height: 704 })] },
    'The image has 1280x704 pixels, a ratio of 1.818.',
  ],
  [{ type: 'image-ratio', value: '16:9' }, { media: [file({ width: 1376, height: 768 })] }, ''],
  [{ type: 'image-alpha' }, picture, ''],
  [{ type: 'image-alpha', not: true }, picture, 'The image has an alpha channel.'],
  [{ type: 'duration', min: 1, max: 2 }, speech, ''],
  [{ type: 'sample-rate', min: 44_100 }, speech, 'The sound has 24,000 Hz, below 44,100.'],
  [{ type: 'peak', max: -6 }, speech, 'The sound peaks at -3 dBFS, above -6.'],
  [{ type: 'silence', max: 0.2 }, speech, 'The sound is silent for 0.25 of the time, above 0.2.'],
  [{ type: 'file-size', max: 1_000 }, picture, 'The image has 2,048 bytes, above 1,000.'],
  [{ type: 'latency', max: 1 }, spent, 'It took 1.25 s, above 1.'],
  [{ type: 'first-token', max: 1 }, spent, ''],
  [{ type: 'output-tokens', max: 10 }, spent, 'The reply has 12 tokens, above 10.'],
  [{ type: 'price', max: 0.01 }, spent, 'The price is $0.02, above 0.01.'],
  [{ type: 'price', max: 0 }, { price: 'free' }, ''],
]

describe('a check passes or fails, and says what it saw', () => {
  test.each(cases)('%j', (check, own, reason) => {
    expect(outcome(check, own)).toEqual({ check, outcome: reason === '' ? 'passed' : 'failed', reason })
  })

  test('each file of a result has to fit, and with “not” none may', () => {
    const both = { media: [file({}), file({ type: 'image/webp' })] }
    expect(outcome({ type: 'image-format', value: 'png' }, both)?.reason).toBe('Result 2 is image/webp.')
    expect(outcome({ type: 'image-format', value: 'png', not: true }, both)?.reason).toBe('Result 1 is image/png.')
  })

  test('every type of the table is tried here', () => {
    expect(
      [...checkTypes]
        .flatMap(([type, { isJudged }]) => (isJudged ? [] : type))
        .filter((type) => !cases.some(([check]) => check.type === type)),
    ).toEqual([])
  })
})

describe('a check that cannot be carried out says why', () => {
  test.each<[check: Check, own: Partial<CellFacts>, reason: string]>([
    [{ type: 'made-up', value: 'x' }, paris, 'This version does not know the check “made-up”.'],
    [{ type: 'llm-rubric', value: 'x' }, paris, 'Choose a judge.'],
    [{ type: 'llm-rubric', value: 'x', model: 'm' }, paris, 'Not judged yet.'],
    [{ type: 'constructor' }, paris, 'This version does not know the check “constructor”.'],
    [{ type: 'contains', value: 'a' }, {}, 'The result has no text.'],
    [{ type: 'duration', max: 1 }, paris, 'The result has no sound or video.'],
    [{ type: 'image-alpha' }, { media: [file({})] }, 'Whether the image has an alpha channel could not be read.'],
    [{ type: 'latency', max: 1 }, {}, 'The time was not recorded.'],
    [{ type: 'price', max: 1 }, { price: 'price not stated' }, 'The price of this cell is not stated as an amount.'],
    [{ type: 'contains', value: '{{wanted}}' }, paris, 'No value for {{wanted}}.'],
    [{ type: 'regex', value: '(' }, paris, 'Invalid regular expression: /(/: Unterminated group.'],
    [
      { type: 'similarity', value: 'a', min: 1 },
      { text: 'a'.repeat(5_001) },
      'Too long to compare: at most 5,000 are compared.',
    ],
  ])('%j', (check, own, reason) => {
    expect(outcome(check, own)).toEqual({ check, outcome: 'unable', reason })
  })

  test('a value that is nested too deeply costs its own check only', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const checks = [{ type: 'equals', value: [1] }, { type: 'is-json' }]
    const results = checks.map((check) => evaluateCheck(check, facts({ text: deep }), {}))
    expect(results.map((one) => one.outcome)).toEqual(['unable', 'passed'])
  })
})

test('texts of a check are filled from the row of its cell', () => {
  const check = { type: 'contains', value: 'capital of {{country}}' }
  expect(outcome(check, paris, { country: 'France' })).toEqual({ check, outcome: 'passed', reason: '' })
  expect(outcome(check, paris, { country: 'Spain' })?.reason).toBe('The answer does not contain “capital of Spain”.')
  expect(outcome({ type: 'regex', value: '{{pattern}}' }, paris, { pattern: '[' })?.outcome).toBe('unable')
})

test.each<[check: Check, problems: readonly string[]]>([
  [{ type: 'contains' }, ['Enter a value for “Contains”.']],
  [{ type: 'contains-any', value: [] }, ['Enter a value for “Contains any of”.']],
  [{ type: 'regex', value: 'a(' }, ['Invalid regular expression: /a(/: Unterminated group.']],
  [{ type: 'regex', value: '{{pattern}}' }, []],
  [{ type: 'is-json' }, []],
  [{ type: 'is-json', value: '{"type"' }, ['The schema is not a JSON object.']],
  [{ type: 'is-json', value: '{"type":"object"}' }, []],
  [
    { type: 'is-json', value: { properties: { type: { type: ['null', 'strng'] } } } },
    ['The schema names a type that JSON does not have: “strng”.'],
  ],
  [{ type: 'is-json', value: { enum: [{ type: 'x' }], properties: { type: true } } }, []],
  [
    { type: 'is-json', value: { properties: { a: { $ref: '#/$defs/x' } } } },
    ['The schema cannot be used: nothing stands at “#/$defs/x”.'],
  ],
  [
    {
      type: 'is-json',
      value: { $defs: { x: true }, items: [{ $ref: '#/$defs/x' }, { $id: 'b:a', $ref: '#/not', not: {} }] },
    },
    [],
  ],
  [{ type: 'is-json', value: { $ref: 'https://a.example/x' } }, [expect.stringContaining('The schema cannot be used')]],
  [
    { type: 'is-json', value: { properties: { pattern: { pattern: '(' } } } },
    ['Invalid regular expression: /(/u: Unterminated group.'],
  ],
  [
    { type: 'is-json', value: { patternProperties: { '[': {} } } },
    [expect.stringContaining('Invalid regular expression')],
  ],
  [{ type: 'is-json', value: { required: 'name' } }, ['The schema cannot be used: “required” is no list of names.']],
  [{ type: 'is-json', value: { allOf: [{ minimum: '5' }] } }, ['The schema cannot be used: “minimum” is no number.']],
  [{ type: 'is-json', value: { properties: 5 } }, ['The schema cannot be used: “properties” is no object.']],
  [{ type: 'is-json', value: { not: 5 } }, ['The schema cannot be used: “5” stands in place of a schema.']],
  [
    { type: 'is-json', value: `${'{"not":'.repeat(20_000)}{}${'}'.repeat(20_000)}` },
    ['The schema is nested too deeply.'],
  ],
  [{ type: 'length' }, ['Enter a minimum or a maximum.']],
  [{ type: 'length', min: 3, max: 2 }, ['The minimum is above the maximum.']],
  [{ type: 'silence' }, ['Enter a maximum.']],
  [{ type: 'json-field', path: 'a' }, []],
  [{ type: 'image-size', value: 'large' }, ['Write the size as 1024x1024.']],
  [{ type: 'image-ratio', value: '16:0' }, ['Write the ratio as 16:9.']],
  [{ type: 'unknown' }, []],
])('what keeps %j from being used is said', (check, problems) => {
  expect(checkProblems(check)).toEqual(problems)
})

test('the checks of a row are those of the plan and its own, whatever they can be read as', () => {
  const plan = { checks: [{ type: 'is-json' }, 7], columns: { own: 'checks', topic: 'variable' } as const }
  const types = (own: unknown) => checksOf(plan, { own, topic: '[{"type":"x"}]' }).map(({ type }) => type)
  expect(types(undefined)).toEqual(['is-json', '7'])
  expect(types('[{"type":"equals","value":"a"},{"type":"length"}]')).toEqual(['is-json', '7', 'equals', 'length'])
  expect(types({ type: 'regex' })).toEqual(['is-json', '7', 'regex'])
  expect(types('')).toEqual(['is-json', '7'])
  expect(types('contains Paris')).toEqual(['is-json', '7', 'contains Paris'])
})

test('problems name the check and the row that they are of, at most three of them', () => {
  const own = JSON.stringify([{ type: 'length' }, { type: 'regex', value: '(' }])
  const plan = {
    checks: [{ type: 'is-json' }, { type: 'length' }],
    columns: { own: 'checks' } as const,
    rows: [{}, { own }, { own }],
  }
  expect(problemsOfChecks(plan)).toEqual([
    'Check 2: Enter a minimum or a maximum.',
    'Row 2, check 1: Enter a minimum or a maximum.',
    'Row 2, check 2: Invalid regular expression: /(/: Unterminated group.',
    '2 more problems of checks.',
  ])
  expect(problemsOfChecks({ ...plan, columns: {} })).toHaveLength(1)
})

test.each([
  [[], undefined],
  [['passed', 'passed'], 'passed'],
  [['passed', 'unable'], 'unable'],
  [['unable', 'failed', 'passed'], 'failed'],
] as const)('a cell with %j is %s', (outcomes, expected) => {
  const results = outcomes.map((one) => ({ check: { type: 'is-json' }, outcome: one, reason: '' }))
  expect(outcomeOf(results)).toBe(expected)
})

test.each<[check: Check, words: string]>([
  [{ type: 'contains', value: 'Paris', not: true }, 'Not: Contains “Paris”'],
  [{ type: 'contains-any', value: ['a', 'b'] }, 'Contains any of “a”, “b”'],
  [{ type: 'duration', min: 1, max: 10 }, 'Duration 1–10 s'],
  [{ type: 'latency', max: 2 }, 'Time taken at most 2 s'],
  [{ type: 'json-field', path: 'a.b', min: 3 }, 'JSON field “a.b” at least 3'],
  [{ type: 'is-json', value: {} }, 'Is JSON with a schema'],
  [{ type: 'llm-rubric', value: 'Be kind.' }, 'Judged by a model “Be kind.”'],
  [{ type: 'made-up', value: 'Be kind.' }, 'made-up “Be kind.”'],
])('%j in words is %s', (check, words) => {
  expect(checkWords(check)).toBe(words)
})
