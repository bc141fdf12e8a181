import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { wavHeader } from '#media/audio/wav.ts'
import { has } from '../../../router/testing/programs.ts'
import type { RunRecord } from '../../run/history/run-record-schema.ts'
import { hostileTexts } from '../testing/hostile-texts.ts'
import { sampleAsset, sampleRecord } from '../testing/sample-record.ts'
import { csvHead, csvLine } from './csv.ts'

const csv = async (records: readonly RunRecord[]) => csvHead + (await Promise.all(records.map(csvLine))).join('')

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

async function cellsOf(record: RunRecord) {
  const [head = [], row = [], ...rest] = rows(await csv([record]))
  expect(rest).toEqual([])
  return Object.fromEntries(head.map((name, index) => [name, row[index]]))
}

test('one line a run: what was asked, what came and what was thought of it', async () => {
  const run = { verdict: 'pass', note: 'fine', tags: ['a', 'b'], name: 'Named' } as const
  const whole = 'A long prompt.\n'.repeat(500)
  expect(
    await cellsOf(sampleRecord({ run, body: { kind: 'json', value: { model: 'm', input: whole, temperature: 0.5 } } })),
  ).toEqual({
    time: '2023-11-14T22:13:20.005Z',
    endpoint: 'responses',
    model: 'sandbox-fast',
    title: 'Named',
    prompt: whole,
    answer: 'Hello yourself',
    verdict: 'pass',
    note: 'fine',
    tags: 'a, b',
    status: 'completed',
    reason: '',
    'http status': '200',
    error: '',
    parameters: '{"model":"m","temperature":0.5}',
    seconds: '1.250',
    'first audio': '',
    'output seconds': '',
    characters: '',
    'input tokens': '7',
    'output tokens': '9',
    price: '2 cauris',
    'served model': 'sandbox-fast',
    provider: 'sandbox',
    job: '',
    'job status': '',
    id: '6a1f8c1e-0000-4000-8000-000000000001',
    'output sha256': '',
  })
})

test('of speech it tells when the first audio came, how long it is, and how many characters were spoken', async () => {
  const run = { endpoint: 'audio.speech', times: { firstSound: 420, end: 1250 } }
  const body = { kind: 'json', value: { model: 'm', instructions: 'Softly.', input: 'Grüße 👋' } } as const
  const wav = new Blob([wavHeader({ coding: 'int', bits: 16, rate: 8000, channels: 1 }, 8000), new Uint8Array(8000)])
  const assets = [sampleAsset({ id: 's', type: 'audio/wav' }, new Uint8Array(await wav.arrayBuffer()))]
  expect(await cellsOf(sampleRecord({ run, body, assets }))).toMatchObject({
    ...{ 'first audio': '0.420', 'output seconds': '0.500', characters: '7' },
  })
})

test('a conversation names who speaks, and tool calls are an answer', async () => {
  const value = {
    instructions: 'Be brief.',
    input: [
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'Weather?' },
          { type: 'input_image', image_url: 'x' },
        ],
      },
      { type: 'function_call', name: 'get', arguments: '{"a":1}' },
      { type: 'function_call_output', output: 'rain' },
    ],
  }
  const call = { kind: 'tool-call', index: 0, callId: 'c', name: 'look', custom: false, arguments: '{}', done: true }
  const result = { outputs: [call as never], response: {}, notices: [] }
  const cells = await cellsOf(sampleRecord({ body: { kind: 'json', value }, result }))
  expect(cells.prompt).toBe(
    'instructions: Be brief.\n\nuser: Weather?\n[image]\n\ntool call: get({"a":1})\n\ntool result: rain',
  )
  expect(cells.answer).toBe('look({})')
})

test('a failure has its HTTP status and words, and only finished files have their hash', async () => {
  const error = { kind: 'api', message: 'No such model', code: 'model_not_found' } as const
  const refused = sampleRecord({
    reply: { status: 404, headers: [] },
    result: { outputs: [], response: {}, notices: [], error },
  })
  expect(await cellsOf(refused)).toMatchObject({
    'http status': '404',
    error: 'No such model (model_not_found)',
    answer: '',
  })
  const assets = ['in', 'step', 'final', 'open'].map((id) =>
    sampleAsset({ id, sha256: id, role: id === 'in' ? 'input' : 'output' }),
  )
  const outputs = [
    { kind: 'media', index: 0, sha256: 'open', partial: true },
    { kind: 'media', index: 1, sha256: 'final', steps: ['step'] },
  ] as const
  const parts = [
    { kind: 'text', name: 'prompt', value: 'A boat' },
    { kind: 'text', name: 'n', value: '2' },
    { kind: 'file', name: 'image', file: { name: 'in.png', type: 'image/png', size: 3, sha256: 'in' } },
  ] as const
  const result = { outputs, response: {}, notices: [] }
  expect(await cellsOf(sampleRecord({ assets, result, body: { kind: 'multipart', parts } }))).toMatchObject({
    prompt: 'A boat',
    parameters: '{"n":"2","image":"[in.png, image/png, 3 B]"}',
    'output sha256': 'final',
  })
})

test('no cell is a formula, in any column, and every text is still there', async () => {
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
    const [, row = []] = rows(await csv([sampleRecord({ run })]))
    expect(row).toHaveLength(27)
    for (const cell of row) expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠]|^[\t\r\n]/)
    expect(row.filter((cell) => cell === text || cell === `'${text}`).length).toBeGreaterThanOrEqual(8 - 1)
  }
})

test.skipIf(!has('python3'))("Python's csv reads it alike (skipped without python3)", async () => {
  const text = await csv([...formulas, ...hostileTexts].map((note) => sampleRecord({ run: { note } })))
  const program =
    'import csv, io, json, sys; print(json.dumps(list(csv.reader(io.TextIOWrapper(sys.stdin.buffer, "utf-8-sig", newline="")))))'
  const { stdout } = spawnSync('python3', ['-c', program], { input: text, encoding: 'utf8' })
  expect(JSON.parse(stdout)).toEqual(rows(text))
})
