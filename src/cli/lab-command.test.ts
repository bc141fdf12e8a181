import { cpSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { junitXml } from '#lab/writers/junit-xml.ts'
import { resultLines } from '#lab/writers/result-lines.ts'
import { resultsCsv } from '#lab/writers/results-csv.ts'
import { resultsReport } from '#lab/writers/results-report.ts'
import {
  answered,
  command,
  eachInOwnFolder,
  inFolder,
  out,
  planFile,
  refused,
  resultsIn,
  rows,
  runIn,
  startRouter,
  textOf,
} from './testing/lab-runs.ts'

eachInOwnFolder()

test('a plan whose checks pass exits with 0 and leaves every report', async () => {
  const router = await startRouter()
  const checks = [{ type: 'starts-with', value: 'Echo {{n}}' }]
  expect(await runIn(out(), planFile({ checks }), router.baseUrl)).toMatchObject({ exit: 0 })
  expect(router.prompts.toSorted()).toEqual(['p0', 'p1', 'p2', 'p3'])
  expect(resultsIn().map(({ at, facts, checks: [check] }) => [at, facts?.text, check?.outcome])).toEqual(
    [0, 1, 2, 3].map((at) => [at, `Echo p${at}`, 'passed']),
  )
  expect(textOf('results.csv')).toContain('"Echo p3"')
  expect(textOf('junit.xml')).toContain('tests="4" failures="0" errors="0" skipped="0"')
  expect(textOf('report.html')).toContain('<td>4 of 4</td>')
})

test('the reports are those that the page makes of the same results: they depend on nothing else', async () => {
  const router = await startRouter()
  await runIn(out(), planFile({ checks: [{ type: 'contains', value: 'p1' }] }), router.baseUrl)
  const results = resultsIn()
  let page = ''
  const plan = { name: 'Echo', columns: {} }
  const parts = { plan, results, comparison: undefined, synthetic: new Set<string>(), mediaOf: async () => undefined }
  for await (const piece of resultsReport(parts)) page += piece
  expect(page).toBe(textOf('report.html'))
  expect(resultsCsv(results)).toBe(textOf('results.csv'))
  expect(junitXml(plan, results)).toBe(textOf('junit.xml'))
  expect(resultLines(results)).toBe(textOf('results.jsonl'))
})

test('without a base URL the router runs inside the command', async () => {
  const plan = planFile({ axes: { models: ['sandbox-fast'] }, rows: rows(2) })
  expect(await command(['run', plan, '-o', out()])).toMatchObject({ exit: 0 })
  expect(textOf('report.html')).toContain('Synthetic')
})

test('a failed check and a refused cell exit with 1, and a baseline says what is new', async () => {
  const router = await startRouter()
  const plan = planFile()
  await runIn(out(), plan, router.baseUrl)
  const again = inFolder('again')
  const checks = [{ type: 'contains', value: 'p1' }]
  const baseline = `${out()}/results.jsonl`
  const { exit, said } = await runIn(again, planFile({ checks }), router.baseUrl, '--baseline', baseline)
  expect([exit, said]).toEqual([1, expect.stringContaining('3 newly failed · 0 newly passed · 1 unchanged')])
  const refusing = await startRouter(refused(400))
  expect(await runIn(inFolder('refused'), plan, refusing.baseUrl)).toMatchObject({ exit: 1 })
})

test.each<[string, object, readonly string[], string]>([
  ['a placeholder without a column', { request: { input: '{{x}}' } }, [], 'No column for {{x}}.'],
  ['a plan of a newer version', { version: 2 }, [], 'newer version'],
  ['a tool that is not there', { tool: 'none' }, [], 'There is no tool “none”.'],
  ['a broken regular expression', { checks: [{ type: 'regex', value: '(' }] }, [], 'Check 1: '],
  ['an option that is not there', {}, ['--fast'], "Unknown option '--fast'"],
  ['a baseline of another kind', {}, ['--baseline', 'package.json'], 'package.json has no results.'],
  ['a price that is no number', {}, ['--max-price', 'x'], '--max-price takes a number.'],
])('%s exits with 2 and sends nothing', async (_, own, more, why) => {
  const router = await startRouter()
  const { exit, said } = await runIn(out(), planFile(own), router.baseUrl, ...more)
  expect([exit, said]).toEqual([2, expect.stringContaining(why)])
  expect(router.prompts).toEqual([])
})

test('rows come from a file, and one with a ragged line is refused with its place', async () => {
  const router = await startRouter()
  const data = inFolder('rows.csv')
  writeFileSync(data, 'n\na\nb\n')
  expect(await runIn(out(), planFile(), router.baseUrl, '--data', data)).toMatchObject({ exit: 0 })
  expect(router.prompts.toSorted()).toEqual(['a', 'b'])
  writeFileSync(data, 'n,m\na,1\nb\n')
  const { exit, said } = await runIn(inFolder('ragged'), planFile(), router.baseUrl, '--data', data)
  expect([exit, said]).toEqual([2, expect.stringContaining('line 3 has 1 columns, expected 2')])
})

test('rows of another tool bring their checks, and what is lost of them is told', async () => {
  const router = await startRouter()
  const data = inFolder('tests.csv')
  writeFileSync(data, 'n,__expected,__expected2\na,contains: Echo,javascript: true\nb,contains: none,\n')
  const { exit, said } = await runIn(out(), planFile(), router.baseUrl, '--data', data)
  expect([exit, said]).toEqual([1, expect.stringContaining('line 2: javascript assertion not taken over')])
  expect(resultsIn().map(({ checks: [check] }) => check?.outcome)).toEqual(['passed', 'failed'])
})

test('files that rows name are sent from the folder of the plan; a cell without its file is not sent, nor is a file from elsewhere', async () => {
  const router = await startRouter()
  writeFileSync(inFolder('note.png'), Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'))
  const plan = planFile({
    request: { input: [{ role: 'user', content: [{ type: 'input_image', image_url: '{{n}}' }] }] },
    columns: { n: 'file' },
    rows: [{ n: 'note.png' }, { n: 'gone.png' }, { n: '/etc/hostname' }],
  })
  expect(await runIn(out(), plan, router.baseUrl)).toMatchObject({ exit: 3 })
  expect(router.prompts).toEqual([expect.stringContaining('data:image/png;base64,iVBORw0KGgo')])
  expect(resultsIn().map(({ state, error }) => [state, error])).toEqual([
    ['done', undefined],
    ['not sent', 'No file “gone.png”.'],
    ['not sent', 'No file “/etc/hostname”.'],
  ])
})

test('a plan above the limit, or without a price, exits with 4 and sends nothing', async () => {
  const priced = await startRouter(answered, '2')
  const { exit, said } = await runIn(out(), planFile(), priced.baseUrl, '--max-price', '7')
  expect([exit, said]).toEqual([4, expect.stringContaining('about 8 cauris, above --max-price 7')])
  expect(priced.prompts).toEqual([])
  expect(await runIn(out(), planFile(), priced.baseUrl, '--max-price', '8')).toMatchObject({ exit: 0 })
  const unpriced = await startRouter()
  const free = inFolder('free')
  expect(await runIn(free, planFile(), unpriced.baseUrl, '--max-price', '7')).toMatchObject({ exit: 4 })
  expect(unpriced.prompts).toEqual([])
  const allowed = ['--max-price', '7', '--allow-unpriced']
  expect(await runIn(free, planFile(), unpriced.baseUrl, ...allowed)).toMatchObject({ exit: 0 })
})

test('cells that are refused for want of credits stay unsent, exit with 3, and are sent by --resume alone', async () => {
  const poor = await startRouter((prompt, response) => (prompt === 'p0' ? answered : refused(402))(prompt, response))
  const plan = planFile({ limits: { concurrency: 1 } })
  const { exit, said } = await runIn(out(), plan, poor.baseUrl)
  expect([exit, said]).toEqual([3, expect.stringContaining('No credits are left.')])
  expect(resultsIn().map(({ state }) => state)).toEqual(['done', 'not sent', 'not sent', 'not sent'])
  const router = await startRouter()
  expect(await runIn(out(), plan, router.baseUrl)).toMatchObject({ exit: 2 })
  const other = planFile({ name: 'Other' })
  expect(await runIn(out(), other, router.baseUrl, '--resume')).toMatchObject({ exit: 2 })
  expect(router.prompts).toEqual([])
  expect(await runIn(out(), planFile({ limits: { concurrency: 1 } }), router.baseUrl, '--resume')).toMatchObject({
    exit: 0,
  })
  expect(router.prompts).toEqual(['p1', 'p2', 'p3'])
})

test('that many cells wait together for a Retry-After is told without a warning of Node', async () => {
  const router = await startRouter((prompt, response) => {
    response.setHeader('retry-after', '1')
    refused(429)(prompt, response)
  })
  const warnings: Error[] = []
  const note = (warning: Error) => void warnings.push(warning)
  process.on('warning', note)
  const plan = planFile({ rows: rows(32), limits: { concurrency: 16 } })
  expect(await runIn(out(), plan, router.baseUrl)).toMatchObject({ exit: 3 })
  process.off('warning', note)
  expect(router.prompts).toHaveLength(32)
  expect(warnings).toEqual([])
})

test('what is on the disk at any moment is enough to go on: each place is sent once, and what was open is not sent again', async () => {
  const plan = planFile({ rows: rows(30) })
  const killed = inFolder('killed')
  let before: readonly string[] = []
  const first = await startRouter((prompt, response) => {
    // What a killed process would have left: the folder as it is when the 13th request has come and 8 are answered.
    if (first.prompts.length === 13) {
      before = [...first.prompts]
      cpSync(out(), killed, { recursive: true })
    }
    answered(prompt, response)
  })
  await runIn(out(), plan, first.baseUrl)
  const second = await startRouter()
  expect(await runIn(killed, plan, second.baseUrl, '--resume')).toMatchObject({ exit: 3 })
  const results = resultsIn(killed)
  const unclear = results.flatMap(({ state, vars }) => (state === 'unclear' ? vars.n : []))
  expect(second.prompts.filter((prompt) => before.includes(prompt) || unclear.includes(prompt))).toEqual([])
  expect(new Set(second.prompts).size).toBe(second.prompts.length)
  expect(before.length + second.prompts.length + unclear.filter((n) => !before.includes(String(n))).length).toBe(30)
  expect(results.filter(({ state }) => state === 'done').length + unclear.length).toBe(30)
  expect(unclear.length).toBeGreaterThan(0)
  const third = await startRouter()
  expect(await runIn(killed, plan, third.baseUrl, '--resume')).toMatchObject({ exit: 3 })
  expect(third.prompts).toEqual([])
})

test('a stop ends what is open, sends nothing more, and leaves the reports', async () => {
  const stop = new AbortController()
  const router = await startRouter((prompt, response) => (prompt === 'p0' ? answered(prompt, response) : stop.abort()))
  const plan = planFile({ limits: { concurrency: 1 } })
  const { exit } = await command(['run', plan, '-o', out(), '--base-url', router.baseUrl], stop.signal)
  expect([exit, router.prompts]).toEqual([3, ['p0', 'p1']])
  expect(resultsIn().map(({ status }) => status)).toEqual(['completed', 'stopped', undefined, undefined])
  expect(textOf('junit.xml')).toContain('skipped="2"')
})
