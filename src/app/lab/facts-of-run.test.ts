import { expect, test } from 'vitest'
import { wavHeader } from '#media/audio/wav.ts'
import { pngChunk, pngSignature } from '#media/png.ts'
import type { Asset } from '../ledger/run-row.ts'
import { emptyResult, type RunResult } from '../run/result.ts'
import { factsOfRun, resultFiles } from './facts-of-run.ts'
import { readMediaFacts } from './media-facts.ts'
import type { Row } from './places.ts'

const row: Row = {
  ...{
    id: 'r',
    seq: 1,
    intent: '',
    endpoint: 'responses',
    model: 'm',
    title: '',
    status: 'completed',
    price: '1 cauri',
  },
  ...{
    connection: { name: '', baseUrl: '' },
    log: [],
    times: { firstToken: 120, end: 2_500 },
    usage: { input: 3, output: 9 },
  },
}
const result = (...outputs: RunResult['outputs']): RunResult => ({ ...emptyResult, outputs })
const asset = (own: Partial<Asset>): Asset => ({
  ...{ id: 'a', run: 'r', role: 'output', type: '', size: 0, sha256: 'aa', blob: new Blob([]) },
  ...own,
})

test('a text has no thoughts in it, and stands apart from a refusal and calls of tools', () => {
  const facts = factsOfRun(
    row,
    result(
      { kind: 'reasoning', index: 0, text: 'Hm.' },
      {
        kind: 'message',
        index: 1,
        parts: [
          { part: 0, text: '<think>Hm.</think>One.' },
          { part: 1, text: 'Two.' },
        ],
      },
      { kind: 'refusal', index: 1, text: 'No.' },
      { kind: 'tool-call', index: 2, callId: 'c', name: 'weather', custom: false, arguments: '{}', done: true },
    ),
  )
  expect(facts).toEqual({
    ...{ text: 'One.\n\nTwo.', refusal: 'No.', toolCalls: [{ name: 'weather', arguments: '{}' }], media: [] },
    ...{ seconds: 2.5, firstToken: 0.12, inputTokens: 3, outputTokens: 9, price: '1 cauri' },
  })
})

test('what is not there is left out', () => {
  const { times: _, usage: __, price: ___, ...bare } = row
  expect(factsOfRun(bare, emptyResult)).toEqual({ toolCalls: [], media: [] })
})

test('the files of a result are those of its outputs, without previews and what was sent', () => {
  const assets = [asset({ id: 'sent', role: 'input' }), asset({ id: 'preview', sha256: 'bb' }), asset({ id: 'result' })]
  const outputs = result(
    { kind: 'media', index: 0, sha256: 'bb', partial: true },
    { kind: 'media', index: 1, sha256: 'aa' },
    { kind: 'media', index: 2, url: 'https://example.com/gone.png' },
  )
  expect(resultFiles(outputs, assets).map(({ id }) => id)).toEqual(['result'])
})

test('a picture has its size and whether it has alpha, by its bytes', async () => {
  const header = Uint8Array.of(0, 0, 4, 0, 0, 0, 3, 0, 8, 6, 0, 0, 0)
  const blob = new Blob([pngSignature, pngChunk('IHDR', header)])
  expect(await readMediaFacts(asset({ blob, type: 'image/webp' }), 'facts')).toEqual({
    ...{ kind: 'image', type: 'image/png', bytes: blob.size, sha256: 'aa', width: 1024, height: 768, alpha: true },
  })
})

test('a sound is decoded where its levels are asked for: its peak, and the share of silence', async () => {
  const rate = 8_000
  const samples = Int16Array.from({ length: 2 * rate }, (_, n) => (n < rate / 2 ? 0 : 16_384 * Math.sin(n / 3)))
  const format = { coding: 'int', bits: 16, rate, channels: 1 } as const
  const file = asset({ blob: new Blob([wavHeader(format, samples.byteLength), samples]), type: 'audio/wav' })
  const facts = await readMediaFacts(file, 'facts')
  expect(facts).toMatchObject({ kind: 'audio', type: 'audio/wav', seconds: 2, rate })
  expect(facts.peak).toBeUndefined()
  const { peak, silence } = await readMediaFacts(file, 'levels')
  expect(peak).toBeCloseTo(-6.02, 1)
  expect(silence).toBeCloseTo(0.25, 2)
})

test('digital silence has a level that JSON can hold', async () => {
  const format = { coding: 'int', bits: 16, rate: 8_000, channels: 1 } as const
  const blob = new Blob([wavHeader(format, 16_000), new Int16Array(8_000)])
  expect(await readMediaFacts(asset({ blob }), 'levels')).toMatchObject({ peak: -144, silence: 1 })
})

test('samples without a header are decoded as their type says', async () => {
  const blob = new Blob([Int16Array.from({ length: 8_000 }, () => 16_384)])
  const facts = await readMediaFacts(asset({ blob, type: 'audio/L16; rate=8000; channels=1' }), 'levels')
  expect(facts).toMatchObject({ kind: 'audio', seconds: 1, rate: 8_000, silence: 0 })
})

test('bytes of no known kind have their stated type and size alone', async () => {
  const blob = new Blob(['hello'])
  expect(await readMediaFacts(asset({ blob, type: 'text/plain' }), 'levels')).toEqual({
    ...{ kind: 'other', type: 'text/plain', bytes: 5, sha256: 'aa' },
  })
})
