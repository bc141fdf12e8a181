import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { unzipSync } from 'fflate'
import { expect, test, vi } from 'vitest'
import { has } from '../../../router/testing/programs.ts'
import { seed } from '../../../testing/seed.ts'
import type { RunRecord } from '../../run/history/run-record-schema.ts'
import { hostileTexts } from '../testing/hostile-texts.ts'
import { sampleAsset, sampleFile, sampleRecord } from '../testing/sample-record.ts'
import { readBundle } from './read-bundle.ts'
import { writeBundle } from './write-bundle.ts'

// Much is packed and hashed here; how long that takes is no matter of these tests.
vi.setConfig({ testTimeout: 120_000 })

let made = 0
const ids = { isTaken: () => false, create: () => `new-${++made}` }

/** A record with its Blobs as their bytes, to compare. */
async function told(record: RunRecord) {
  const text = async (blob: Blob | undefined) => blob && Buffer.from(await blob.arrayBuffer()).toString('latin1')
  const { body } = record.sent
  const parts = body.kind === 'multipart' ? body.parts : []
  return {
    ...record,
    sent: { ...record.sent, body: body.kind === 'multipart' ? 'multipart' : body },
    parts: await Promise.all(
      parts.map(async (part) =>
        part.kind === 'text' ? part : { ...part, file: { ...part.file, blob: await text(part.file.blob) } },
      ),
    ),
    assets: await Promise.all(record.assets.map(async (asset) => ({ ...asset, blob: await text(asset.blob) }))),
  }
}

const full = sampleRecord({
  run: {
    endpoint: 'images.edits',
    status: 'queued',
    job: 'job-1',
    jobState: { word: 'pending', progress: 12.5, createdAt: 1_700_000_000_000 },
    polling: { polls: 3, unwatched: 'yes' },
    verdict: 'pass',
    note: 'Good\nenough',
    tags: ['one', 'two'],
    thread: 't-1',
    parent: 'p-1',
    name: 'My run',
  },
  body: {
    kind: 'multipart',
    parts: [
      { kind: 'text', name: 'prompt', value: hostileTexts.join('\n') },
      { kind: 'file', name: 'image[]', file: sampleFile('in.png', 'image/png', 'INPUT') },
      // Its bytes are gone; its hash stays.
      { kind: 'file', name: 'mask', file: { name: 'gone.png', type: 'image/png', size: 3, sha256: 'a'.repeat(64) } },
    ],
  },
  events: hostileTexts.map((data, at) => ({ at, ...(at % 2 ? { name: 'x' } : {}), data })),
  assets: [
    sampleAsset({ id: 'a-1' }, new Uint8Array([0, 80, 75, 3, 4, 80, 75, 7, 8, 255])),
    sampleAsset({ id: 'a-2', type: 'video/mp4', name: 'film.mp4' }, new Uint8Array(3_000_000).fill(7)),
    // The same bytes once more, not sent but kept.
    sampleAsset({ id: 'a-3', role: 'kept', name: 'copy.png' }, new Uint8Array([0, 80, 75, 3, 4, 80, 75, 7, 8, 255])),
  ],
})

test('what was written comes back equal, byte for byte', async () => {
  const zip = await writeBundle([full, sampleRecord({ run: { id: 'other' } })], [])
  const { records, renamed } = await readBundle(zip, ids)
  expect(renamed.size).toBe(0)
  expect(await Promise.all(records.map(told))).toEqual(
    await Promise.all([full, sampleRecord({ run: { id: 'other' } })].map(told)),
  )
})

test('equal runs give equal bytes, and equal media stands in it once', async () => {
  const one = Buffer.from(await (await writeBundle([full], [])).arrayBuffer())
  const two = Buffer.from(await (await writeBundle([full], [])).arrayBuffer())
  expect(two.equals(one)).toBe(true)
  expect(Object.keys(unzipSync(one)).filter((name) => name.startsWith('media/'))).toHaveLength(3)
})

test(`any request, result and events come back equal (seed ${seed})`, async () => {
  const property = fc.asyncProperty(fc.jsonValue(), fc.array(fc.string({ unit: 'binary' })), async (value, texts) => {
    const record = sampleRecord({
      body: { kind: 'json', value: JSON.parse(JSON.stringify({ value, ['__proto__']: texts })) },
      events: texts.map((data, at) => ({ at, data })),
    })
    const [back] = (await readBundle(await writeBundle([record], []), ids)).records
    expect(JSON.stringify(back)).toBe(JSON.stringify(record))
  })
  await fc.assert(property, { seed, numRuns: 25 })
})

