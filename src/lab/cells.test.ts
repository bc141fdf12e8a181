import { describe, expect, test } from 'vitest'
import {
  cellCount,
  cellRequest,
  columnName,
  columnsOf,
  fill,
  problemsOf,
  rowsOf,
  shownValues,
  variablesIn,
} from './cells.ts'
import { emptyPlan, type LabPlan, readLabPlan } from './lab-plan.ts'

const plan = (own: Partial<LabPlan>): LabPlan => ({ ...emptyPlan('chat'), ...own })
const axes = (own: Partial<LabPlan['axes']>) => ({ models: ['a', 'b'], repeat: 1, sweeps: [], ...own })

describe('placeholders', () => {
  test('are found wherever a text stands, each name once', () => {
    const request = { input: [{ content: 'Say {{ topic }} in {{language}}' }], n: 1, note: '{{topic}} {{}} { {x} }' }
    expect(variablesIn(request)).toEqual(['topic', 'language'])
  })

  test('become the values of the row, and are not filled a second time', () => {
    expect(fill('{{a}}, {{ b }}!', { a: '{{b}}', b: 2 })).toBe('{{b}}, 2!')
  })

  test('that are all of a text become the value itself', () => {
    expect(fill({ n: '{{n}}', seed: '{{ s }}' }, { n: 3, s: null })).toEqual({ n: 3, seed: null })
  })

  test('without a value stay as they are, those of inherited names too', () => {
    expect(fill('{{constructor}} {{__proto__}} {{x}}', {})).toBe('{{constructor}} {{__proto__}} {{x}}')
  })

  test('may hold signs that mean something in a replacement', () => {
    expect(fill('a {{x}}', { x: '$& $1' })).toBe('a $& $1')
  })
})

describe('the cells of a plan', () => {
  const one = plan({
    request: { input: 'Describe {{topic}}', reasoning: { effort: 'low', summary: 'auto' } },
    axes: axes({ repeat: 2, sweeps: [{ path: 'reasoning.effort', values: ['low', 'high'] }] }),
    rows: [{ topic: 'rain' }, { topic: 'snow' }],
  })

  test('are shown with the values of their rows, without the checks', () => {
    const own = plan({ columns: { checks: 'checks', note: 'metadata' } })
    expect(shownValues(own, { a: 1, checks: [], note: 'n' })).toEqual({ a: 1, note: 'n' })
  })

  test('are rows times models, values of sweeps and repeats', () => {
    expect(columnsOf(one).map(columnName)).toEqual(
      ['a', 'b'].flatMap((model) =>
        ['low', 'high'].flatMap((effort) => [1, 2].map((n) => `${model} · effort ${effort} · #${n}`)),
      ),
    )
    expect(cellCount(one)).toBe(16)
  })

  test('send the filled request with the model and the values of their column, what stands beside them kept', () => {
    const [, , third] = columnsOf(one)
    expect(third && cellRequest(one, rowsOf(one)[1] ?? {}, third)).toEqual({
      model: 'a',
      input: 'Describe snow',
      reasoning: { effort: 'high', summary: 'auto' },
    })
  })

  test('need no row where the request has no placeholder', () => {
    expect(cellCount(plan({ request: { input: 'Hello' }, axes: axes({}) }))).toBe(2)
  })
})

describe('a plan that cannot be sent says why', () => {
  const input = { input: '{{topic}} {{tone}}' }
  test.each([
    ['no model', { axes: axes({ models: [] }) }, 'Choose a model.'],
    [
      'a sweep without values',
      { request: {}, axes: axes({ sweeps: [{ path: 'temperature', values: [] }] }) },
      'Add values for the sweep of temperature.',
    ],
    ['no rows', { request: input, axes: axes({}) }, 'No rows: add values for {{topic}}, {{tone}}.'],
    ['a missing column', { request: input, axes: axes({}), rows: [{ topic: 'x' }] }, 'No column for {{tone}}.'],
    [
      'a row without a value',
      { request: input, axes: axes({}), rows: [{ topic: 'x', tone: '' }, { topic: 'y' }, { topic: 'z' }] },
      'No value for {{tone}} in row 2 and 1 more.',
    ],
    [
      'too many cells',
      {
        request: {},
        axes: axes({ models: ['a', 'b', 'c', 'd'], repeat: 20, sweeps: [{ path: 'n', values: [1, 2, 3] }] }),
        rows: Array.from({ length: 50 }, () => ({})),
      },
      '12,000 cells (50 × 4 × 3 × 20) are too many: at most 10,000.',
    ],
  ])('%s', (_, own, problem) => {
    expect(problemsOf(plan(own))).toEqual([problem])
  })
})

const nested = (levels: number): unknown => (levels === 0 ? 'x' : [nested(levels - 1)])

describe('a document', () => {
  test('that leaves out everything it may gets the defaults', () => {
    const read = readLabPlan({ format: 'patchbay-plan', version: 1, tool: 'chat' })
    expect(read).toEqual({ status: 'read', plan: emptyPlan('chat') })
  })

  test('that names a model twice has it once', () => {
    const read = readLabPlan({ format: 'patchbay-plan', version: 1, tool: 'chat', axes: { models: ['a', 'b', 'a'] } })
    expect(read.status === 'read' && read.plan.axes.models).toEqual(['a', 'b'])
  })

  test.each([
    [{ format: 'patchbay-plan', version: 2, tool: 'chat' }, 'newer version'],
    [{ format: 'other' }, 'not a Patchbay plan'],
    [null, 'not a Patchbay plan'],
    [{ format: 'patchbay-plan', version: 1, tool: 'chat', axes: { repeat: 21 } }, 'axes.repeat'],
    [{ format: 'patchbay-plan', version: 1, tool: 7 }, 'tool'],
    [
      { format: 'patchbay-plan', version: 1, tool: 'chat', request: { a: nested(101) } },
      'plan cannot be read. The values',
    ],
    [{ format: 'patchbay-plan', version: 1, tool: 'chat', rows: [{ a: nested(101) }] }, 'rows of the plan cannot'],
    [
      {
        format: 'patchbay-plan',
        version: 1,
        tool: 'chat',
        rows: [Object.fromEntries([...Array(21).keys()].map((n) => [n, n]))],
      },
      '21 columns are too many',
    ],
  ])('that is none of this version, or more than one holds, is refused with a sentence: %j', (value, words) => {
    const read = readLabPlan(value)
    expect(read.status === 'refused' && read.why).toContain(words)
  })
})
