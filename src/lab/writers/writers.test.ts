import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { compareResults } from '../baseline.ts'
import type { CellResult } from '../cell-facts.ts'
import type { Judgement } from '../judgements.ts'
import { sampleCell, samplePlan } from '../testing/sample-results.ts'
import { junitXml } from './junit-xml.ts'
import { preferencePairs } from './preference-pairs.ts'
import { promptfooYaml } from './promptfoo-yaml.ts'
import { readResultLines, resultLine, resultLines } from './result-lines.ts'
import { resultsCsv } from './results-csv.ts'
import { resultsReport } from './results-report.ts'

const plan = samplePlan()
const check = { type: 'contains', value: 'Paris' }
const passed = { check, outcome: 'passed', reason: '' } as const
const failed = { check, outcome: 'failed', reason: 'It does not contain “Paris”.' } as const
const media = [
  { kind: 'image', type: 'image/png', bytes: 70, sha256: 'abc', width: 8, height: 4 },
  { kind: 'audio', type: 'audio/wav', bytes: 90, sha256: 'def', seconds: 1.5, rate: 24_000 },
] as const

const results: readonly CellResult[] = [
  sampleCell(plan, 0, { checks: [passed], verdict: 'pass', tags: ['good'] }),
  sampleCell(plan, 1, { checks: [failed], verdict: 'fail', note: 'Wrong' }),
  sampleCell(plan, 2, { state: 'failed', error: 'No such model.' }),
  sampleCell(plan, 3, { facts: { toolCalls: [], media } }),
]

async function reportOf(cells: readonly CellResult[], own = {}): Promise<string> {
  const mediaOf = async (sha256: string) => `data:image/png;base64,${sha256}`
  const parts = { plan, results: cells, mediaOf, synthetic: new Set(['b']), comparison: undefined, ...own }
  const pieces: string[] = []
  for await (const piece of resultsReport(parts)) pieces.push(piece)
  return pieces.join('')
}

test('results written as lines are read as they were, whatever the order of their names', () => {
  expect(readResultLines(resultLines(results))).toEqual({ results, unreadable: 0 })
  const turned = results.map((one) => Object.fromEntries(Object.entries(one).toReversed())) as unknown as CellResult[]
  expect(resultLines(turned)).toBe(resultLines(results))
})

test('the last line of a place counts, and one that is torn is counted and left out', () => {
  const [first] = results
  if (!first) throw new Error()
  const { facts: _, ...unsent } = first
  const lines = `${resultLine({ ...unsent, state: 'open' })}${resultLine(first)}${resultLine(first).slice(0, 40)}`
  expect(readResultLines(lines)).toEqual({ results: [first], unreadable: 1 })
  expect(readResultLines('\n[]\n{"at":"x"}\n')).toEqual({ results: [], unreadable: 2 })
})

test('a table has a column for each fact and variable, and no cell that a spreadsheet would run', () => {
  const text = resultsCsv([sampleCell(plan, 0, { facts: { text: '=1+1', toolCalls: [], media }, checks: [failed] })])
  const [head = '', line = ''] = text.replace('\uFEFF', '').split('\r\n')
  const names = head.slice(1, -1).split('","')
  const cells = line.slice(1, -1).split('","')
  const found = Object.fromEntries(names.map((name, at) => [name, cells[at]]))
  expect(found).toMatchObject({ row: '1', country: 'France', model: 'a', answer: `'=1+1`, 'checks failed': '1' })
  expect(found).toMatchObject({ sha256: 'abc def', width: '8 ', 'media seconds': ' 1.5', reasons: failed.reason })
})

test('JUnit has a suite for each column: failures for checks, errors for cells without an answer, and skipped ones', () => {
  const unsent = sampleCell(plan, 3, { state: 'not sent' })
  const xml = junitXml(plan, [...results.slice(0, 3), unsent])
  expect(xml).toContain('<testsuites name="Capitals" tests="4" failures="1" errors="1" skipped="1"')
  expect(xml).toContain('<testsuite name="a" tests="2" failures="0" errors="1" skipped="0" time="4.000">')
  expect(xml).toContain('<testcase classname="a" name="Row 1: France" time="1.000"/>')
  expect(xml).toContain('<failure message="It does not contain “Paris”.">')
  expect(xml).toContain('<error message="No such model.">No such model.</error>')
  expect(xml).toContain('<skipped message="Not sent.">')
})

