import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { emptyResult } from '../result.ts'
import { createFakeRouter } from '../testing/fake-router.ts'
import { openPage, type Page, type PageOptions, sampleDraft } from '../testing/open-page.ts'
import { toolsOf } from '../tools-of.ts'
import { historyOf } from './history.ts'
import { importRuns } from './import-runs.ts'
import { runRecord } from './run-record.ts'
import type { RunRecord } from './run-record-schema.ts'

const { connection } = sampleDraft()
const { name, baseUrl } = connection

const pages: Page[] = []
let ledgerName = ''
const asked = vi.fn()
beforeEach(() => {
  ledgerName = crypto.randomUUID()
  asked.mockReset()
})
afterEach(() => {
  for (const one of pages.splice(0)) one.runs.close()
})

async function page(tools: PageOptions['tools'] = {}): Promise<Page> {
  const router = createFakeRouter([], asked)
  const one = await openPage({ name: ledgerName, router, tools: { frame: setTimeout, ...tools } })
  pages.push(one)
  return one
}

function record(id: string, change: Partial<RunRecord['run']> = {}, sentAs = id): RunRecord {
  return {
    run: {
      ...{ id, endpoint: 'responses', model: 'm', title: `Title of ${id}`, status: 'completed' },
      connection: { name, baseUrl },
      log: [{ status: 'completed', at: 100, mono: 1 }],
      turn: [{ type: 'message' }],
      ...change,
    },
    sent: {
      ...{ method: 'POST', url: `${baseUrl}/responses`, headers: [['Idempotency-Key', sentAs]] },
      body: { kind: 'json', value: { input: id } },
    },
    reply: { status: 200, headers: [['content-type', 'application/json']] },
    events: [{ at: 1, data: '{}' }],
    result: { ...emptyResult, outputs: [{ kind: 'message', index: 0, parts: [{ part: 0, text: 'Hi' }] }] },
    assets: [],
  }
}

const at = (time: number) => ({ log: [{ status: 'completed', at: time, mono: 1 }] }) as const

it('gives runs their places in the order of their start, tells of all, and hashes what came', async () => {
  const one = await page()
  const history = historyOf(one.runs)
  history.subscribe(() => {})
  await vi.waitFor(() => expect(history.view().loading).toBe(false))
  const given = [record('c', at(30)), record('a', at(10)), record('b', at(20))]
  expect(await importRuns(toolsOf(one.runs), given)).toEqual({ ids: ['c', 'a', 'b'], failures: [] })
  await vi.waitFor(() => expect(history.view().rows.map((row) => row.id)).toEqual(['c', 'b', 'a']))
  const sha256 = expect.stringMatching(/^[0-9a-f]{64}$/)
  expect(history.view().rows[0]?.output).toEqual({ sha256, bytes: 15, peek: 'Hi' })
  const kept = await runRecord(toolsOf(one.runs), 'a')
  expect(kept).toMatchObject({ ...record('a', at(10)), run: { request: { input: 'a' }, turn: [{ type: 'message' }] } })
  expect(asked).not.toHaveBeenCalled()
})

it('reads the batch of a run, also of one that an earlier version wrote', async () => {
  const one = await page()
  const batch = { id: 'press', at: 0, of: 2, name: 'ash' }
  await importRuns(toolsOf(one.runs), [
    record('new', { batch, tool: 'audio.speech' }),
    record('old', { turn: { series: batch } }),
  ])
  expect(await one.ledger.get('new')).toMatchObject({ batch, tool: 'audio.speech' })
  expect(await one.ledger.get('old')).toMatchObject({ batch })
})

it('leaves out what is taken or not over, and brings in the others', async () => {
  const one = await page()
  await importRuns(toolsOf(one.runs), [record('a')])
  const job = { status: 'queued', job: 'video_1' } as const
  const given = [record('a', { title: 'Another' }), record('open', { status: 'sending' }), record('b', job)]
  const { ids, failures } = await importRuns(toolsOf(one.runs), given)
  expect(ids).toEqual(['b'])
  expect(await one.ledger.get('b')).toMatchObject({ ...job, intent: '' })
  expect(failures).toEqual(['Its ID is already in use.', 'The run has not finished.'])
  expect((await one.ledger.get('a'))?.title).toBe('Title of a')
})

it('brings in a request of files with their bytes, also where no asset holds them', async () => {
  const one = await page()
  const blob = new Blob(['a tide'], { type: 'image/png' })
  const file = { name: 'a.png', type: 'image/png', size: 6, sha256: 'aa'.repeat(32) }
  const lost = { ...file, sha256: 'bb'.repeat(32) }
  const files: RunRecord = {
    ...record('files'),
    sent: {
      ...record('files').sent,
      body: {
        kind: 'multipart',
        parts: [
          { kind: 'file', name: 'image', file: { ...file, blob } },
          { kind: 'text', name: 'prompt', value: 'Hi' },
          { kind: 'file', name: 'mask', file: { ...file, blob } },
          { kind: 'file', name: 'image', file: lost },
        ],
      },
    },
  }
  expect(await importRuns(toolsOf(one.runs), [files])).toEqual({ ids: ['files'], failures: [] })
  const kept = await runRecord(toolsOf(one.runs), 'files')
  expect(kept?.assets).toMatchObject([{ ...file, role: 'input', run: 'files' }])
  const body = kept?.sent.body
  if (body?.kind !== 'multipart') throw new Error('It has no parts.')
  expect(body.parts).toMatchObject([{ file }, { value: 'Hi' }, { file }, { file: lost }])
  const texts = body.parts.map((part) => (part.kind === 'file' ? part.file.blob?.text() : undefined))
  expect(await Promise.all(texts)).toEqual(['a tide', undefined, 'a tide', undefined])
})

it('a run of which nobody knows the end stays so on every page, and can be ruled on', async () => {
  const one = await page()
  await importRuns(toolsOf(one.runs), [record('a', { status: 'unknown' })])
  const two = await page()
  await two.runs.recovered
  expect(await two.ledger.get('a')).toMatchObject({ status: 'unknown' })
  expect((await two.ledger.get('a'))?.log).toHaveLength(1)
  await two.runs.giveUp('a')
  expect(await two.ledger.get('a')).toMatchObject({ status: 'unknown', resolution: 'given_up' })
  expect(asked).not.toHaveBeenCalled()
})

it('the router is asked about a lost run only under the id that it was sent with', async () => {
  const readRemote = vi.fn(async () => ({ status: 'never-came' }) as const)
  const stopRemote = vi.fn(async () => {})
  const one = await page({ readRemote, stopRemote })
  const lost = { status: 'unknown', log: [{ status: 'unknown', at: one.clock.now(), mono: 1 }] } as const
  await importRuns(toolsOf(one.runs), [record('same', lost), record('renamed', lost, 'before')])
  expect(await one.runs.checkAgain('renamed', connection)).toBe('failed')
  expect(readRemote).not.toHaveBeenCalled()
  expect((await one.ledger.get('renamed'))?.status).toBe('unknown')
  expect(await one.runs.checkAgain('same', connection)).toBe('not-billed')
})
