import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RunStatus } from '#contract/core/statuses.ts'
import { seed } from '../../../testing/seed.ts'
import type { RunRow } from '../../ledger/run-row.ts'
import { sampleRow } from '../../ledger/testing/sample-row.ts'
import { advance, canFollow, hasReplied, isEnded, isOpen } from './states.ts'

const onTheWay: readonly RunStatus[] = ['draft', 'prepared', 'sending', 'receiving', 'queued', 'running']
const ends: readonly RunStatus[] = [
  'completed',
  'incomplete',
  'failed',
  'unconfirmed',
  'interrupted',
  'stopped',
  'refused',
  'unknown',
]
const all = [...onTheWay, ...ends]

const draft: RunRow = { ...sampleRow({ id: 'a', intent: 'i', status: 'draft', log: [] }), seq: 1 }

/** The row after trying all of these, allowed or not. Whoever prepares it takes the hold on the intent, as `newRun` does. */
const walk = (tries: readonly RunStatus[]) =>
  tries.reduce((row, status, at) => {
    const next = advance(row, status, { at, mono: at }, { reason: `try ${at}` })
    return next !== row && status === 'prepared' ? { ...next, open: next.intent } : next
  }, draft)

describe('the states of a run', () => {
  it('are a draft, open, queued, or over, and never two of these', () => {
    for (const status of all) expect(isOpen(status) && isEnded(status)).toBe(false)
    expect(all.filter(isOpen)).toEqual(['prepared', 'sending', 'receiving'])
    expect(all.filter(isEnded)).toEqual(ends)
    expect(all.filter(hasReplied)).toEqual(['queued', 'running', ...ends])
  })

  it('lead from the draft to every end, and never past one', () => {
    for (const end of ends) {
      expect(canFollow('sending', end)).toBe(true)
      expect(canFollow('receiving', end)).toBe(true)
      expect(canFollow('queued', end)).toBe(true)
      for (const status of all) expect(canFollow(end, status)).toBe(false)
    }
  })

  it('lead a job to and fro between queued and running, with the intent held to its end', () => {
    expect(all.filter((status) => canFollow('queued', status))).toEqual(['running', ...ends])
    expect(all.filter((status) => canFollow('running', status))).toEqual(['queued', ...ends])
    expect(all.filter((status) => canFollow(status, 'queued'))).toEqual(['sending', 'receiving', 'running'])
    expect(walk(['prepared', 'sending', 'receiving', 'queued', 'running', 'queued', 'running']).open).toBe('i')
    expect(walk(['prepared', 'sending', 'receiving', 'queued', 'completed']).open).toBeUndefined()
  })

  it('know no way to a send that is not written down first, and none back from it', () => {
    for (const status of all) {
      expect(canFollow(status, 'sending')).toBe(status === 'prepared')
      expect(canFollow(status, 'draft')).toBe(status === 'prepared')
      expect(canFollow(status, 'prepared')).toBe(status === 'draft')
    }
  })

  it(`hold on every random walk (SEED=${seed})`, () => {
    void fc.assert(
      fc.property(fc.array(fc.constantFrom(...all), { maxLength: 30 }), (tries) => {
        const row = walk(tries)
        const steps = ['draft' as RunStatus, ...row.log.map(({ status }) => status)]
        for (const [at, status] of steps.slice(1).entries())
          expect(canFollow(steps[at] ?? 'unknown', status)).toBe(true)
        expect(row.status).toBe(steps.at(-1))
        expect(steps.filter(isEnded).length).toBeLessThanOrEqual(1)
        expect(steps.filter((status) => status === 'sending').length).toBeLessThanOrEqual(1)
        if (row.status === 'queued' || row.status === 'running') expect(row.open).toBe('i')
        if (isEnded(row.status)) expect(row.open).toBe(row.status === 'unknown' ? 'i' : undefined)
      }),
      { seed, numRuns: process.env.SOAK === undefined ? 500 : 20_000 },
    )
  })
})
