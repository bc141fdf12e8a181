import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { zipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Judgement } from '#lab/judgements.ts'
import { seed } from '../../../testing/seed.ts'
import { createReader } from '../../client/read/chat-reader.ts'
import { createChanges } from '../../ledger/changes.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import { memoryLedger } from '../../ledger/memory-ledger.ts'
import { openLedger } from '../../ledger/open-ledger.ts'
import { allRows } from '../../ledger/testing/sample-row.ts'
import { createImporting } from '../../run/history/import-runs.ts'
import { runRecord } from '../../run/history/run-record.ts'
import type { RecordedAsset, RunRecord, SentPart } from '../../run/history/run-record-schema.ts'
import { createJudgements, type Judgements } from '../../run/history/stored-judgements.ts'
import { needsRuling } from '../../run/life/states.ts'
import { createFakeClock } from '../../run/testing/fake-clock.ts'
import { writeBundle } from '../bundle/write-bundle.ts'
import { hostileTexts } from '../testing/hostile-texts.ts'
import { sampleAsset, sampleRecord } from '../testing/sample-record.ts'
import { importBundle } from './import-bundles.ts'

const kinds = {
  'in IndexedDB': () => openLedger({ name: crypto.randomUUID() }),
  'in memory': async () => memoryLedger(createChanges(), 'absent'),
}

const text = fc
  .oneof(fc.constantFrom(...hostileTexts), fc.string({ unit: 'binary', maxLength: 40 }))
  .map((one) => one.toWellFormed())
const ended = fc.constantFrom('completed', 'incomplete', 'failed', 'interrupted', 'stopped', 'refused', 'unknown')

/** A run as a ledger may hold it; its place in the list makes its ids its own. */
const generated = fc.record({
  status: ended,
  at: fc.nat(2_000_000_000),
  note: text,
  value: fc.jsonValue(),
  turn: fc.option(fc.array(fc.record({ type: text })), { nil: undefined }),
  events: fc.array(fc.record({ at: fc.nat(), data: text }), { maxLength: 5 }),
  words: text,
  files: fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 3 }),
  /** A request of files: what each holds, and the words between them. */
  sent: fc.option(fc.array(fc.tuple(text, fc.uint8Array({ maxLength: 300 })), { minLength: 1, maxLength: 3 })),
})

type Made = typeof generated extends fc.Arbitrary<infer T> ? T : never

function recordOf(made: Made, n: number): RunRecord {
  const { status, at, note, value, turn, events, words, files, sent } = made
  const id = `run-${n}`
  const inputs = (sent ?? []).map(([, bytes], index) => inputOf(`${id}-in-${index}`, new Uint8Array(bytes)))
  const once = inputs.filter((one, at) => inputs.findIndex(({ sha256 }) => sha256 === one.sha256) === at)
  return sampleRecord({
    run: { id, status, note, thread: `thread-${n % 3}`, log: [{ status, at, mono: 1 }], ...(turn && { turn }) },
    body: sent === null ? { kind: 'json', value } : { kind: 'multipart', parts: partsOf(sent, inputs) },
    events,
    result: {
      ...{ outputs: [{ kind: 'message', index: 0, parts: [{ part: 0, text: words }] }], response: {}, notices: [] },
      end: { status },
    },
    assets: [
      ...files.map((bytes, index) => sampleAsset({ id: `${id}-${index}` }, new Uint8Array(bytes))),
      ...once.map(({ asset }) => asset),
    ],
  })
}

/** A file that was sent, and as what the ledger keeps it. */
function inputOf(id: string, bytes: Uint8Array<ArrayBuffer>) {
  const asset = sampleAsset({ id, role: 'input', name: `${id}.png` }, bytes)
  const { name, type, size, sha256, blob } = asset
  return { asset, sha256, file: { name, type, size, sha256, blob } }
}

