import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emptyPlan } from '../lab-plan.ts'
import { readTable } from '../rows/read-table.ts'
import { promptfooYaml } from '../writers/promptfoo-yaml.ts'

function read(name: string, text: string) {
  const reading = readTable({ name, bytes: new TextEncoder().encode(text) })
  if (reading.status === 'refused') throw new Error(reading.why)
  const { foreign } = reading
  if (!foreign) throw new Error('read as a plain table')
  const { losses, ...set } = foreign
  return { ...set, lost: losses.map(({ line, text }) => `${line}: ${text}`) }
}

const lines = (...all: readonly unknown[]) => all.map((one) => JSON.stringify(one)).join('\n')

describe('promptfoo', () => {
  test('a config with one prompt becomes a request, rows and checks, and what needs code or files is listed with its line', () => {
    const set = read(
      'promptfooconfig.yaml',
      `# yaml-language-server: $schema=https://example.org/schema.json
description: Support answers
prompts:
  - |
    You answer for {{ company }}.
    Question: {{ question | trim | upper }}{# the customer's #}
providers:
  - openai:gpt-5.4
  - id: anthropic:messages:claude-x
    label: Claude
    config: { temperature: 0.2, apiBaseUrl: https://example.org }
  - file://own-provider.js
evaluateOptions:
  maxConcurrency: 4
defaultTest:
  vars: { company: Northwind }
  options: { provider: 'openai:chat:gpt-5.4-mini' }
  assert:
    - type: not-icontains
      value: as an AI
    - type: latency
      threshold: 2500
    - { type: cost, threshold: 0.01 }
tests:
  - description: Refund
    vars: { question: "How do I return a lamp?" }
    assert:
      - type: icontains-all
        value: [label, 30 days]
      - type: javascript
        value: output.length < 400
      - { type: llm-rubric, value: Is polite }
      - type: equals
        value: file://answers/refund.txt
  - vars:
      question: ['Do you ship to {{place}}?', 'Is {{place}} far?']
      place: Norway
      photo: file://norway.png
    threshold: 0.5
    metadata: { source: survey }
  - file://more-tests.yaml
`,
    )
    expect(set).toMatchObject({
      kind: 'promptfoo',
      name: 'Support answers',
      models: ['openai:gpt-5.4', 'anthropic:messages:claude-x'],
    })
    expect(set.request).toEqual({ input: 'You answer for {{company}}.\nQuestion: {{question}}\n' })
    expect(set.checks).toEqual([
      { type: 'icontains', value: 'as an AI', not: true },
      { type: 'latency', max: 2.5 },
      { type: 'price', max: 0.01 },
    ])
    expect(set.rows).toEqual([
      {
        ...{ company: 'Northwind', question: 'How do I return a lamp?', description: 'Refund' },
        checks: [
          ...['label', '30 days'].map((value) => ({ type: 'icontains', value })),
          { type: 'llm-rubric', value: 'Is polite', model: 'gpt-5.4-mini' },
        ],
      },
      ...['Do you ship to Norway?', 'Is Norway far?'].map((question) => ({
        ...{ company: 'Northwind', question, place: 'Norway', metadata: { source: 'survey' } },
      })),
    ])
    expect(set.columns).toEqual({ description: 'metadata', metadata: 'metadata', checks: 'checks' })
    expect(set.lost).toEqual([
      '6: template filter “trim | upper” not taken over',
      '11: “temperature” of a provider not taken over',
      '11: “apiBaseUrl” of a provider not taken over',
      '12: provider file://own-provider.js not taken over',
      '13: “evaluateOptions” not taken over',
      '23: cost assertion compares prices in their own unit, which may not be dollars',
      '30: javascript assertion not taken over',
      '33: equals assertion with a file not taken over',
      '38: variable “photo” is a file and not read',
      '39: threshold of a test not taken over: all checks must pass',
      '41: tests of another file not read',
    ])
  })

  test('several prompts, conversations among them, are a column of filled prompts: a row for each test and prompt', () => {
    const set = read(
      'eval.json',
      JSON.stringify(
        {
          prompts: [
            'Translate {{text}}',
            '[{"role":"system","content":"You translate."},{"role":"user","content":"{{text}} {{env.TONE}}"}]',
            'file://prompts/third.txt',
          ],
          providers: [
            { id: 'openai:chat:a', config: { temperature: 0, max_tokens: 50 } },
            { 'openai:b': { config: { temperature: 0 } } },
          ],
          tests: [
            { vars: { text: 'sea', prompt: 1 }, assert: [{ type: 'is-json', value: { type: 'object' }, weight: 2 }] },
          ],
        },
        undefined,
        '\t',
      ),
    )
    expect(set.request).toEqual({ temperature: 0, input: '{{prompt 2}}' })
    const row = { text: 'sea', prompt: 1, checks: [{ type: 'is-json', value: { type: 'object' } }] }
    expect(set.rows).toEqual([
      { ...row, 'prompt 2': 'Translate sea' },
      {
        ...row,
        'prompt 2': [
          { role: 'system', content: 'You translate.' },
          { role: 'user', content: 'sea {{env.TONE}}' },
        ],
      },
    ])
    expect(set.columns).toEqual({ checks: 'checks', 'prompt 2': 'messages' })
    expect(set.lost).toEqual([
      '4: template expression {{env.TONE}} not filled',
      '5: prompt file://prompts/third.txt not read',
      '12: “max_tokens” of a provider not taken over',
      '35: weight of an assertion not taken over',
    ])
  })

  test('a table has its reserved columns read: assertions, metadata, prefix and suffix', () => {
    const set = read(
      'tests.csv',
      [
        'topic,__expected,__expected[2],__metadata:tags[],__description,__prefix,__suffix,__threshold,__providerOutput',
        'sea,contains: blue,"javascript: output.length > 3","a, b",First,Please: ,,0.8,',
        'sky,Paris: the capital,latency(1500),"a\\,b,c",,,,,',
        'sun,"not-contains-any: rain,snow",is-json,,,,,,said',
        'moon,similar(0.8): grey,grade: is calm,,,,,,',
        'star,search-rubric: is calm,"is-json: {""type"":""object""}",,,,,,',
      ].join('\n'),
    )
    expect(set.rows).toEqual([
      {
        ...{ topic: 'sea', description: 'First', metadata: { tags: ['a', 'b'] }, prefix: 'Please: ' },
        checks: [{ type: 'contains', value: 'blue' }],
      },
      {
        ...{ topic: 'sky', metadata: { tags: ['a,b', 'c'] } },
        checks: [
          { type: 'equals', value: 'Paris: the capital' },
          { type: 'latency', max: 1.5 },
        ],
      },
      { topic: 'sun', checks: [{ type: 'contains-any', not: true, value: ['rain', 'snow'] }, { type: 'is-json' }] },
      { topic: 'moon', checks: [{ type: 'llm-rubric', value: 'is calm', model: '' }] },
      { topic: 'star', checks: [{ type: 'is-json', value: { type: 'object' } }] },
    ])
    expect(set.columns).toEqual({ description: 'metadata', metadata: 'metadata', checks: 'checks' })
    expect(set.lost).toEqual([
      '2: threshold of a test not taken over: all checks must pass',
      '2: javascript assertion not taken over',
      '4: “__providerOutput” of a test not taken over',
      '5: similar assertion not taken over',
      '6: search-rubric assertion not taken over',
    ])
  })

  test('a list of tests alone, with values that are merged and referred to, gives rows alone', () => {
    const set = read(
      'tests.yml',
      `- vars: &base { tone: calm, topic: sea }
  assert: &checks
    - type: word-count
      value: { min: 2, max: 40 }
    - type: assert-set
      threshold: 0.5
      assert: [{ type: contains, value: sea, transform: output.trim() }, { type: regex, value: '^S' }]
- vars: { <<: *base, topic: sky }
  assert: *checks
  options: { prefix: 'Hi. ', transform: 'output.trim()' }
`,
    )
    expect(set.request).toBeUndefined()
    const checks = [
      { type: 'word-count', min: 2, max: 40 },
      { type: 'regex', value: '^S' },
    ]
    expect(set.rows).toEqual([
      { tone: 'calm', topic: 'sea', checks },
      { tone: 'calm', topic: 'sky', checks, prefix: 'Hi. ' },
    ])
    expect(set.lost).toEqual([
      '6: threshold of an assert-set not taken over: all must pass',
      '7: contains assertion with a transform not taken over',
      '9: threshold of an assert-set not taken over: all must pass',
      '9: contains assertion with a transform not taken over',
      '10: “transform” of a test not taken over',
    ])
  })

  test('a prompt around which tests put texts of their own is a column; blocks stay as text', () => {
    const set = read(
      'c.yaml',
      `prompts: "{% if loud %}Shout{% endif %} {{word}}"
providers: [exec:./run.sh]
tests:
  - vars: { word: sea }
    options: { prefix: 'Now: ' }
  - vars: { word: [sky, sun] }
    options: { suffix: '!', disableVarExpansion: true }
`,
    )
    expect(set.request).toEqual({ input: '{{prompt}}' })
    expect(set.rows.map(({ prompt }) => prompt)).toEqual([
      'Now: {% if loud %}Shout{% endif %} sea',
      '{% if loud %}Shout{% endif %} ["sky","sun"]!',
    ])
    expect(set.lost).toEqual([
      '1: template block {% if loud %} not run: it stays in the text',
      '1: template block {% endif %} not run: it stays in the text',
      '2: provider exec:./run.sh not taken over',
    ])
  })

  test('what is of another form, and filters in values and around prompts, are losses; a schema may be a text', () => {
    const set = read(
      'c.yaml',
      `prompts:
  - { raw: 'Ask {{q}}', label: Ask, function: file://f.js }
  - Say {{q}}
tests:
  - vars: { q: '{{ name | upper }} {{ user.id }}', name: Ana }
    options: { prefix: '{{ name | title }}: ' }
    assert:
      - { type: is-json, value: '{"type":"object"}' }
      - { type: is-json, value: 'type: array' }
      - { type: assert-set, metric: m, assert: [{ type: is-json, value: '{{schema}}' }] }
  - { vars: file://vars.yaml, assert: file://asserts.yaml, metadata: file://m.yaml, options: x }
  - { assert: { type: contains, value: x } }
`,
    )
    expect(set.rows.slice(0, 2)).toEqual(
      ['Ana: Ask Ana {{ user.id }}', 'Ana: Say Ana {{ user.id }}'].map((prompt) => ({
        ...{ prompt, q: 'Ana {{ user.id }}', name: 'Ana' },
        checks: [{ type: 'object' }, { type: 'array' }, '{{schema}}'].map((value) => ({ type: 'is-json', value })),
      })),
    )
    expect(set.lost).toEqual([
      '1: {{q}} has no value in a test and stays in its prompts',
      '2: “function” of a prompt not taken over',
      '5: template filter “upper” not taken over',
      '5: template expression {{ user.id }} not filled',
      '6: template filter “title” not taken over',
      '10: “metric” of an assert-set not taken over',
      '11: vars of file://vars.yaml not read',
      '11: assert of file://asserts.yaml not read',
      '11: metadata of file://m.yaml not read',
      '11: options of x not read',
      '12: assert of {"type":"contains","value":"x"} not read',
    ])
  })

  test('lists that stand for more rows than a plan holds are refused before they are made', () => {
    const list = Array.from({ length: 1000 }, (_, n) => n)
    const text = JSON.stringify({ prompts: ['{{a}}'], tests: [{ vars: { a: list, b: list, c: list } }] })
    const reading = readTable({ name: 'c.json', bytes: new TextEncoder().encode(text) })
    expect(reading).toEqual({ status: 'refused', why: '1,000,000,000 rows are too many: at most 10,000.' })
  })
})