test('a thousand runs go out and come back', async () => {
  const records = Array.from({ length: 1000 }, (_, index) =>
    sampleRecord({
      run: { id: `run-${index}` },
      assets: [sampleAsset({ id: `asset-${index}` }, new Uint8Array([index, index >> 8]))],
    }),
  )
  const { records: back } = await readBundle(await writeBundle(records, []), ids)
  expect(back.map(({ run }) => run.id)).toEqual(records.map(({ run }) => run.id))
})

const python = `
import hashlib, json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as bundle:
    assert bundle.testzip() is None
    manifest = json.loads(bundle.read("manifest.json"))
    for file in manifest["files"]:
        content = bundle.read(file["path"])
        assert len(content) == file["size"] and hashlib.sha256(content).hexdigest() == file["sha256"], file
    assert {file["path"] for file in manifest["files"]} | {"manifest.json"} == set(bundle.namelist())
    print(len(manifest["files"]))
`

test.skipIf(!has('python3'))(
  "Python's zipfile opens it and agrees on every hash (skipped without python3)",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'patchbay-bundle-'))
    const path = join(folder, 'runs.zip')
    writeFileSync(path, Buffer.from(await (await writeBundle([full], [])).arrayBuffer()))
    const { stdout, stderr } = spawnSync('python3', ['-c', python, path], { encoding: 'utf8' })
    rmSync(folder, { recursive: true })
    expect([stderr, stdout.trim()]).toEqual(['', '8'])
  },
)

test('a key anywhere in a run or its media keeps the bundle from being written', async () => {
  const key = 'canary0123456789'
  const places: RunRecord[] = [
    sampleRecord({ run: { title: key } }),
    sampleRecord({ run: { note: Buffer.from(`a${key}`).toString('base64') } }),
    sampleRecord({ body: { kind: 'json', value: { input: key } } }),
    sampleRecord({ events: [{ at: 1, data: key }] }),
    sampleRecord({ reply: { status: 200, headers: [['x', key]] } }),
    sampleRecord({ assets: [sampleAsset({ id: 'a' }, Buffer.from(`PNG ${key} PNG`))] }),
    sampleRecord({
      body: { kind: 'multipart', parts: [{ kind: 'file', name: 'f', file: sampleFile('f.txt', 'text/plain', key) }] },
    }),
  ]
  for (const record of places) {
    const error = await writeBundle([record], [key]).catch((thrown: unknown) => thrown)
    expect(String(error)).toContain('Not exported')
    expect(String(error)).not.toContain(key)
  }
})

test('bytes that are not the ones their hash names are not written', async () => {
  const record = sampleRecord({ assets: [sampleAsset({ id: 'a', sha256: 'b'.repeat(64) })] })
  await expect(writeBundle([record], [])).rejects.toThrow(/hash does not match/)
})

test('what is over a limit is not written, and the limit is named', async () => {
  const { bundleLimits } = await import('./bundle-format.ts')
  const small = { ...bundleLimits, entries: 10 }
  await expect(writeBundle([full, full], [], {}, small)).rejects.toThrow(/10 files/)
  await expect(writeBundle([full], [], {}, { ...bundleLimits, total: 2 ** 20 })).rejects.toThrow(/1 MB/)
})

test('text that packs like a bomb is stored as it is, and comes back', async () => {
  const record = sampleRecord({ body: { kind: 'json', value: { input: ' '.repeat(17 * 2 ** 20) } } })
  const [back] = (await readBundle(await writeBundle([record], []), ids)).records
  expect(JSON.stringify(back?.sent)).toBe(JSON.stringify(record.sent))
})

test('a job that goes on is not watched where it is opened, and what cannot be true of it is left out', async () => {
  // As earlier versions wrote it.
  const tracked = {
    ...{ word: `\u202ewo\nrd${'x'.repeat(500)}`, trouble: 'y'.repeat(9000), progress: 1e9, polls: -1, missed: 2 },
    ...{ createdAt: 1e300, completedAt: 1_700_000_000_000, pressedAt: 5, mine: 'unknown field' },
  }
  const job = { endpoint: 'videos.create', job: 'video_1', tracked } as const
  const open = sampleRecord({ run: { ...job, id: 'open', status: 'running' } })
  const ended = { ...job, tracked: { ...tracked, unwatched: 'yes' } }
  const done = sampleRecord({ run: { ...ended, id: 'done', status: 'completed' } })
  const { records } = await readBundle(await writeBundle([open, done], []), ids)
  const jobState = { word: `wo rd${'x'.repeat(95)}`, completedAt: 1_700_000_000_000 }
  const polling = { trouble: 'y'.repeat(500), missed: 2 }
  expect(records.map(({ run }) => run.jobState)).toEqual([jobState, jobState])
  expect(records.map(({ run }) => run.polling)).toEqual([{ ...polling, unwatched: 'yes' }, polling])
  expect(records.map(({ run }) => run.job)).toEqual(['video_1', 'video_1'])
})
