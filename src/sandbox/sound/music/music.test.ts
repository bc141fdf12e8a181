import { expect, test } from 'vitest'
import { decibels, share } from '../testing/measured.ts'
import { describePlan, type MusicOrder, planMusic } from './plan-music.ts'
import { playMusic } from './play-music.ts'

const rate = 22_050
const plan = (prompt: string, more: Partial<MusicOrder> = {}) => planMusic({ prompt, seed: 's', seconds: 10, ...more })
const played = (prompt: string, more: Partial<MusicOrder> = {}) => {
  const blocks = [...playMusic(plan(prompt, more), 's', rate)]
  return Float32Array.from(blocks.flatMap(([left = new Float32Array()]) => [...left]))
}

test.each<[string, object]>([
  ['techno, 128 bpm, in F sharp minor', { tempo: 128, root: 6, mode: 'minor' }],
  ['a slow ballad in C major', { tempo: 72, root: 0, mode: 'major' }],
  ['fast rock in e flat major', { tempo: 138, root: 3, mode: 'major' }],
  ['a sad piece for piano and strings', { tempo: 72, mode: 'minor', instruments: ['piano', 'strings'] }],
  ['a pop song without drums', { instruments: expect.not.arrayContaining(['drums']) }],
])('%j is planned as asked for', (prompt, expected) => {
  expect(plan(prompt)).toMatchObject(expected)
})

test.each([3, 17.25, ...(process.env.SOAK ? [61] : [])])(
  'music of %d seconds has just that length, is audible throughout, and fades out',
  (seconds) => {
    const samples = played('upbeat pop', { seconds })
    expect(samples.length).toBe(Math.round(seconds * rate))
    expect(samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0)).toBeLessThan(1)
    for (let at = 0; at + 2.5 < seconds - 1.5; at += 2.5)
      expect(decibels(samples.subarray(at * rate, (at + 2.5) * rate)), `at ${at}`).toBeGreaterThan(-45)
    expect(decibels(samples.subarray(-rate / 50))).toBeLessThan(decibels(samples) - 15)
  },
)

test('a composition plan has its sections, with their lengths, and its styles count', () => {
  const composition = {
    positive_global_styles: ['techno', '130 bpm', 'D minor'],
    sections: [
      { section_name: 'Intro', duration_ms: 4_000 },
      { section_name: 'Chorus', duration_ms: 8_000 },
    ],
  }
  const { seconds: _, ...order } = { prompt: '', seed: 's', plan: composition, seconds: 0 }
  const planned = planMusic(order)
  expect(planned).toMatchObject({ tempo: 130, root: 2, mode: 'minor', seconds: 12 })
  expect(planned.sections).toMatchObject([
    { name: 'Intro', seconds: 4 },
    { name: 'Chorus', seconds: 8 },
  ])
  expect(describePlan(planned)).toContain('130 bpm, D minor')
  const samples = Float32Array.from(
    [...playMusic(planned, 's', rate)].flatMap(([left = new Float32Array()]) => [...left]),
  )
  expect(decibels(samples.subarray(5 * rate, 10 * rate))).toBeGreaterThan(decibels(samples.subarray(0, 4 * rate)) + 2)
})

test('notes are those of the key: the root is heard, and drums come on the beat', () => {
  // A bass alone, in C: the energy below 200 Hz lies on notes of the scale.
  const bass = played('bass in C major, slow', { seconds: 12 })
  const at = (hertz: number) => share(bass, rate, hertz * 0.98, hertz * 1.02)
  const scale = [65.4, 73.4, 82.4, 87.3, 98, 110, 123.5].map(at).reduce((sum, one) => sum + one, 0)
  const between = [69.3, 77.8, 92.5, 103.8, 116.5].map(at).reduce((sum, one) => sum + one, 0)
  expect(scale).toBeGreaterThan(between * 8)
})

test('the same order gives the same samples; the first block comes before the rest is played', () => {
  expect(played('jazz', { seconds: 4 })).toEqual(played('jazz', { seconds: 4 }))
  const blocks = playMusic(plan('techno', { seconds: 300 }), 's', rate)
  expect(blocks.next().value?.[0]?.length).toBe(Math.round(rate / 2))
})
