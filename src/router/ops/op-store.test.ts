import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { jsonReply } from '../http/http-replies.ts'
import { bootId } from '../runtime/disk.ts'
import { openDataFolder } from '../serve/data-folder.ts'
import { testClock } from '../testing/test-clock.ts'
import { testEvents, testProvider } from '../testing/test-provider.ts'
import { testRouter } from '../testing/test-router.ts'
import { type JournalEntry, noJournal } from './journal.ts'
import { createOpStore } from './op-store.ts'

const body = { model: 'test-model', input: 'hi' }
const key = (id: string) => ({ 'idempotency-key': id })

function counted(answer: () => Response) {
  const count = { calls: 0 }
  const provider = testProvider(async () => {
    count.calls += 1
    return answer()
  })
  return { count, provider }
}

test('after 24 hours everything is forgotten, on disk too', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-ops-'))
  const { clock, pass } = testClock()
  const { get, post } = testRouter({ ops: openDataFolder(folder, 'k', clock).ops })
  await (await post(body, key('a'))).text()
  await pass(86_400_000)
  expect((await get('/ops/a')).status).toBe(200)
  await pass(1)
  expect((await get('/ops/a')).status).toBe(404)
  expect(readdirSync(join(folder, 'replies'))).toEqual([])
  rmSync(folder, { recursive: true })
})

test('over the total size the oldest replies go first; that they were paid for is not forgotten', async () => {
  const { count, provider } = counted(() => new Response('x'.repeat(1000)))
  const ops = createOpStore({ clock: testClock().clock, limits: { total: 2500, one: 2000 } })
  const { get, post } = testRouter({ providers: [provider], ops })
  for (const id of ['a', 'b', 'c']) await (await post(body, key(id))).text()
  const again = await post(body, key('a'))
  expect([again.status, (await again.json()).error.code]).toEqual([409, 'reply_not_kept'])
  expect(await (await get('/ops/a')).json()).toEqual({ id: 'a', status: 'done', kept: false })
  expect((await post(body, key('b'))).status).toBe(200)
  expect(count.calls).toBe(3)
})

test('a reply that is too large to keep ends where the room ended', async () => {
  const { provider } = counted(() => testEvents(['x'.repeat(900), 'y'.repeat(900)]))
  const ops = createOpStore({ clock: testClock().clock, limits: { total: 2500, one: 1000 } })
  const { get, post } = testRouter({ providers: [provider], ops })
  await expect((await post(body, key('a'))).text()).rejects.toThrow()
  expect((await (await get('/ops/a')).json()).reply).toMatchObject({ ended: 'cut' })
})

test('when the journal cannot be written, nothing is sent', async () => {
  const { count, provider } = counted(() => jsonReply({ ok: true }))
  const journal = { ...noJournal, appendSafely: () => Promise.reject(new Error('ENOSPC')) }
  const { get, post } = testRouter({ providers: [provider], ops: createOpStore({ clock: testClock().clock, journal }) })
  const reply = await post(body, key('a'))
  expect([reply.status, (await reply.json()).error]).toMatchObject([
    503,
    { code: 'journal_failed', retry: 'safe', stage: 'not_sent' },
  ])
  expect((await get('/ops/a')).status).toBe(404)
  expect(count.calls).toBe(0)
})

test('where it cannot be noted that a request is sent, it is not', async () => {
  const { count, provider } = counted(() => jsonReply({ ok: true }))
  let isFull = true
  const write = () => {
    if (isFull) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
  }
  const journal = { ...noJournal, write }
  const { get, post } = testRouter({ providers: [provider], ops: createOpStore({ clock: testClock().clock, journal }) })
  const reply = await post(body, key('a'))
  expect([reply.status, (await reply.json()).error]).toMatchObject([503, { code: 'journal_failed', stage: 'not_sent' }])
  expect(count.calls).toBe(0)
  expect((await get('/ops/a')).status, 'its key is free').toBe(404)
  isFull = false
  expect((await post(body, key('a'))).status).toBe(200)
})

test.skipIf(bootId === undefined)(
  'only while the machine runs on does a missing note prove that nothing was sent, and only the first note is missing',
  async () => {
    const { clock } = testClock()
    const at = clock.now()
    const begin = (id: string, boot?: string): JournalEntry => ({ kind: 'begin', id, at, digest: 'd', boot })
    const sending = (id: string): JournalEntry => ({ kind: 'sending', id })
    const ours = bootId ?? ''
    const entries: JournalEntry[] = [
      ...[begin('unsent', ours), begin('other boot', 'b'), begin('old journal')],
      ...[
        begin('sent', ours),
        sending('sent'),
        begin('sent anew', ours),
        sending('sent anew'),
        begin('sent anew', ours),
      ],
      ...[begin('stopped', ours), { kind: 'stop' as const, id: 'stopped', at }],
    ]
    const journaled: (() => readonly JournalEntry[])[] = []
    const journal = { ...noJournal, onLost: (known: () => readonly JournalEntry[]) => void journaled.push(known) }
    const told = async (store: ReturnType<typeof createOpStore>) =>
      Object.fromEntries(
        await Promise.all(
          [...new Set(entries.map(({ id }) => id))].map(async (id) => [id, (await store.find(id))?.status]),
        ),
      )
    const expected = {
      ...{ unsent: undefined, 'sent anew': undefined, stopped: 'never came' },
      ...{ 'other boot': 'unknown', 'old journal': 'unknown', sent: 'unknown' },
    }
    expect(await told(createOpStore({ clock, entries, journal }))).toEqual(expected)
    // The same from a journal that was written anew, whose lines are of this boot.
    expect(await told(createOpStore({ clock, entries: journaled[0]?.() ?? [] }))).toEqual(expected)
  },
)

test('/ops needs the key, and takes GET and DELETE only', async () => {
  const { get } = testRouter()
  expect((await get('/ops/a', { headers: { authorization: '' } })).status).toBe(401)
  expect((await get('/ops/a', { method: 'DELETE', headers: { authorization: '' } })).status).toBe(401)
  expect((await get('/ops/a', { method: 'POST' })).status).toBe(405)
  expect((await get(`/ops/${'x'.repeat(201)}`)).status).toBe(400)
})

test.each(['', 'two words', 'é', 'x'.repeat(201)])('the key "%s" is a 400', async (bad) => {
  const reply = await testRouter().post(body, key(bad))
  expect([reply.status, (await reply.json()).error.code]).toEqual([400, 'invalid_idempotency_key'])
})
