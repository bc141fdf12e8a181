import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { seed } from '../../testing/seed.ts'
import { createReader } from '../client/read/chat-reader.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { openLedger } from '../ledger/open-ledger.ts'
import { allRows } from '../ledger/testing/sample-row.ts'
import { createImporting, importRuns } from '../run/history/import-runs.ts'
import { runRecord } from '../run/history/run-record.ts'
import type { RunRecord } from '../run/history/run-record-schema.ts'
import { writeBundle } from './bundle/write-bundle.ts'
import { importBundle } from './open/import-bundles.ts'
import { sampleAsset, sampleRecord } from './testing/sample-record.ts'

const count = process.env.SOAK ? 1000 : 200

/** The same bytes for the same seed, whatever their number: a generator with 32 bits of state. */
function bytesOf(length: number, start: number): Uint8Array<ArrayBuffer> {
  let state = start
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0
    return state >>> 24
  })
}

/** Most files are small, some are large, and every tenth run shares one with the others. */
const sizeOf = (n: number) => (n % 100 === 0 ? 40_000 : 20 + ((n * 37) % 400))

function runNumber(n: number): RunRecord {
  const id = `run-${String(n).padStart(4, '0')}`
  const output = sampleAsset({ id: `${id}-out` }, n % 10 === 0 ? bytesOf(500, seed) : bytesOf(sizeOf(n), seed + n))
  const input = sampleAsset({ id: `${id}-in`, role: 'input', name: 'in.png' }, bytesOf(sizeOf(n + 50), seed - n))
  const { name, type, size, sha256, blob } = input
  const parts = [
    { kind: 'text', name: 'prompt', value: `Picture ${n}` },
    { kind: 'file', name: 'image', file: { name, type, size, sha256, blob } },
  ] as const
  return sampleRecord({
    run: { id, endpoint: 'images.edits', title: `Picture ${n}`, verdict: n % 2 ? 'pass' : 'fail' },
    body: n % 3 === 0 ? { kind: 'json', value: { prompt: `Picture ${n}` } } : { kind: 'multipart', parts },
    events: [{ at: n, data: `{"data":[{"b64_json":"sha256:${output.sha256}"}]}` }],
    result: {
      outputs: [{ kind: 'media', index: 0, sha256: output.sha256 }],
      ...{ response: {}, notices: [], end: { status: 'completed' } },
    },
    assets: n % 3 === 0 ? [output] : [input, output],
  })
}

async function exported(ledger: Ledger): Promise<Buffer> {
  const tools = { ledger, createReader }
  async function* records() {
    for (const { id } of (await allRows(ledger)).rows) {
      const record = await runRecord(tools, id)
      if (record) yield { ...record, assets: record.assets.toSorted((a, b) => a.id.localeCompare(b.id)) }
    }
  }
  return Buffer.from(await (await writeBundle(records(), [])).arrayBuffer())
}

it(`${count} runs with media leave and come back byte for byte (seed ${seed})`, { timeout: 120_000 }, async () => {
  const [here, there] = await Promise.all([1, 2].map(() => openLedger({ name: crypto.randomUUID() })))
  if (!here || !there) throw new Error('There is no ledger.')
  const newId = () => crypto.randomUUID()
  const made = Array.from({ length: count }, (_, n) => runNumber(n))
  expect((await importRuns({ ledger: here, newId }, made)).failures).toEqual([])
  const zip = await exported(here)
  const outcome = await importBundle(
    new Blob([new Uint8Array(zip)]),
    createImporting({ ledger: there, newId, createReader }, { merge: async () => 0 }),
  )
  expect(outcome).toEqual({ kind: 'done', words: `${count.toLocaleString('en')} runs imported.`, first: 'run-0000' })
  expect((await exported(there)).equals(zip)).toBe(true)

  const record = await runRecord({ ledger: there, createReader }, 'run-0100')
  const bytes = await Promise.all((record?.assets ?? []).map(async ({ blob }) => Buffer.from(await blob.arrayBuffer())))
  const expected = await Promise.all(
    runNumber(100).assets.map(async ({ blob }) => Buffer.from(await blob.arrayBuffer())),
  )
  expect(bytes.map(({ length }) => length).toSorted()).toEqual([500, sizeOf(150)].toSorted())
  expect(Buffer.concat(bytes.toSorted(Buffer.compare)).equals(Buffer.concat(expected.toSorted(Buffer.compare)))).toBe(
    true,
  )
  here.close()
  there.close()
})