test('a plan that was exported for promptfoo comes back with its request, rows and checks', () => {
  const checks = [
    { type: 'icontains', value: '{{expected}}', not: true },
    { type: 'latency', max: 2 },
  ]
  const plan = {
    ...emptyPlan('chat', { input: 'Name {{things}}', temperature: 0.5 }),
    ...{ name: 'Names', checks, axes: { models: ['a', 'b'], repeat: 1, sweeps: [] } },
    rows: [{ things: ['sea', 'sky'], expected: 'blue', own: [{ type: 'is-json' }] }],
    columns: { expected: 'expected', own: 'checks' } as const,
  }
  const { lost, models, request, ...set } = read('a.yaml', promptfooYaml(plan))
  expect(lost).toEqual([])
  expect({ models, request }).toEqual({
    models: ['openai:responses:a', 'openai:responses:b'],
    request: { input: 'Name {{things}}', temperature: 0.5 },
  })
  expect(set).toMatchObject({ name: 'Names', checks })
  expect(set.rows).toEqual([{ things: ['sea', 'sky'], expected: 'blue', checks: [{ type: 'is-json' }] }])
})

describe('OpenAI Evals', () => {
  test('an eval with a data source gives request, model, rows and string checks', () => {
    const set = read(
      'eval.json',
      JSON.stringify(
        {
          name: 'Ticket labels',
          data_source_config: { type: 'custom', item_schema: {} },
          data_source: {
            ...{ type: 'completions', model: 'gpt-5.4' },
            input_messages: {
              type: 'template',
              template: [{ role: 'user', content: { type: 'input_text', text: 'Label {{ item.ticket }}' } }],
            },
            source: {
              type: 'file_content',
              content: [
                { item: { ticket: 'No sound', label: 'audio' } },
                { item: { ticket: 'Dark', label: 'screen' }, sample: {} },
              ],
            },
          },
          testing_criteria: [
            {
              type: 'string_check',
              name: 'same',
              input: '{{ sample.output_text }}',
              reference: '{{ item.label }}',
              operation: 'eq',
            },
            {
              ...{
                type: 'label_model',
                name: 'tone',
                model: 'gpt-5.4',
                labels: ['kind', 'cold'],
                passing_labels: ['kind'],
              },
              input: [
                { role: 'developer', content: 'Label the tone.' },
                { role: 'user', content: { type: 'input_text', text: '{{item.ticket}}: {{sample.output_text}}' } },
              ],
            },
            {
              ...{ type: 'score_model', name: 'fit', model: 'gpt-5.4', range: [1, 7], pass_threshold: 5 },
              input: [{ role: 'user', content: '{{ sample.output_text }}' }],
            },
            { type: 'score_model', name: 'score', model: 'gpt-5.4', input: [], range: [0, 1] },
            { type: 'python', name: 'code', source: 'def grade(a, b): return 1' },
          ],
        },
        undefined,
        2,
      ),
    )
    expect(set).toMatchObject({ kind: 'OpenAI Evals', name: 'Ticket labels', models: ['gpt-5.4'] })
    const content = [{ type: 'input_text', text: 'Label {{ticket}}' }]
    expect(set.request).toEqual({ input: [{ role: 'user', content }] })
    expect(set.rows).toEqual([
      { ticket: 'No sound', label: 'audio' },
      { ticket: 'Dark', label: 'screen' },
    ])
    expect(set.columns).toEqual({ label: 'expected' })
    expect(set.checks).toEqual([
      { type: 'equals', value: '{{label}}' },
      {
        ...{ type: 'llm-rubric', value: 'tone', model: 'gpt-5.4' },
        prompt:
          'Label the tone.\n\n{{ticket}}: {{output}}\n\nChoose one of these labels: kind, cold. It passes with: kind.',
        schema: expect.objectContaining({ required: ['reason', 'label', 'pass'] }),
      },
      {
        ...{ type: 'llm-rubric', value: 'fit', model: 'gpt-5.4', min: 5 },
        prompt: '{{output}}\n\nGive a score from 1 to 7. It passes with 5 or more.',
      },
    ])
    expect(set.lost.map((one) => one.replace(/^\d+/, 'n'))).toEqual([
      'n: “sample” of a row not taken over',
      'n: score_model grader “score” not taken over',
      'n: python grader “code” not taken over',
    ])
  })

  test('rows of items are rows of their values', () => {
    const set = read(
      'data.jsonl',
      lines({ item: { q: 'a' } }, { item: { q: 'b', n: 2 }, sample: { output_text: 'x' } }),
    )
    expect(set.rows).toEqual([{ q: 'a' }, { q: 'b', n: 2 }])
    expect(set.lost).toEqual(['2: “sample” of a row not taken over'])
  })

  test('the items of results are rows, and a source elsewhere is a loss', () => {
    const facts = { object: 'eval.run.output_item', id: 'a', run_id: 'r', status: 'pass' }
    const set = read('results.jsonl', lines({ ...facts, datasource_item: { q: 'a' }, results: [] }))
    expect([set.rows, set.lost]).toEqual([[{ q: 'a' }], ['1: “results” of a row not taken over']])
    const grader = { type: 'string_check', input: '{{sample.output_text}}', reference: 'a', operation: 'eq' }
    const data_source = { source: { type: 'file_id', id: 'file-a' } }
    expect(read('eval.json', lines({ testing_criteria: [grader], data_source }))).toMatchObject({
      ...{ rows: [], checks: [{ type: 'equals', value: 'a' }], lost: ['1: “id” of the source not taken over'] },
    })
  })

  test('samples of the registry are conversations that begin with the ideal, or hold one of several', () => {
    const input = [
      { role: 'system', content: 'Answer briefly.' },
      { role: 'user', content: '2+2?' },
    ]
    const one = read('samples.jsonl', lines({ input, ideal: '4' }, { input, ideal: '4' }))
    expect(one.rows[0]).toEqual({ messages: input, expected: '4' })
    expect(one.request).toEqual({ input: '{{messages}}' })
    expect(one.columns).toEqual({ messages: 'messages', expected: 'expected' })
    expect(one.checks).toEqual([{ type: 'starts-with', value: '{{expected}}' }])
    const several = read('samples.jsonl', lines({ input, ideal: ['4', 'four'] }, { input, ideal: ['5'] }))
    expect(several.checks).toEqual([{ type: 'contains-any', value: '{{expected}}' }])
  })
})

