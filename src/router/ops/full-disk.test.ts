import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDataFolder } from '../serve/data-folder.ts'
import { lockFolder } from '../serve/folder-lock.ts'
import { testClock } from '../testing/test-clock.ts'
import { testEvents, testProvider } from '../testing/test-provider.ts'
import { testRouter } from '../testing/test-router.ts'
import { noJournal, openJournal } from './journal.ts'
import { createOpStore } from './op-store.ts'
import { createMemoryRoom, replyInFile } from './reply-storage.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-full-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const { clock } = testClock()
const body = { model: 'test-model', input: 'hi', stream: true }
const key = (id: string) => ({ 'idempotency-key': id })

/** A provider whose stream waits after its first event until it is told to end. */
function waitingProvider() {
  let end = () => {}
  const told = new Promise<void>((resolve) => {
    end = resolve
  })
  const provider = testProvider(async () => {
    const whole = testEvents(['begun', 'ended']).body ?? new ReadableStream()
    let pieces = 0
    const held = new TransformStream<Uint8Array, Uint8Array>({
      async transform(piece, controller) {
        if (pieces > 0) await told
        pieces += 1
        controller.enqueue(piece)
      },
    })
    return new Response(whole.pipeThrough(held), { headers: { 'content-type': 'text/event-stream' } })
  })
  return { provider, end }
}

/** Ops in `folder`, whose stored replies are on a disk that has room for so many bytes. */
function opsWith(room: number) {
  let left = room
  const memory = createMemoryRoom(100)
  const write = (_file: number, bytes: Uint8Array) => {
    if (left < bytes.length) throw new Error('ENOSPC')
    left -= bytes.length
    return bytes.length
  }
  const { journal, entries } = openJournal(folder, clock)
  const make = (id: string) => replyInFile(join(folder, id), 'new', memory, write)
  const reopen = (id: string) => replyInFile(join(folder, id), 'kept', memory)
  return createOpStore({ clock, journal, entries, storage: { make, reopen } })
}

test.each([
  ['none of', 0],
  ['a part of', 20],
])('a disk that takes %s a reply costs its client nothing, and the reply is marked as not kept', async (_, room) => {
  const { get, post } = testRouter({ providers: [testProvider(async () => testEvents(['a']))], ops: opsWith(room) })
  const whole = await testEvents(['a']).text()
  const reply = await post(body, key('a'))
  expect([reply.status, await reply.text()]).toEqual([200, whole])
  const { status, kept, reply: told } = await (await get('/ops/a')).json()
  expect({ status, kept, told }).toMatchObject({ status: 'done', kept: false, told: { ended: 'whole', body: whole } })
  // As long as the process lives, the same request is still answered.
  expect(await (await post(body, key('a'))).text()).toBe(whole)
  const next = testRouter({ ops: opsWith(room) })
  expect(await (await next.get('/ops/a')).json()).toMatchObject({
    status: 'done',
    kept: false,
    reply: { ended: 'cut' },
  })
})

test('a reply that fits neither disk nor memory breaks off, and is not taken for a whole one', async () => {
  const providers = [testProvider(async () => testEvents(['a'.repeat(60), 'b'.repeat(60)]))]
  const { get, post } = testRouter({ providers, ops: opsWith(0) })
  await expect((await post(body, key('a'))).text()).rejects.toThrow()
  expect(await (await get('/ops/a')).json()).toMatchObject({ kept: false, reply: { ended: 'cut' } })
})

test('a reply that a restart will find is marked as kept', async () => {
  const { ops } = openDataFolder(folder, 'k', clock)
  const { get, post } = testRouter({ ops })
  await (await post(body, key('a'))).text()
  expect(await (await get('/ops/a')).json()).toMatchObject({ status: 'done', kept: true })
  const later = testRouter({ ops: openDataFolder(folder, 'k', clock).ops })
  expect(await (await later.get('/ops/a')).json()).toMatchObject({ status: 'done', kept: true })
})

test('of the same request twice at once, both are told that nothing was sent when the journal is full', async () => {
  const full = () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }))
  const journal = { ...noJournal, appendSafely: full }
  const { post } = testRouter({ ops: createOpStore({ clock, journal }) })
  const replies = await Promise.all([post(body, key('a')), post(body, key('a'))])
  for (const reply of replies)
    expect([reply.status, (await reply.json()).error]).toMatchObject([
      503,
      { code: 'journal_failed', stage: 'not_sent', retry: 'safe', message: expect.stringContaining('ENOSPC') },
    ])
})

test('a stop that cannot be noted stops all the same, and says how long it holds', async () => {
  const { ops } = openDataFolder(folder, 'k', clock)
  const { get, post } = testRouter({ ops })
  rmSync(folder, { recursive: true })
  writeFileSync(folder, 'a file in its place')
  const reply = await get('/ops/a', { method: 'DELETE' })
  expect([reply.status, (await reply.json()).error]).toMatchObject([503, { code: 'journal_failed' }])
  expect((await post(body, key('a'))).status).toBe(409)
})

test('a data folder that is removed while the router runs is made again', async () => {
  const { provider, end } = waitingProvider()
  const { ops } = openDataFolder(folder, 'k', clock)
  const { get, post } = testRouter({ providers: [provider], ops })
  const running = await post(body, key('running'))
  rmSync(folder, { recursive: true })
  end()
  expect(await running.text()).toBe(await testEvents(['begun', 'ended']).text())
  expect(await (await get('/ops/running')).json()).toMatchObject({ status: 'done', kept: false })
  const again = await post(body, key('running'))
  expect([again.status, (await again.json()).error.code]).toEqual([409, 'reply_not_kept'])

  const later = await post(body, key('later'))
  expect(await later.text()).toBe(await testEvents(['begun', 'ended']).text())
  expect(await (await get('/ops/later')).json()).toMatchObject({ status: 'done', kept: true })
  // It is locked again: false says that this process has it already.
  expect(lockFolder(folder)).toBe(false)
  // What was accepted before is not forgotten by the next process.
  const next = testRouter({ ops: openDataFolder(folder, 'k', clock).ops })
  expect((await next.get('/ops/running')).status).toBe(200)
  expect((await next.get('/ops/later')).status).toBe(200)
})

test('where another router has taken the place of a folder that was removed, nothing more is sent', async () => {
  const { ops } = openDataFolder(folder, 'k', clock)
  let asked = 0
  const provider = testProvider(async () => {
    asked += 1
    return testEvents(['begun'])
  })
  const { post } = testRouter({ providers: [provider], ops })
  rmSync(folder, { recursive: true })
  mkdirSync(folder)
  writeFileSync(join(folder, 'lock.1'), `${process.ppid} \n`)
  const reply = await post(body, key('a'))
  expect([reply.status, (await reply.json()).error]).toMatchObject([
    503,
    { code: 'journal_failed', stage: 'not_sent', message: expect.stringContaining('EBUSY') },
  ])
  expect(asked).toBe(0)
})