test('a row is named by its variables and files, without its checks and what is only kept of it', async () => {
  const vars = { country: 'Chad', photo: 'flag.png', own: [check], source: 'Atlas' }
  const columns = { photo: 'file', own: 'checks', source: 'metadata' } as const
  const kinds = samplePlan({ columns, rows: [vars] })
  const cells = [sampleCell(kinds, 0, { checks: [failed] })]
  expect(junitXml(kinds, cells)).toContain('name="Row 1: Chad · flag.png"')
  const page = await reportOf(cells, { plan: kinds, comparison: compareResults([sampleCell(kinds, 0)], cells) })
  expect(page).toContain('>Row 1: Chad · flag.png</a>')
  expect(page).toContain('<dt>source</dt><dd dir="auto">Atlas</dd>')
  expect(page).not.toContain('contains&quot;')
})

test('no text leaves its place in JUnit or in the report', async () => {
  const hostile = `]]><a b="c" d='e'>&\u0000\ud800</td><script>alert(1)</script>`
  const cell = sampleCell(plan, 0, { vars: { [hostile]: hostile }, state: 'failed', error: hostile, note: hostile })
  const named = { name: hostile, columns: {} }
  const xml = junitXml(named, [{ ...cell, column: { model: hostile, values: [], repeat: undefined } }])
  const page = await reportOf([{ ...cell, facts: { text: hostile, toolCalls: [], media: [] } }], { plan: named })
  for (const text of [xml, page]) {
    expect(text).not.toMatch(/<script|<a b|\]\]>|\p{Surrogate}/u)
    expect(text).not.toContain('\0')
    expect(text).toContain(']]&gt;&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;')
  }
})

test('what passed stands before what failed for the same prompt, as texts or as messages', () => {
  const line = { prompt: 'Capital of France?', chosen: 'Answer 0', rejected: 'Answer 1' }
  expect(preferencePairs(plan, results)).toBe(`${JSON.stringify(line)}\n`)
  const messages = [{ role: 'user', content: 'Capital of {{country}}?' }]
  const [pair] = preferencePairs(samplePlan({ request: { input: messages } }), results).split('\n')
  expect(JSON.parse(pair ?? '')).toEqual({
    prompt: [{ role: 'user', content: 'Capital of France?' }],
    chosen: [{ role: 'assistant', content: 'Answer 0' }],
    rejected: [{ role: 'assistant', content: 'Answer 1' }],
  })
})

test('the best of a blind vote stands before the others, once, and a vote that was taken back or not blind gives no pair', () => {
  const cells = [0, 1].map((at) => sampleCell(plan, at))
  const vote = (own: object) => ({
    ...{ id: 'v', runs: ['run-0', 'run-1'], kind: 'vote' as const, value: { best: 1 }, by: 'You', at: 1, blind: true },
    ...own,
  })
  const pairs = (...votes: ReturnType<typeof vote>[]) => preferencePairs(plan, cells, votes)
  const line = { prompt: 'Capital of France?', chosen: 'Answer 1', rejected: 'Answer 0' }
  expect(pairs(vote({}), vote({ id: 'w', by: 'Ada' }))).toBe(`${JSON.stringify(line)}\n`)
  expect(pairs(vote({ value: { best: 'tie' } }), vote({ id: 'w', value: { best: 1, named: true } }))).toBe('')
  expect(pairs(vote({}), vote({ id: 'u', kind: 'undo', value: 'v', at: 2 }))).toBe('')
})

test('the report shows rows by columns with media, checks, verdicts and figures, says what is synthetic, and runs nothing', async () => {
  const comparison = compareResults([sampleCell(plan, 1, { checks: [passed] })], results)
  const page = await reportOf(results, { comparison })
  expect(page).toContain('<td>1 of 1</td><td>21–100 %</td>')
  expect(page).toMatch(/<span class="code">b<\/span> <span class="tag">Synthetic<\/span>/)
  expect(page).toContain('<img alt="" loading="lazy" src="data:image/png;base64,abc">')
  expect(page).toContain('<audio controls')
  expect(page).toContain(
    '✗ <span dir="auto">Contains “Paris”</span>: <span dir="auto">It does not contain “Paris”.</span>',
  )
  expect(page).toContain('1 newly failed · 0 newly passed · 0 unchanged · 3 new')
  expect(page).not.toMatch(/<script|https?:/)
  expect(await reportOf(results, { mediaOf: async () => undefined })).toContain('not in this file, SHA-256 abc')
})