describe('examples', () => {
  test('of Braintrust keep metadata and what else they have beside the input', () => {
    const set = read(
      'dataset.jsonl',
      lines(
        { id: '1', input: 'Name a sea', expected: 'Baltic', metadata: { by: 'qa' }, tags: ['geo'] },
        { id: '2', input: 'x', expected: null },
      ),
    )
    expect(set.rows).toEqual([
      { input: 'Name a sea', expected: 'Baltic', metadata: { by: 'qa' }, id: '1', tags: ['geo'] },
      { input: 'x', id: '2' },
    ])
    expect(set.columns).toEqual({ id: 'metadata', tags: 'metadata', expected: 'expected', metadata: 'metadata' })
    expect(set.request).toEqual({ input: '{{input}}' })
    expect(set.checks).toEqual([{ type: 'icontains', value: '{{expected}}' }])
    expect(set.lost).toEqual([])
  })

  test('of Phoenix and Langfuse have the values of their input as variables', () => {
    const phoenix = read(
      'examples.json',
      JSON.stringify([{ input: { question: 'Why?', lang: 'en' }, output: { answer: 'So.' }, metadata: {} }]),
    )
    expect(phoenix.rows).toEqual([{ question: 'Why?', lang: 'en', expected: 'So.', metadata: {} }])
    expect(phoenix.request).toEqual({ input: 'question: {{question}}\nlang: {{lang}}' })
    const langfuse = read(
      'items.json',
      JSON.stringify([{ id: 'a', input: { expected: 'y' }, expectedOutput: { a: 1, b: 2 }, metadata: null }]),
    )
    expect(langfuse.rows).toEqual([{ expected: 'y', 'expected 2': { a: 1, b: 2 }, id: 'a' }])
    expect(langfuse.columns).toEqual({ id: 'metadata', 'expected 2': 'expected' })
    expect(langfuse.checks).toEqual([])
  })

  test('in a table have JSON in the columns that hold nothing else', () => {
    const set = read(
      'items.csv',
      'id,input,expectedOutput,metadata\n[1,"{""q"":""2+2?""}","""4""",{}\n[2],"{""q"":""3+3?""}","{""answer"":""6""}",\n',
    )
    expect(set.rows).toEqual([
      { q: '2+2?', expected: '4', metadata: {}, id: '[1' },
      { q: '3+3?', expected: '6', metadata: '', id: '[2]' },
    ])
  })

  test('for training end with the answer, which is what is expected', () => {
    const asked = [{ role: 'user', content: 'Hello' }]
    const set = read(
      'train.jsonl',
      lines({ messages: [...asked, { role: 'assistant', content: 'Hi!' }] }, { messages: asked }),
    )
    expect(set.rows).toEqual([{ messages: asked, expected: 'Hi!' }, { messages: asked }])
    expect(set.checks).toEqual([])
  })
})

