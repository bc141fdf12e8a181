import { strToU8, unzipSync, zipSync } from 'fflate'
import { beforeEach, expect, test } from 'vitest'
import { jsonIn, recordOf } from '#contract/core/loose-json.ts'
import { emptyPlan, type LabPlan, readLabPlan } from '#lab/lab-plan.ts'
import { sha256Hex } from '#media/sha256.ts'
import { createReader } from '../../client/read/chat-reader.ts'
import { keepVersion, readVersions, sharedPlans } from '../../lab/plan-drafts.ts'
import { createChanges } from '../../ledger/changes.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import { memoryLedger } from '../../ledger/memory-ledger.ts'
import { createImporting } from '../../run/history/import-runs.ts'
import { draftsOf } from '../../run/stored-draft.ts'
import { writeBundle } from '../bundle/write-bundle.ts'
import { sampleRecord } from '../testing/sample-record.ts'
import { importBundle } from './import-bundles.ts'

const plan = (input: string): LabPlan => ({
  ...emptyPlan('chat', { input }),
  ...{ name: 'Harbours', rows: [{ n: 1 }, { n: 2 }] },
  axes: { models: ['a'], repeat: 1, sweeps: [] },
})
const head = ({ rows: _, ...own }: LabPlan) => ({ plan: own, versions: [{ batch: 'first', at: 1 }], at: 9 })

const run = (batch: string, at: number) =>
  sampleRecord({
    run: { id: `${batch}-${at}`, thread: 'lab.p', batch: { id: batch, at, of: 2, name: `Row ${at}` } },
    events: [{ at: 1, data: `${batch} ${at}` }],
  })

const browser = () => memoryLedger(createChanges(), 'absent')
let made = 0
const into = (ledger: Ledger) =>
  createImporting({ ledger, createReader, newId: () => `new-${++made}` }, { merge: async () => 0 })

/** A browser in which three versions were run: the first before versions had records, the last without a run in any bundle. */
async function withPlan(): Promise<Ledger> {
  const ledger = browser()
  const drafts = draftsOf({ ledger })
  await drafts.write('lab.plan.p', head(plan('now {{n}}')))
  await drafts.write('lab.rows.p', plan('').rows)
  await drafts.write('lab.version.first', plan('one {{n}}'))
  await drafts.write('lab.judged.first.press', ['asked'])
  for (const [at, batch] of [
    [2, 'second'],
    [3, 'third'],
  ] as const)
    await keepVersion(drafts, 'p', { batch, at }, plan(`${batch} {{n}}`))
  return ledger
}

const bundleOf = (ledger: Ledger, records = [run('first', 0), run('first', 1), run('second', 0)]) =>
  writeBundle(records, [], { plansOf: (heads) => sharedPlans(draftsOf({ ledger }), heads) })

/** The bundle with another text in place of its plans, as its maker could have written it; `torn`: without a word in the manifest. */
async function withPlans(bundle: Blob, text: string, how: 'whole' | 'torn' = 'whole'): Promise<Blob> {
  const files = unzipSync(new Uint8Array(await bundle.arrayBuffer()))
  const bytes = strToU8(text)
  const manifest = recordOf(jsonIn(new TextDecoder().decode(files['manifest.json'])))
  const list = Array.isArray(manifest.files) ? manifest.files : []
  const stated = { size: bytes.length, sha256: sha256Hex(bytes) }
  const changed = list.map((one) => (one.path === 'plans.jsonl' && how === 'whole' ? { ...one, ...stated } : one))
  const json = strToU8(JSON.stringify({ ...manifest, files: changed }))
  return new Blob([new Uint8Array(zipSync({ ...files, 'plans.jsonl': bytes, 'manifest.json': json }))])
}

let there: Ledger
let bundle: Blob
beforeEach(async () => {
  there = await withPlan()
  bundle = await bundleOf(there)
})

test('a plan comes to another browser as it is, with the versions that have runs in the bundle, and once', async () => {
  const here = browser()
  const drafts = draftsOf({ ledger: here })
  const { words } = await importBundle(bundle, into(here))
  expect(words).toBe('3 runs imported. 1 plan of the Lab added.')
  const versions = [
    { batch: 'first', at: 1 },
    { batch: 'second', at: 2 },
  ]
  expect(await readVersions(drafts, 'p')).toEqual(versions)
  expect(readLabPlan(await drafts.read('lab.version.second'))).toEqual({ status: 'read', plan: plan('second {{n}}') })
  expect(recordOf(recordOf(await drafts.read('lab.plan.p')).plan).request).toEqual({ input: 'now {{n}}' })
  expect(await drafts.read('lab.rows.p')).toEqual(plan('').rows)
  expect(await drafts.read('lab.judged.first.press')).toEqual(['asked'])
  expect((await importBundle(bundle, into(here))).words).toBe('All 3 runs are already here. Nothing was added.')
  expect((await importBundle(bundle, into(there))).words).toContain('3 runs imported.')
})