test('the report tells what the votes on its results say, and how many it leaves out', async () => {
  const cells = [0, 1, 2, 3].map((at) => sampleCell(plan, at))
  const vote = (id: string, runs: readonly string[], best: number, named = false): Judgement => ({
    ...{ id, runs: [...runs], kind: 'vote', value: { best, named, lengths: [3, 9] }, by: '<Ada>', at: 1, blind: true },
  })
  const judgements = [
    vote('v', ['run-0', 'run-1'], 1),
    vote('w', ['run-2', 'run-3'], 0, true),
    vote('x', ['run-of-another-plan', 'run-1'], 0),
  ]
  const page = await reportOf(cells, { judgements })
  expect(page).toContain('1 counted, by &lt;Ada&gt; · 1 more left out')
  expect(page).toContain('<th scope="row" class="code">b</th><td>1 of 1 · 100 %</td><td>21–100 %</td><td>0</td>')
  expect(page).toContain('First seat won 0 %, the longer one 100 %.')
  expect(await reportOf(cells, { judgements: judgements.slice(2) })).not.toContain('Votes')
})

test('a baseline is compared by values and column, wherever the rows stand', () => {
  const turned = samplePlan({ rows: [{ country: 'Peru' }, { country: 'France' }] })
  const before = [
    sampleCell(plan, 0, { checks: [passed] }),
    sampleCell(plan, 1, { checks: [failed] }),
    sampleCell(plan, 2),
    sampleCell(plan, 3),
  ]
  const now = [
    sampleCell(turned, 2, { checks: [failed] }),
    sampleCell(turned, 3, { checks: [passed] }),
    sampleCell(turned, 0),
    sampleCell(turned, 1, { state: 'open' }),
  ]
  const { newlyFailed, newlyPassed, unchanged, missing, added } = compareResults(before, now)
  const places = (pairs: typeof unchanged) => pairs.map((pair) => [pair.before.at, pair.now.at])
  expect([places(newlyFailed), places(newlyPassed), places(unchanged)]).toEqual([[[0, 2]], [[1, 3]], [[2, 0]]])
  expect([missing.map(({ at }) => at), added]).toEqual([[3], []])
})

test('no text makes a configuration that promptfoo cannot read', () => {
  const text = promptfooYaml(samplePlan({ request: { input: 'a\x7fb\x85c\ufffed\0' }, name: '\uffff' }))
  expect(text).not.toMatch(/[\0\x7f\ufffe\uffff]/)
  expect(parse(text)).toMatchObject({ description: '\ufffd', prompts: ['a\ufffdb\x85c\ufffdd\0'] })
})

test('a plan becomes a configuration of promptfoo, with what that has no words for as comments', () => {
  const request = { input: 'Capital of {{country}}?', reasoning: { effort: 'low' } }
  const axes = { models: ['a'], repeat: 2, sweeps: [{ path: 'reasoning.effort', values: ['low', 'high'] }] }
  const checks = [
    { type: 'contains', value: 'Paris', not: true },
    { type: 'latency', max: 2 },
    { type: 'peak', max: -1 },
    { type: 'llm-rubric', value: 'Kind', model: 'j', min: 0.5 },
    { type: 'select-best', value: 'shorter\0\x85' },
  ]
  const rows = [{ country: 'France', source: 'atlas', expect: [{ type: 'starts-with', value: 'P' }] }]
  const columns = { source: 'metadata', expect: 'checks' }
  const text = promptfooYaml(samplePlan({ request, axes, checks, rows, columns }))
  expect(text.split('\n').slice(0, 2)).toEqual([
    '# Check without an assertion: Peak level at most -1 dBFS',
    '# Check without an assertion: Pairs judged by a model “shorter\ufffd\ufffd”',
  ])
  expect(parse(text)).toEqual({
    description: 'Capitals',
    prompts: ['Capital of {{country}}?'],
    providers: [
      { id: 'openai:responses:a', label: 'a · effort low', config: { reasoning: { effort: 'low' } } },
      { id: 'openai:responses:a', label: 'a · effort high', config: { reasoning: { effort: 'high' } } },
    ],
    defaultTest: {
      options: { disableVarExpansion: true },
      assert: [
        { type: 'not-contains', value: 'Paris' },
        { type: 'latency', threshold: 2000 },
        { type: 'llm-rubric', value: 'Kind', provider: 'openai:responses:j', threshold: 0.5 },
      ],
    },
    evaluateOptions: { repeat: 2 },
    tests: [
      { vars: { country: 'France' }, metadata: { source: 'atlas' }, assert: [{ type: 'starts-with', value: 'P' }] },
    ],
  })
})
