import { expect, test } from 'vitest'
import { createTicker } from './ticker.ts'

/** Time by hand. `timers` are those that are set; each runs when `fire` says so. */
function byHand() {
  let now = 0
  const afterPoll: (() => void)[] = []
  const timers: { readonly at: number; readonly run: () => void }[] = []
  const time = {
    now: () => now,
    after(ms: number, run: () => void) {
      const timer = { at: now + ms, run }
      timers.push(timer)
      return () => void timers.splice(timers.indexOf(timer), 1)
    },
    afterPoll: (run: () => void) => void afterPoll.push(run),
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return {
    ticker: createTicker(time, () => undefined),
    timers: () => timers.map(({ at }) => at),
    async fire(at: number) {
      now = at
      timers.shift()?.run()
      await settled()
    },
    async poll() {
      for (const run of afterPoll.splice(0)) run()
      await settled()
    },
  }
}

const never = new AbortController().signal

test('there is one timer for all, for who is due first', async () => {
  const { ticker, timers } = byHand()
  for (const ms of [30, 10, 20]) void ticker.pause(ms, never)
  expect(timers()).toEqual([10])
})

test('all who are due are woken together, and told how late they are', async () => {
  const { ticker, timers, fire, poll } = byHand()
  const late: (number | undefined)[] = []
  for (const ms of [10, 20, 40]) void ticker.pause(ms, never).then((by) => late.push(by))
  await fire(25)
  expect(late).toEqual([15, 5])
  expect(timers()).toEqual([])
  await poll()
  expect(timers()).toEqual([40])
})

test('who becomes due while others are woken waits until input was looked for', async () => {
  const { ticker, timers, fire, poll } = byHand()
  let woken = 0
  async function endless() {
    for (;;) {
      await ticker.pause(1, never)
      woken += 1
    }
  }
  void endless()
  await fire(5)
  expect([woken, timers()]).toEqual([1, []])
  await poll()
  expect(timers()).toEqual([6])
})

test('an abort ends the waiting, and leaves nothing behind', async () => {
  const { ticker, fire, poll, timers } = byHand()
  const stop = new AbortController()
  const waiting = ticker.pause(10, stop.signal)
  stop.abort(new Error('stopped'))
  await expect(waiting).rejects.toThrow('stopped')
  await expect(ticker.pause(10, stop.signal)).rejects.toThrow('stopped')
  await fire(10)
  await poll()
  expect(timers()).toEqual([])
})

test('with the time of the system all are woken in order, except one that was aborted', async () => {
  const { pause } = createTicker()
  const left = new AbortController()
  const woken: number[] = []
  const aborted = pause(5, left.signal)
  left.abort(new Error('gone'))
  const pauses = [2, 10, 20].map((ms) => pause(ms, never).then(() => woken.push(ms)))
  await expect(aborted).rejects.toThrow('gone')
  await Promise.all(pauses)
  expect(woken).toEqual([2, 10, 20])
})