test('plain tables are no test sets, and a bomb of aliases is refused', () => {
  const plain = [
    lines({ instruction: 'a', input: 'b', output: 'c' }, { input: 'd' }),
    lines({ text: 'a' }, { text: 'b' }),
  ]
  for (const text of plain) expect(readTable({ text })).not.toHaveProperty('foreign')
  const level = (n: number) =>
    `l${n}: &l${n} [${Array.from({ length: 9 }, () => (n === 0 ? 'x' : `*l${n - 1}`)).join()}]`
  const bomb = `prompts: [a]\n${Array.from({ length: 9 }, (_, n) => level(n)).join('\n')}\n`
  expect(readTable({ name: 'a.yaml', bytes: new TextEncoder().encode(bomb) })).toMatchObject({ status: 'refused' })
})

const leaf = fc.oneof(
  fc.constant(null),
  fc.integer(),
  fc.boolean(),
  fc.string(),
  fc.constantFrom(
    'file://a',
    '{{a|b}}',
    '{% x %}',
    'openai:a',
    'contains: x',
    '__proto__',
    '[{"role":"user","content":"x"}]',
  ),
)
const key = fc.constantFrom(
  'prompts',
  'providers',
  'tests',
  'defaultTest',
  'vars',
  'assert',
  'type',
  'value',
  'threshold',
  'options',
  'prefix',
  'metadata',
  'description',
  'item',
  'input',
  'ideal',
  'expected',
  'expected_output',
  'output',
  'messages',
  'role',
  'content',
  'testing_criteria',
  'data_source',
  'source',
  'input_messages',
  'template',
  'raw',
  'id',
  'config',
  'path',
  'a',
  '__proto__',
  'constructor',
  '__expected',
)
const tree = fc.letrec((tie) => ({
  v: fc.oneof(
    { maxDepth: 6 },
    leaf,
    fc.array(tie('v'), { maxLength: 4 }),
    fc.dictionary(key, tie('v'), { maxKeys: 6 }),
  ),
})).v
test('no value makes the reading fail without a reason', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.dictionary(key, tree),
        fc.array(fc.dictionary(key, tree, { maxKeys: 5 }), { minLength: 1, maxLength: 4 }),
      ),
      fc.constantFrom('json', 'yaml', 'jsonl'),
      (value, ending) => {
        const text =
          ending === 'jsonl' && Array.isArray(value)
            ? value.map((one) => JSON.stringify(one)).join('\n')
            : JSON.stringify(value, null, ending === 'json' ? 2 : 0)
        const reading = readTable({ name: `a.${ending}`, bytes: new TextEncoder().encode(text) })
        expect(reading.status === 'refused' ? reading.why : '').not.toBe('The file cannot be read.')
        if (reading.status === 'read')
          for (const { line } of reading.foreign?.losses ?? []) expect(line).toBeGreaterThan(0)
      },
    ),
    { numRuns: 300 },
  )
})