test('versions of two browsers are united, and the plan as it is here stays', async () => {
  const here = browser()
  const drafts = draftsOf({ ledger: here })
  await importBundle(await bundleOf(there, [run('first', 0)]), into(here))
  await drafts.write('lab.plan.p', head(plan('edited')))
  await keepVersion(drafts, 'p', { batch: 'own', at: 5 }, plan('own'))
  expect((await importBundle(bundle, into(here))).words).toBe(
    '2 runs imported. 1 run is already here. 1 plan of the Lab added.',
  )
  expect((await readVersions(drafts, 'p')).map(({ batch }) => batch)).toEqual(['first', 'second', 'own'])
  expect(recordOf(recordOf(await drafts.read('lab.plan.p')).plan).request).toEqual({ input: 'edited' })
})

test('where a version is here with other content both are kept, and it is said', async () => {
  const here = browser()
  const drafts = draftsOf({ ledger: here })
  await keepVersion(drafts, 'p', { batch: 'first', at: 1 }, plan('other'))
  await drafts.write('lab.plan.p', head(plan('other')))
  const said = 'A plan is here with other content: that of the bundle is a plan of its own.'
  const { words } = await importBundle(bundle, into(here))
  expect(words).toBe(`3 runs imported. 1 plan of the Lab added. ${said}`)
  const requests = async () =>
    [...(await drafts.under('lab.plan.')).values()].map((one) => recordOf(recordOf(one).plan).request)
  expect(await requests()).toEqual(expect.arrayContaining([{ input: 'other' }, { input: 'one {{n}}' }]))
  expect(readLabPlan(await drafts.read('lab.version.first'))).toEqual({ status: 'read', plan: plan('other') })
  expect((await readVersions(drafts, 'p')).map(({ batch }) => batch)).toEqual(['first', 'second'])
  expect((await importBundle(bundle, into(here))).words).toBe(`All 3 runs are already here. Nothing was added. ${said}`)
  expect(await requests()).toHaveLength(2)
})

test('where plans cannot be stored the runs are there, and it is said', async () => {
  const here = browser()
  const full = { ...here, writeDraft: () => Promise.reject(new DOMException('full', 'QuotaExceededError')) }
  const outcome = await importBundle(bundle, into(full))
  expect(outcome).toMatchObject({ kind: 'failed', words: '3 runs imported. Its plans could not be stored.' })
})

test('a key in a plan keeps the bundle from being written', async () => {
  const plansOf = (heads: Parameters<typeof sharedPlans>[1]) => sharedPlans(draftsOf({ ledger: there }), heads)
  await expect(writeBundle([run('second', 0)], ['second {{n}}'], { plansOf })).rejects.toThrow(/Not exported/)
})

const line = (own: object, ofVersion: object = {}) => {
  const version = { batch: 'first', at: 1, plan: plan('one'), ...ofVersion }
  return JSON.stringify({ id: 'p', at: 9, plan: plan('now'), versions: [version], ...own })
}
const many = {
  ...plan('one'),
  axes: { models: Array.from({ length: 5_001 }, (_, n) => `m${n}`), repeat: 1, sweeps: [] },
}
const names = JSON.parse('{"__proto__":{"name":"x"},"constructor":{"a":1},"toString":"file"}')

test.each([
  ['torn', '{"id":"p","at":', /was left out/],
  ['a list', '[]\nnull\n7', /left out. It cannot be read/],
  ['nested too deeply', '['.repeat(1e5), /left out/],
  ['without an id', line({ id: undefined }), /left out/],
  ['with an id that would be another key', line({ id: 'p.judges' }), /left out/],
  ['of a time that is none', line({}, { at: 1e300 }), /a version of it, was left out/],
  ['of a newer version', line({}, { plan: { ...plan('one'), version: 2 } }), /newer version of Patchbay/],
  ['of 10,002 cells', line({}, { plan: many }), /It has 10,002 cells/],
  ['of foreign shapes', line({}, { plan: { ...plan('one'), rows: 'many' } }), /left out/],
])('a bundle whose plan is %s opens with its runs and says so', async (_, text, words) => {
  const here = browser()
  const outcome = await importBundle(await withPlans(bundle, text), into(here))
  expect(outcome).toMatchObject({ kind: 'done', words: expect.stringMatching(words) })
  expect(outcome.words).toContain('3 runs imported.')
  expect(await draftsOf({ ledger: here }).under('lab.')).toEqual(new Map())
})

test('a bundle whose file of plans is damaged opens with its runs', async () => {
  const { words } = await importBundle(await withPlans(bundle, line({}), 'torn'), into(browser()))
  expect(words).toBe('3 runs imported. Its plans of the Lab were left out: their file is damaged.')
})

test('names that every object inherits are read as any other, and a present that cannot be read gives way to the last version', async () => {
  const here = browser()
  const odd = { plan: { ...plan('one'), rows: [names] } }
  const text = line({ plan: 7 }, { ...odd, judged: names })
  await importBundle(await withPlans(bundle, line({ plan: 7 }, odd)), into(here))
  const drafts = draftsOf({ ledger: here })
  const [row] = Array.from((await drafts.read('lab.rows.p')) as readonly object[])
  expect(Object.keys(row ?? {})).toEqual(['constructor', 'toString'])
  expect(Object.getPrototypeOf(row)).toBe(Object.prototype)
  expect((await importBundle(await withPlans(bundle, text), into(browser()))).words).toMatch(/left out/)
})
