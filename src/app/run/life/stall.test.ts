import { describe, expect, it } from 'vitest'
import { createStallWatch, stallPeriod } from './stall.ts'

const limit = 45_000
const end = 900_000

function watched() {
  const watch = createStallWatch(0, limit, end)
  let now = 0
  return {
    ...watch,
    hear: () => watch.heard(now),
    /** Looks every period, as the page does, and gives the last verdict. */
    wait(ms: number) {
      let verdict = watch.look(now)
      for (const until = now + ms; now < until; ) {
        now += stallPeriod
        verdict = watch.look(now)
      }
      return verdict
    },
    sleep(ms: number) {
      now += ms
      return watch.look(now)
    },
  }
}

describe('the silence of a reply', () => {
  it('is a stall from the limit on, and over at the end', () => {
    const reply = watched()
    expect(reply.wait(limit - stallPeriod)).toBe('quiet')
    expect(reply.wait(stallPeriod)).toBe('stalled')
    expect(reply.wait(end - limit - stallPeriod)).toBe('stalled')
    expect(reply.wait(stallPeriod)).toBe('over')
  })

  it('begins anew with every byte', () => {
    const reply = watched()
    reply.wait(40_000)
    reply.hear()
    expect(reply.wait(40_000)).toBe('quiet')
    expect(reply.wait(5_000)).toBe('stalled')
  })

  it('is not blamed on the router when the machine slept', () => {
    const reply = watched()
    reply.wait(40_000)
    expect(reply.sleep(3_600_000)).toBe('quiet')
    expect(reply.wait(limit - stallPeriod)).toBe('quiet')
    expect(reply.wait(stallPeriod)).toBe('stalled')
  })

  it('is not judged for ten seconds after sleep, however short the limit', () => {
    const watch = createStallWatch(0, 1_000, end)
    expect(watch.look(20_000)).toBe('quiet')
    expect(watch.look(25_000)).toBe('quiet')
    expect(watch.look(30_000)).toBe('stalled')
  })
})