function partsOf(
  sent: readonly (readonly [string, unknown])[],
  inputs: readonly ReturnType<typeof inputOf>[],
): readonly SentPart[] {
  return sent.flatMap(([words], at): readonly SentPart[] => {
    const file = inputs[at]?.file
    return [
      { kind: 'text', name: 'prompt', value: words },
      ...(file ? [{ kind: 'file', name: 'image', file } as const] : []),
    ]
  })
}

async function plain({ blob, ...facts }: RecordedAsset) {
  return { ...facts, bytes: Buffer.from(await blob.arrayBuffer()).toString('hex') }
}

async function told(record: RunRecord) {
  const assets = await Promise.all(record.assets.map(plain))
  const { body } = record.sent
  const parts = body.kind === 'multipart' ? await Promise.all(body.parts.map(plainPart)) : []
  return {
    ...record,
    sent: { ...record.sent, body: body.kind === 'multipart' ? { kind: 'multipart' } : body },
    parts,
    assets: assets.toSorted((a, b) => a.id.localeCompare(b.id)),
  }
}

async function plainPart(part: SentPart) {
  if (part.kind === 'text') return part
  const { blob, ...file } = part.file
  return { ...part, file, bytes: blob && Buffer.from(await blob.arrayBuffer()).toString('hex') }
}

