import { expect, test } from 'vitest'
import { runExports } from './exports.ts'
import { snippets } from './snippets/snippets.ts'
import { hostileTexts } from './testing/hostile-texts.ts'
import { sampleAsset, sampleRecord } from './testing/sample-record.ts'

const build = async (id: string, ...args: Parameters<(typeof runExports)[number]['build']>) =>
  (await runExports.find((one) => one.id === id)?.build(...args)) ?? new Blob()

const key = 'canary0123456789'

test.each(runExports.map(({ id }) => id))(
  '%s refuses a run that holds a key in its title, however it is spelt',
  async (id) => {
    for (const title of [key, btoa(`x${key}`), encodeURIComponent(key), 'Bearer abcdef0123456789abcdef']) {
      const error = await build(id, [sampleRecord(), sampleRecord({ run: { title } })], [key]).catch(
        (thrown: unknown) => thrown,
      )
      expect(String(error)).toContain('Not exported')
      expect(String(error)).not.toContain(title)
    }
  },
)

test.each(runExports.map(({ id }) => id))('%s of a run that was sent with a key holds only its mask', async (id) => {
  expect((await build(id, [sampleRecord()], [key])).size).toBeGreaterThan(100)
})

test('a key that a router writes into the status of a job leaves in no format that holds it', async () => {
  const job = { endpoint: 'videos.create', job: 'video_XfFQtWYaNBnsdHn_MFPGZHNhbmRib3gKMTE5ZTY3NTQwYzU0' } as const
  const poll = (text: string) => [
    { at: 1, data: '{}' },
    { at: 2, name: 'job.status', data: JSON.stringify({ text }) },
  ]
  for (const { id } of runExports.filter(({ id }) => id !== 'csv' && id !== 'report')) {
    const holds = build(id, [sampleRecord({ run: job, events: poll(key) })], [key])
    await expect(holds, id).rejects.toThrow(/^Not exported/)
  }
  for (const { id } of runExports.filter(({ id }) => id !== 'har')) {
    const word = build(id, [sampleRecord({ run: { ...job, jobState: { word: key } } })], [key])
    await expect(word, id).rejects.toThrow(/^Not exported/)
    expect((await build(id, [sampleRecord({ run: job, events: poll('no key') })], [key])).size).toBeGreaterThan(100)
  }
})

test('one run is a JSON object, several are a list, and JSON Lines has one a line; none holds bytes', async () => {
  const asset = sampleAsset({ id: 'a' })
  const records = [sampleRecord({ assets: [asset] }), sampleRecord({ run: { id: 'second', title: 'two\nlines' } })]
  const one = JSON.parse(await (await build('json', records.slice(0, 1), [])).text())
  expect(one).toMatchObject({ run: { id: records[0]?.run.id }, assets: [{ id: 'a', sha256: asset.sha256, size: 3 }] })
  expect(one.assets[0]).not.toHaveProperty('blob')
  expect(JSON.parse(await (await build('json', records, [])).text())).toHaveLength(2)
  const lines = (await (await build('jsonl', records, [])).text()).trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line).run.id)).toEqual(records.map(({ run }) => run.id))
})

test('hostile texts leave in every format', async () => {
  const records = hostileTexts.map((title) => sampleRecord({ run: { title, note: title, tags: [title] } }))
  for (const { build: of } of runExports) expect((await of(records, [])).size).toBeGreaterThan(0)
  for (const { build: of } of snippets) for (const record of records) expect(of(record, [])).not.toBe('')
})
