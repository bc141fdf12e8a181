import 'fake-indexeddb/auto'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inForce, voteIn } from '#lab/judgements.ts'
import { emptyPlan, type LabPlan } from '#lab/lab-plan.ts'
import { ConnectionProvider } from '../../../connection/connection-provider.tsx'
import { sampleAsset, sampleRecord } from '../../../export/testing/sample-record.ts'
import { newestByPlace, type Places } from '../../../lab/places.ts'
import type { StoredRecord } from '../../../run/history/run-record.ts'
import { judgementsOf } from '../../../run/history/stored-judgements.ts'
import type { Page } from '../../../run/testing/open-page.ts'
import { openWithRuns } from '../../../run/testing/open-with-runs.ts'
import { RunsProvider } from '../../../run/use-runs.tsx'
import { FoundList } from '../../../shell/palette/found-list.tsx'
import { shownResults } from './shown-result.ts'
import { VotePage } from './vote-page.tsx'

const models = ['acme/large-3', 'zeta-mini']
const plan: LabPlan = {
  ...emptyPlan('chat', { input: '{{topic}}' }),
  axes: { models, repeat: 1, sweeps: [] },
  rows: [{ topic: 'rain' }, { topic: 'snow' }, { topic: 'hail' }],
}

const wav = new Uint8Array([82, 73, 70, 70, 0, 0, 0, 0, 87, 65, 86, 69])

/** Row 2 of the second model failed; a text of row 1 names a model. */
function recordAt(at: number) {
  const [row, model = ''] = [Math.floor(at / 2), models[at % 2]]
  const text = at === 2 ? 'As Acme’s large-3, I say so.' : `Answer ${at}`
  const hasFailed = at === 5
  const sound = sampleAsset(
    { id: `asset-secret-${at}`, type: 'audio/wav', name: `secret-take-${at}.wav` },
    new Uint8Array([...wav, at]),
  )
  return sampleRecord({
    run: {
      ...{ id: `run-secret-${at}`, model, title: 'secret title', price: '77 cauris', thread: 'lab.p' },
      ...{ status: hasFailed ? 'failed' : 'completed', note: 'secret note', tags: ['secret tag'] },
      batch: { id: 'b', at, of: 6, name: `Row ${row + 1} · ${model}`, attempt: 0 },
      log: [{ status: hasFailed ? 'failed' : 'completed', at, mono: 1 }],
    },
    result: {
      outputs: [
        { kind: 'message', index: 0, parts: [{ part: 0, text }] },
        { kind: 'media', index: 1, sha256: sound.sha256, label: 'secret label', says: 'secret words' },
      ],
      ...{ response: { id: 'response-secret', model }, notices: [], end: { status: 'completed' } },
    },
    assets: [sound],
  })
}

let page: Page
let places: Places
beforeEach(async () => {
  const opened = await openWithRuns(Array.from({ length: 6 }, (_, at) => recordAt(at)))
  page = opened.page
  places = newestByPlace(opened.rows)
})
afterEach(() => {
  cleanup()
  page.runs.close()
  vi.unstubAllGlobals()
})

function open() {
  render(
    <RunsProvider runs={page.runs}>
      <VotePage id="p" plan={plan} places={places} cards={[]} />
    </RunsProvider>,
  )
}

const results = () => screen.findAllByRole('article', { name: /^Result \d$/ })
const votes = async () => inForce(await judgementsOf(page.runs).all())
const press = (key: string) => fireEvent.keyDown(document.body, { key })

async function start(): Promise<void> {
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Start voting' }))
  expect(await results()).toHaveLength(2)
}

test('while it is blind nothing in the document tells which result is whose', async () => {
  await start()
  await waitFor(() => expect(screen.getAllByRole('button', { name: /^Play result/ })).toHaveLength(2))
  for (let round = 0; round < 2; round += 1) {
    const shown = `${document.documentElement.outerHTML} ${document.title} ${location.href}`
    expect(shown).not.toMatch(/acme|large/i)
    const before = (await results()).map((one) => one.textContent)
    press('1')
    if (round === 0)
      await waitFor(async () => expect((await results()).map((one) => one.textContent)).not.toEqual(before))
  }
  await screen.findByText('All comparisons are done.')
  expect(screen.getByText(/1 left out, since a result is missing/)).toBeDefined()
})

test('the command palette offers no runs and no models until the person goes back to the choice of candidates', async () => {
  await start()
  vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }))
  async function offered() {
    const { container, unmount } = render(
      <QueryClientProvider client={new QueryClient()}>
        <ConnectionProvider>
          <RunsProvider runs={page.runs}>
            <FoundList id="p" typed="" isEntered={false} keys={null} onActive={() => {}} onClose={() => {}} />
          </RunsProvider>
        </ConnectionProvider>
      </QueryClientProvider>,
    )
    expect(await within(container).findByText('Theme: dark')).toBeDefined()
    const { textContent } = container
    unmount()
    return textContent
  }
  expect(await offered()).not.toMatch(/secret title|acme|zeta/)
  fireEvent.click(screen.getByRole('button', { name: 'Back' }))
  expect(await offered()).toMatch(/secret title.*zeta-mini/)
})

