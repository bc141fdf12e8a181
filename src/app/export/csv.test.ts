import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { has } from '../../router/testing/programs.ts'
import { csv } from './csv.ts'
import { hostileTexts } from './testing/hostile-texts.ts'
import { sampleAsset, sampleRecord } from './testing/sample-record.ts'

const formulas = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  ' =1',
  '＝1',
  '=cmd|"/c calc"!A0',
  '"=1',
  '=1","=2',
]

/** Reads RFC 4180 as it is written. */
function rows(text: string): string[][] {
  const found: string[][] = [[]]
  for (const [, quoted, end] of text.replace(/^\uFEFF/, '').matchAll(/"((?:[^"]|"")*)"(,|\r\n)/g)) {
    found.at(-1)?.push((quoted ?? '').replaceAll('""', '"'))
    if (end === '\r\n') found.push([])
  }
  return found.slice(0, -1)
}

test('one line a run, with its columns', () => {
  const run = { verdict: 'pass', note: 'fine', tags: ['a', 'b'], name: 'Named' } as const
  const assets = [sampleAsset({ id: '1', sha256: 'aa' }), sampleAsset({ id: '2', sha256: 'bb', role: 'input' })]
  const [head, row, ...rest] = rows(csv([sampleRecord({ run, assets })]))
  expect(rest).toEqual([])
  expect(Object.fromEntries((head ?? []).map((name, index) => [name, row?.[index]]))).toEqual({
    id: '6a1f8c1e-0000-4000-8000-000000000001',
    time: '2023-11-14T22:13:20.005Z',
    endpoint: 'responses',
    model: 'sandbox-fast',
    'served model': 'sandbox-fast',
    provider: 'sandbox',
    status: 'completed',
    reason: '',
    verdict: 'pass',
    note: 'fine',
    tags: 'a, b',
    seconds: '1.250',
    'input tokens': '7',
    'output tokens': '9',
    price: '2 cauris',
    title: 'Named',
    'output sha256': 'aa',
  })
})

test('no cell is a formula, in any column, and every text is still there', () => {
  for (const text of [...formulas, ...hostileTexts]) {
    const run = {
      id: text,
      model: text,
      note: text,
      title: text,
      price: text,
      tags: [text],
      reason: text,
      endpoint: text,
    }
    const [, row = []] = rows(csv([sampleRecord({ run })]))
    expect(row).toHaveLength(17)
    for (const cell of row) expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠]|^[\t\r\n]/)
    expect(row.filter((cell) => cell === text || cell === `'${text}`).length).toBeGreaterThanOrEqual(8 - 1)
  }
})

test.skipIf(!has('python3'))("Python's csv reads it alike (skipped without python3)", () => {
  const text = csv([...formulas, ...hostileTexts].map((note) => sampleRecord({ run: { note } })))
  const program =
    'import csv, io, json, sys; print(json.dumps(list(csv.reader(io.TextIOWrapper(sys.stdin.buffer, "utf-8-sig", newline="")))))'
  const { stdout } = spawnSync('python3', ['-c', program], { input: text, encoding: 'utf8' })
  expect(JSON.parse(stdout)).toEqual(rows(text))
})
