import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import type { RawEvent } from '../../client/read/run-event.ts'
import { isEnded } from '../life/states.ts'
import { answerText, emptyResult } from '../result.ts'
import type { Run } from '../run.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { answer, createFakeRouter } from '../testing/fake-router.ts'
import { openPage, sampleDraft } from '../testing/open-page.ts'
import { createRandom } from '../testing/random.ts'
import { toolsOf } from '../tools-of.ts'
import { readRecording } from './read-recording.ts'
import { createReplay, type Recording, timelineOf } from './replay.ts'

const say = ({ data }: RawEvent) => [{ kind: 'text-delta' as const, output: 0, part: 0, text: data }]

const run: Run = {
  ...{
    id: 'r',
    seq: 1,
    endpoint: 'responses',
    model: 'm',
    title: 't',
    status: 'completed',
    intent: '',
    price: '60 cauris',
  },
  ...{ connection: { name: 'c', baseUrl: 'http://a.example/v1' }, log: [{ status: 'completed', at: 5, mono: 5 }] },
  ...{ request: {}, saved: true },
  result: { ...emptyResult, outputs: [{ kind: 'message', index: 0, parts: [{ part: 0, text: 'The whole text' }] }] },
}

function recordingOf(events: readonly RawEvent[], end: number, more: Partial<Recording> = {}): Recording {
  return { run, assets: [], hashes: [], ...timelineOf(events, say, end), ...more }
}

/** Events after pauses of these lengths, in ms, each a letter. */
function eventsAfter(pauses: readonly number[]): readonly RawEvent[] {
  let at = 0
  return pauses.map((pause) => {
    at += pause
    return { at, data: 'x' }
  })
}

test('at ×1 nineteen of twenty events are shown within 100 ms of the time at which they came, none before it', () => {
  const random = createRandom(7)
  const events = eventsAfter(Array.from({ length: 400 }, () => random() ** 3 * 900))
  const clock = createFakeClock()
  const replay = createReplay(clock, recordingOf(events, 400_000))
  const late: number[] = []
  replay.subscribe(() => {
    const shown = answerText(replay.view().run.result).length
    for (const { at } of events.slice(late.length, shown)) late.push(clock.mono() - at)
  })
  replay.play()
  for (let ms = 0; ms < 420_000; ms += 7) clock.pass(7)
  expect(late.length).toBe(400)
  expect(Math.min(...late)).toBeGreaterThanOrEqual(0)
  expect(late.toSorted((a, b) => a - b)[379]).toBeLessThan(100)
})

test('a page that was asleep shows all that came meanwhile at once, and goes on at its time', () => {
  const clock = createFakeClock()
  const events = eventsAfter([100, 100, 100, 100, 100])
  const replay = createReplay(clock, recordingOf(events, 500))
  replay.play()
  clock.sleep(320)
  expect(answerText(replay.view().run.result)).toBe('xxx')
  clock.pass(79)
  expect(answerText(replay.view().run.result)).toBe('xxx')
  clock.pass(20)
  expect(answerText(replay.view().run.result)).toBe('xxxx')
})

test('pauses above 3 s take 3 s, and what was cut is known', () => {
  const { steps, length, shortened } = timelineOf(eventsAfter([10_000, 500, 4000]), say, 20_500)
  expect(steps.map(({ at }) => at)).toEqual([3000, 3500, 6500])
  expect([length, shortened]).toEqual([9500, 11_000])
})

test('it pauses, changes its speed from the next moment on, goes to the end and begins again', () => {
  const clock = createFakeClock()
  const replay = createReplay(clock, recordingOf(eventsAfter([1000, 1000, 1000]), 4000))
  replay.play()
  clock.pass(1500)
  replay.pause()
  clock.pass(60_000)
  expect(replay.view()).toMatchObject({ state: 'paused', position: 1500 })
  replay.setSpeed(8)
  replay.play()
  clock.pass(130)
  expect(answerText(replay.view().run.result)).toBe('xx')
  replay.toEnd()
  expect(replay.view()).toMatchObject({ state: 'over', position: 4000, run: { status: 'completed' } })
  expect(answerText(replay.view().run.result)).toBe('The whole text')
  replay.play()
  expect(replay.view()).toMatchObject({ state: 'playing', position: 0, run: { status: 'sending' } })
  expect(answerText(replay.view().run.result)).toBe('')
  expect(clock.untilNext()).toBeLessThan(300)
  replay.pause()
  expect(clock.untilNext()).toBe(Number.POSITIVE_INFINITY)
})

test('a recording without events and times is over at once, and no frame has a price', () => {
  const replay = createReplay(createFakeClock(), recordingOf([], 0))
  expect(JSON.stringify(replay.view())).not.toContain('cauris')
  replay.play()
  expect(replay.view()).toMatchObject({ state: 'over', position: 0 })
  expect(JSON.stringify(replay.view())).not.toContain('cauris')
})

test('a file is there from the event on that names it, previews too', () => {
  const asset = (sha256: string, role: 'input' | 'output') =>
    ({ id: sha256, run: 'r', role, type: 'image/png', size: 1, sha256, blob: new Blob() }) as const
  const media = (sha256: string, partial: boolean) => [{ kind: 'media' as const, output: 0, sha256, partial }]
  const steps = [
    { at: 100, events: media('a', true) },
    { at: 200, events: media('b', false) },
  ]
  const assets = [asset('a', 'output'), asset('b', 'output'), asset('c', 'output'), asset('d', 'input')]
  const clock = createFakeClock()
  const replay = createReplay(clock, recordingOf([], 0, { steps, length: 300, assets }))
  const held = () => replay.view().run.fresh?.map(({ sha256 }) => sha256)
  replay.play()
  expect(held()).toEqual([])
  clock.pass(120)
  expect(held()).toEqual(['a'])
  clock.pass(120)
  expect(held()).toEqual(['a', 'b'])
})

test('a stored run is read by its own reader; one that is gone or did not complete is none', async () => {
  const page = await openPage({ name: crypto.randomUUID(), router: createFakeRouter(answer('Hi')) })
  const outcome = await page.runs.start(sampleDraft())
  const id = outcome.status === 'started' ? outcome.id : ''
  await page.until(id, ({ status }) => isEnded(status))
  const read = await readRecording(toolsOf(page.runs), id)
  if (typeof read === 'string') throw new Error(read)
  expect(read.steps.length).toBeGreaterThan(0)
  const replay = createReplay(page.clock, { ...read, length: 60_000 })
  replay.play()
  page.clock.pass(50_000)
  expect(replay.view().run.status).toBe('receiving')
  expect(answerText(replay.view().run.result)).toBe('Hi')
  // Of the two letters "Hi".
  expect(read.hashes).toEqual([
    { what: 'Text', sha256: '3639efcd08abb273b1619e82e78c29a7df02c1051b1820e99fc395dcaa3326b8' },
  ])
  await page.ledger.update(id, (row) => ({ ...row, status: 'stopped' }))
  expect(await readRecording(toolsOf(page.runs), id)).toBe('unfinished')
  expect(await readRecording(toolsOf(page.runs), 'none')).toBe('gone')
  page.runs.close()
})