test('votes are kept as they are made, with the order in which the results were shown, and can be undone', async () => {
  await start()
  const first = (await results()).map((one) => /Answer (\d)/.exec(one.textContent)?.[1] ?? '2')
  press('2')
  await waitFor(async () => expect(await votes()).toHaveLength(1))
  const [vote] = await votes()
  const shown = vote?.seats?.map((at) => vote.runs[at])
  expect(shown).toEqual(first.map((at) => `run-secret-${at}`))
  expect(vote && voteIn(vote)?.best).toBe(vote?.seats?.[1])
  expect(vote).toMatchObject({ kind: 'vote', by: 'You', blind: true })
  await waitFor(() => expect(screen.getByText(/^1 of 2 comparisons/)).toBeDefined())
  await results()
  press('u')
  await waitFor(async () => expect(await votes()).toEqual([]))
  await waitFor(() => expect(screen.getByText(/^0 of 2 comparisons/)).toBeDefined())
})

test('a row that was revealed shows the names, and takes no vote', async () => {
  await start()
  press('v')
  await waitFor(() => expect(screen.getByText('zeta-mini')).toBeDefined())
  press('1')
  press('0')
  expect(screen.queryByRole('button', { name: /is best/ })).toBeNull()
  press('v')
  await waitFor(() => expect(screen.queryByText('zeta-mini')).toBeNull())
  await results()
  press('b')
  await screen.findByText('All comparisons are done.')
  expect((await votes()).map(({ kind, value }) => [kind, value])).toEqual([
    ['skip', 'revealed'],
    ['vote', expect.objectContaining({ best: 'bad' })],
  ])
})

test('figures leave out votes on texts that name a model, and count them again where they are let in', async () => {
  await start()
  press('1')
  await waitFor(async () => expect(await votes()).toHaveLength(1))
  await results()
  press('0')
  await screen.findByText('All comparisons are done.')
  fireEvent.click(screen.getByRole('button', { name: 'Show figures' }))
  expect(await screen.findByText('1 vote')).toBeDefined()
  fireEvent.click(screen.getByRole('checkbox', { name: /Include 1 vote on texts that name a model/ }))
  expect(await screen.findByText('2 votes')).toBeDefined()
  expect(screen.getByText(/exact sign test/)).toBeDefined()
})

test('figures name nobody while comparisons are open, and these take no votes once the names are shown', async () => {
  await start()
  press('1')
  await waitFor(async () => expect(await votes()).toHaveLength(1))
  fireEvent.click(screen.getByRole('button', { name: 'Show figures' }))
  expect(await screen.findByRole('rowheader', { name: 'Candidate 1' })).toBeDefined()
  expect(document.documentElement.outerHTML).not.toMatch(/acme|zeta/i)
  fireEvent.click(screen.getByRole('button', { name: 'Show names' }))
  expect(await screen.findByRole('rowheader', { name: 'zeta-mini' })).toBeDefined()
  expect((await votes()).map(({ kind, value }) => (kind === 'skip' ? value : kind))).toEqual(['vote', 'revealed'])
  fireEvent.click(screen.getByRole('button', { name: 'Back to voting' }))
  expect(await screen.findByRole('button', { name: 'Continue voting' })).toHaveProperty('disabled', true)
})

test('a sound without a header is played as WAV', async () => {
  const pcm = sampleAsset({ id: 'sound', type: 'audio/pcm' }, new Uint8Array(64))
  const result = { outputs: [{ kind: 'media', index: 0, sha256: pcm.sha256 }] }
  const record = { run: { result }, assets: [pcm] } as unknown as StoredRecord
  expect((await shownResults([record]))?.[0]?.files[0]?.blob.type).toBe('audio/wav')
})

test('sounds are as loud as the quietest, by all of their channels, and those of videos too', async () => {
  const channels = new Map([
    [20, [0, 0.5]],
    [21, [0.25, 0.25]],
  ])
  class Decoding {
    async decodeAudioData({ byteLength }: ArrayBuffer) {
      const levels = channels.get(byteLength) ?? []
      return { duration: 1, length: 8, numberOfChannels: 2, getChannelData: (at: number) => Array(8).fill(levels[at]) }
    }
  }
  vi.stubGlobal('OfflineAudioContext', Decoding)
  const recordOf = (type: string, size: number) => {
    const file = sampleAsset({ id: `file-${size}`, type }, new Uint8Array(size))
    const result = { outputs: [{ kind: 'media', index: 0, sha256: file.sha256 }] }
    return { run: { result }, assets: [file] } as unknown as StoredRecord
  }
  const shown = await shownResults([recordOf('audio/mpeg', 20), recordOf('video/mp4', 21)])
  expect(shown?.map(({ files }) => files[0]?.volume.toFixed(3))).toEqual(['0.707', '1.000'])
})

test('where sounds must be heard, a vote waits until each was played to its end, or cannot be', async () => {
  open()
  fireEvent.click(await screen.findByRole('checkbox', { name: /must be played to the end/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Start voting' }))
  await results()
  press('1')
  expect(screen.getByRole('button', { name: 'Result 1 is best' })).toHaveProperty('disabled', true)
  const [played, broken] = document.querySelectorAll('video')
  if (played) fireEvent.ended(played)
  if (broken) fireEvent.error(broken)
  press('1')
  await waitFor(async () => expect(await votes()).toHaveLength(1))
})