describe.each(Object.entries(kinds))('a bundle that is opened %s', (_, open) => {
  let ledger: Ledger
  let made = 0
  let judgements: Judgements
  const tools = () => ({ ledger, createReader, newId: () => `new-${++made}` })
  const importing = () => createImporting(tools(), judgements)
  beforeEach(async () => {
    ledger = await open()
    judgements = createJudgements({ ...tools(), clock: createFakeClock(), onVisible: () => () => {} })
  })
  afterEach(() => ledger.close())

  it(`holds the same runs as before, byte for byte (seed ${seed})`, async () => {
    const records = fc.sample(generated, { seed, numRuns: 40 }).map(recordOf)
    const outcome = await importBundle(await writeBundle(records, []), importing())
    expect(outcome).toEqual({ kind: 'done', words: '40 runs imported.', first: 'run-0' })
    const kept: RunRecord[] = []
    for (const record of records) {
      const one = await runRecord(tools(), record.run.id)
      expect(one).toBeDefined()
      if (one === undefined) continue
      kept.push(one)
      const { run, assets, ...rest } = await told(record)
      const back = await told(one)
      expect(back).toMatchObject({ run, ...rest })
      expect(back.assets).toEqual(assets.map((asset) => ({ ...asset, run: run.id })))
    }
    const { rows } = await allRows(ledger)
    const starts = rows.map((row) => row.log[0]?.at ?? 0)
    expect(starts).toEqual(starts.toSorted((a, b) => a - b))
    // What is exported again is the same bundle: `seq` and hashes of what came are this browser's own.
    const first = Buffer.from(await (await writeBundle(records, [])).arrayBuffer())
    const inOrder = kept.map((one) => ({ ...one, assets: one.assets.toSorted((a, b) => a.id.localeCompare(b.id)) }))
    const again = Buffer.from(await (await writeBundle(inOrder, [])).arrayBuffer())
    expect(again.equals(first)).toBe(true)
  })

  const withFile = (change: object = {}) =>
    sampleRecord({ run: { id: 'a', thread: 't', ...change }, assets: [sampleAsset({ id: 'file' })] })
  const ids = async () => (await allRows(ledger)).rows.map(({ id }) => id)

  it('adds nothing twice, whatever was said of a run meanwhile', async () => {
    const records = [withFile(), sampleRecord({ run: { id: 'b' } })]
    await importBundle(await writeBundle(records, []), importing())
    await ledger.update('a', (row) => ({ ...row, verdict: 'fail', note: 'mine', name: 'Mine' }))
    const third = sampleRecord({ run: { id: 'c' } })
    expect(await importBundle(await writeBundle([...records, third], []), importing())).toEqual({
      ...{ kind: 'done', words: '1 run imported. 2 runs are already here.', first: 'c' },
    })
    expect(await importBundle(await writeBundle([withFile()], []), importing())).toEqual({
      ...{ kind: 'done', words: 'This run is already here. Nothing was added.', first: 'a' },
    })
    expect(await ids()).toEqual(['a', 'b', 'c'])
    expect(await ledger.get('a')).toMatchObject({ verdict: 'fail', note: 'mine', name: 'Mine' })
  })

  it('comes in under a new id beside another run of that id, and once', async () => {
    await importBundle(await writeBundle([withFile()], []), importing())
    const zip = await writeBundle([withFile({ model: 'other' })], [])
    const second = await importBundle(zip, importing())
    expect(second.words).toBe('1 run imported. 3 ids were changed.')
    expect(await ids()).toEqual(['a', second.first])
    expect((await (await ledger.history()).assets('a')).map(({ id }) => id)).toEqual(['file'])
    expect(await importBundle(zip, importing())).toEqual({
      ...{ kind: 'done', words: 'This run is already here. Nothing was added.', first: second.first },
    })
    expect(await ids()).toEqual(['a', second.first])
  })

  it('brings a run back that was deleted a moment ago', async () => {
    const zip = await writeBundle([withFile()], [])
    await importBundle(zip, importing())
    await ledger.update('a', (row) => ({ ...row, deleted: 1 }))
    expect(await importBundle(zip, importing())).toEqual({
      kind: 'done',
      words: '1 run imported.',
      first: 'a',
    })
    expect((await ledger.get('a'))?.deleted).toBeUndefined()
    expect(await ids()).toEqual(['a'])
  })

  it('asks nobody to rule on a run of which its maker did not know how it ended', async () => {
    await importBundle(await writeBundle([withFile({ status: 'unknown' })], []), importing())
    const row = await ledger.get('a')
    expect(row?.status).toBe('unknown')
    expect(row && needsRuling(row)).toBe(false)
  })

  const judged = (id: string, runs: readonly string[], by = 'Ada'): Judgement => ({
    ...{ id, runs: [...runs], kind: 'verdict', value: 'pass', by, at: 5, blind: false },
  })

  it('brings what people said of its runs, each record once, under the ids that the runs have here', async () => {
    const records = [withFile(), sampleRecord({ run: { id: 'b' } })]
    const said = [
      judged('1', ['a']),
      judged('2', ['b', 'a'], 'You'),
      judged('3', ['elsewhere']),
      judged('4', ['a', 'no']),
    ]
    await importBundle(await writeBundle([withFile({ model: 'other' })], []), importing())
    const zip = await writeBundle(records, [], { judgements: said })
    const first = await importBundle(zip, importing())
    expect(first.words).toBe('2 runs imported. 2 judgements added. 3 ids were changed.')
    const all = await judgements.all()
    expect(all.map(({ id, by }) => [id, by])).toEqual([
      ['1', 'Ada'],
      ['2', 'Another reviewer'],
    ])
    expect(all.map(({ runs }) => runs)).toEqual([[first.first], ['b', first.first]])
    const more = await writeBundle(records, [], { judgements: [...said, judged('5', ['b'], 'Bo')] })
    expect((await importBundle(more, importing())).words).toBe('2 runs are already here. 1 judgement added.')
    expect((await importBundle(zip, importing())).words).toBe('All 2 runs are already here. Nothing was added.')
  })

  it('leaves out records of a kind that is not known, and is refused where one is no JSON', async () => {
    const newer = { ...judged('6', ['a']), kind: 'rank' } as unknown as Judgement
    await importBundle(await writeBundle([withFile()], [], { judgements: [newer, judged('7', ['a'])] }), importing())
    expect((await judgements.all()).map(({ id }) => id)).toEqual(['7'])
  })

  it('is refused with the reason, and changes nothing, where it is not right', async () => {
    const trick = zipSync({ '../manifest.json': new TextEncoder().encode('{}') })
    const outcome = await importBundle(new Blob([new Uint8Array(trick)]), importing())
    expect(outcome).toEqual({ kind: 'failed', words: expect.stringMatching(/points outside/) })
    expect((await allRows(ledger)).rows).toEqual([])
  })
})
