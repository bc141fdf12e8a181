import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../testing/fake-clock.ts'
import { stallPeriod, watchSilence } from './stall.ts'

const limit = 45_000
const end = 900_000

/** The silence of a reply of our own router, whose head has come. */
function watched() {
  const clock = createFakeClock()
  const silence = watchSilence(clock, true, () => {})
  silence.begin()
  const after = (pass: (ms: number) => void) => (ms: number) => {
    pass(ms)
    return silence.verdict()
  }
  return { hear: silence.heard, wait: after(clock.pass), sleep: after(clock.sleep) }
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
})
