import { strToU8, unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { jsonIn, recordOf } from '#contract/core/loose-json.ts'
import { sha256Hex } from '#media/sha256.ts'
import { createReader } from '../../client/read/chat-reader.ts'
import type { Collection } from '../../collections/collection.ts'
import { collectionPrefix, readStoredCollection } from '../../collections/collection-drafts.ts'
import { createChanges } from '../../ledger/changes.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import { memoryLedger } from '../../ledger/memory-ledger.ts'
import { createImporting } from '../../run/history/import-runs.ts'
import { draftsOf } from '../../run/stored-draft.ts'
import { writeBundle } from '../bundle/write-bundle.ts'
import { sampleRecord } from '../testing/sample-record.ts'
import { importBundle } from './import-bundles.ts'

const run = (id: string, said: string) => sampleRecord({ run: { id }, events: [{ at: 1, data: said }] })
const live = { endpoint: 'responses', request: { model: 'm', input: 'Hi' } }
const talk: Collection = {
  ...{ version: 1, id: 'talk', at: 5, title: 'A talk', note: 'Welcome\nto all' },
  cards: [
    { id: 'a', title: 'First', note: 'Slowly', run: 'one', live },
    { id: 'b', title: '', note: '', run: 'elsewhere' },
    { id: 'c', title: 'Only live', note: '', live },
  ],
}

const browser = () => memoryLedger(createChanges(), 'absent')
let made = 0
const into = (ledger: Ledger) =>
  createImporting({ ledger, createReader, newId: () => `new-${++made}` }, { merge: async () => 0 })
const bundleOf = (...collections: readonly Collection[]) => writeBundle([run('one', 'Hello')], [], { collections })
const stored = async (ledger: Ledger) => [...(await draftsOf({ ledger }).under(collectionPrefix)).values()]

/** The bundle with another text in place of one of its files; `torn`: without a word in the manifest. */
async function withFile(bundle: Blob, path: string, text: string, how: 'whole' | 'torn' = 'whole'): Promise<Blob> {
  const files = unzipSync(new Uint8Array(await bundle.arrayBuffer()))
  const bytes = strToU8(text)
  const manifest = recordOf(jsonIn(new TextDecoder().decode(files['manifest.json'])))
  const list = Array.isArray(manifest.files) ? manifest.files : []
  const stated = { size: bytes.length, sha256: sha256Hex(bytes) }
  const changed = list.map((one) => (one.path === path && how === 'whole' ? { ...one, ...stated } : one))
  const json = strToU8(JSON.stringify({ ...manifest, files: changed }))
  return new Blob([new Uint8Array(zipSync({ ...files, 'manifest.json': json, [path]: bytes }))])
}

test('a collection comes to another browser as it is, and once', async () => {
  const here = browser()
  expect((await importBundle(await bundleOf(talk), into(here))).words).toBe('1 run imported. 1 collection added.')
  expect(await stored(here)).toEqual([talk])
  const again = await importBundle(await bundleOf(talk), into(here))
  expect(again.words).toBe('This run is already here. Nothing was added.')
  expect(await stored(here)).toEqual([talk])
})

test('a collection without runs is a bundle too', async () => {
  const here = browser()
  const { words } = await importBundle(await writeBundle([], [], { collections: [talk] }), into(here))
  expect(words).toBe('1 collection added.')
})

test('the cards follow a run whose id is in use, and the second import recognizes both', async () => {
  const here = browser()
  await importBundle(await writeBundle([run('one', 'Another')], []), into(here))
  await importBundle(await bundleOf(talk), into(here))
  const { collection } = await readStoredCollection(draftsOf({ ledger: here }), 'talk')
  const [first, second] = collection?.cards ?? []
  expect(first?.run).not.toBe('one')
  expect((await into(here).record(first?.run ?? ''))?.events).toEqual([{ at: 1, data: 'Hello' }])
  expect(second?.run).toBe('elsewhere')
  await importBundle(await bundleOf(talk), into(here))
  expect(await stored(here)).toHaveLength(1)
})

test('where a collection is here with other content both are kept, and it is said', async () => {
  const here = browser()
  await importBundle(await bundleOf(talk), into(here))
  const other = await bundleOf({ ...talk, title: 'Another talk' })
  const said = 'A collection is here with other content: that of the bundle is one of its own.'
  expect((await importBundle(other, into(here))).words).toBe(`1 run is already here. 1 collection added. ${said}`)
  await importBundle(other, into(here))
  expect((await stored(here)).map((one) => recordOf(one).title).toSorted()).toEqual(['A talk', 'Another talk'])
})

test.each([
  ['of a newer format', JSON.stringify({ ...talk, version: 2 }), '1 collection left out'],
  ['torn', '{"version":1,', '1 collection left out'],
  ['nested too deeply', '['.repeat(1e5), '1 collection left out'],
  ['with damaged cards', JSON.stringify({ ...talk, cards: [...talk.cards, 7, { id: 'd' }] }), '2 cards left out'],
])('a bundle whose collection is %s opens with its runs and says so', async (_, text, words) => {
  const here = browser()
  const outcome = await importBundle(await withFile(await bundleOf(talk), 'collections.jsonl', text), into(here))
  expect(outcome).toMatchObject({ kind: 'done', words: expect.stringContaining(words) })
  expect(outcome.words).toContain('1 run imported.')
})

test('a bundle whose file of collections is damaged opens with its runs', async () => {
  const torn = await withFile(await bundleOf(talk), 'collections.jsonl', '{}', 'torn')
  const { words } = await importBundle(torn, into(browser()))
  expect(words).toBe('1 run imported. Its collections were left out: their file is damaged.')
})

test('a bundle of a newer version is refused, and nothing is changed', async () => {
  const here = browser()
  const newer = await withFile(await bundleOf(talk), 'manifest.json', '{"format":"patchbay-bundle","version":2}')
  expect(await importBundle(newer, into(here))).toMatchObject({ kind: 'failed', words: expect.stringMatching(/newer/) })
  expect([await stored(here), await into(here).takenIds()]).toEqual([[], new Set()])
})

test.each([
  [
    'a live request',
    { ...talk, cards: [{ id: 'a', title: '', note: '', live: { ...live, request: { user: 'canary-0123456789' } } }] },
  ],
  ['a note', { ...talk, note: 'Log in with canary-0123456789' }],
])('a key in %s keeps the bundle from being written', async (_, collection) => {
  const written = writeBundle([], ['canary-0123456789'], { collections: [collection as Collection] })
  await expect(written).rejects.toThrow(/Not exported: collections.jsonl contains a key/)
})

test('titles are in one line and cannot turn the direction of a list around', async () => {
  const here = browser()
  await importBundle(await bundleOf({ ...talk, title: `a\n\u202eb${'x'.repeat(1e4)}` }), into(here))
  expect(recordOf((await stored(here))[0]).title).toBe(`a b${'x'.repeat(197)}`)
})
