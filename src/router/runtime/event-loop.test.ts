import { expect, test } from 'vitest'
import { testProvider } from '../testing/test-provider.ts'
import { testRouter } from '../testing/test-router.ts'
import { createTurns } from './event-loop.ts'

/** An event loop by hand: `poll` is the moment at which it looks for input. */
function loop() {
  let now = 0
  let afterPoll: (() => void)[] = []
  const time = {
    now: () => now,
    afterPoll: (run: () => void) => void afterPoll.push(run),
    afterMicrotasks: (run: () => void) => setImmediate(run),
  }
  return {
    ...createTurns(time),
    work(ms: number) {
      now += ms
    },
    async poll() {
      const runs = afterPoll
      afterPoll = []
      for (const run of runs) run()
      for (let rounds = 0; rounds < 50; rounds += 1) await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

test('after a poll everybody works, one after the other, until the slice is used up', async () => {
  const { turn, work, poll } = loop()
  const done: string[] = []
  for (const name of ['a', 'b', 'c', 'd'])
    void turn()?.then(async () => {
      done.push(`${name} begins`)
      await Promise.resolve()
      work(0.4)
      done.push(`${name} ends`)
    })
  expect(done).toEqual([])
  await poll()
  expect(done).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
  await poll()
  expect(done.slice(6)).toEqual(['d begins', 'd ends'])
})

test('one that always has more goes on behind those who wait', async () => {
  const { turn, work, poll } = loop()
  const done: string[] = []
  async function endless(name: string) {
    for (let step = 0; step < 4; step += 1) {
      await turn()
      work(0.3)
      done.push(name)
    }
  }
  void endless('a')
  void endless('b')
  await poll()
  expect(done.join('')).toBe('abab')
  await poll()
  expect(done.join('')).toBe('abababab')
})

test('work stands back while connections come, but not for long', async () => {
  const { turn, work, poll, noteConnection } = loop()
  let isDone = false
  void turn()?.then(() => {
    isDone = true
  })
  for (let polls = 0; polls < 4; polls += 1) {
    noteConnection()
    await poll()
    expect(isDone).toBe(false)
    work(1)
  }
  noteConnection()
  await poll()
  expect(isDone).toBe(true)
})

test('what is left of a slice needs no waiting', async () => {
  const { turn, work, poll } = loop()
  void turn()
  await poll()
  expect(turn()).toBeUndefined()
  work(1)
  expect(turn()).toBeInstanceOf(Promise)
})

test.each<[string, Record<string, string>]>([
  ['with a key', { 'idempotency-key': 'a' }],
  ['without a key', {}],
])('a body that is always ready keeps nobody waiting, %s', async (_, headers) => {
  const most = 50_000
  let pieces = 0
  const ready = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        pieces += 1
        if (pieces <= most) controller.enqueue(Buffer.from('data: {}\n\n'))
        else controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const reply = new Response(ready, { headers: { 'content-type': 'text/event-stream' } })
  const { get, post } = testRouter({ providers: [testProvider(async () => reply)] })
  const reading = (await post({ model: 'test-model', input: 'hi', stream: true }, headers)).text()
  expect((await get('/healthz')).status).toBe(200)
  await new Promise((resolve) => setImmediate(resolve))
  expect(pieces).toBeLessThan(most / 10)
  expect(await reading).toHaveLength(most * 'data: {}\n\n'.length)
})
