import 'fake-indexeddb/auto'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import type { Card } from '../collections/collection.ts'
import { ConnectionProvider } from '../connection/connection-provider.tsx'
import { isEnded } from '../run/life/states.ts'
import { createFakeClock } from '../run/testing/fake-clock.ts'
import { answer, createFakeRouter } from '../run/testing/fake-router.ts'
import { openPage, type Page, sampleDraft } from '../run/testing/open-page.ts'
import { RunsProvider } from '../run/use-runs.tsx'
import { beforeStage } from '../ui/on-stage.ts'
import { StagePage } from './stage-page.tsx'

vi.setConfig({ testTimeout: 60_000 })

const pages: Page[] = []

beforeEach(() => {
  const data = [
    { id: 'dear-1', object: 'model', capabilities: ['responses'], pricing: { unit: 'cauris', api: '60' } },
    { id: 'fault-cut', object: 'model', capabilities: ['responses'], sandbox: true },
  ]
  vi.stubGlobal('fetch', async () => Response.json({ data }, { headers: { 'x-router': 'patchbay' } }))
  const profile = {
    id: 'f',
    name: 'Near',
    baseUrl: `${location.origin}/v1`,
    key: 'sk-canary-0123456789',
    remember: true,
  }
  localStorage.setItem('patchbay.profiles', JSON.stringify([profile]))
  localStorage.setItem('patchbay.profile', 'f')
})
afterEach(() => {
  cleanup()
  for (const { runs } of pages.splice(0)) runs.close()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const live: Card = {
  ...{ id: 'live', title: 'Ask', note: 'Smile.' },
  live: { endpoint: 'responses', tool: 'chat', request: { model: 'dear-1', input: 'On stage', stream: true } },
}
const recorded: Card = { id: 'recorded', title: 'As it was', note: '', run: 'r' }
const gone: Card = { id: 'gone', title: 'Lost', note: '', run: 'nowhere' }

/** A page with one private run, whose id stands for `r`, and a collection of these cards, presented. */
async function present(
  cards: readonly Card[],
  router = createFakeRouter(answer('Hello ', 'people')),
  path = '/stage/talk',
) {
  const page = await openPage({
    ...{ name: crypto.randomUUID(), router, clock: createFakeClock(Date.now()) },
    tools: { frame: (work) => void setTimeout(work) },
  })
  pages.push(page)
  const outcome = await page.runs.start(sampleDraft({ title: 'My secret plan', price: '60 cauris' }))
  const id = outcome.status === 'started' ? outcome.id : ''
  await page.until(id, ({ status }) => isEnded(status))
  await page.ledger.writeDraft('chat', { thread: 't', text: 'My secret draft', request: {} })
  await page.ledger.writeDraft('audio.sound-generation', { request: { text: 'My secret prompt' } })
  await page.ledger.writeDraft('stage.other.live.mh000000.chat', { text: 'Of a talk last year' })
  await page.ledger.writeDraft(`stage.other.live.${Date.now().toString(36)}.chat`, { text: 'Of another tab' })
  const own = cards.map((card) => (card.run === 'r' ? { ...card, run: id } : card))
  const collection = { version: 1, id: 'talk', at: 0, title: 'A talk', note: '', cards: own }
  await page.ledger.writeDraft('collection.talk', collection)
  const place = memoryLocation({ path, record: true })
  await act(async () =>
    render(
      <QueryClientProvider client={new QueryClient()}>
        <ConnectionProvider>
          <Router hook={place.hook} searchHook={place.searchHook}>
            <RunsProvider runs={page.runs}>
              <Suspense>
                <StagePage />
              </Suspense>
            </RunsProvider>
          </Router>
        </ConnectionProvider>
      </QueryClientProvider>,
    ),
  )
  return { page, history: place.history }
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

test('keys go from card to card, whose heading has the focus; an unknown key and a card that is not there do nothing', async () => {
  await present([gone, recorded, live])
  const at = async (key: string, name: string) => {
    await userEvent.keyboard(key)
    await waitFor(async () => expect(document.activeElement).toBe(await heading(name)))
  }
  await heading('Lost')
  expect(await screen.findByText('The run of this card is no longer in this browser.')).toBeTruthy()
  await at('{PageDown}', 'As it was')
  await at('{ArrowLeft}', 'Lost')
  await at('3', 'Ask')
  for (const key of ['{PageDown}', '9', 'x', '{F5}']) await at(key, 'Ask')
  await at('{PageUp}', 'As it was')
  const cards = screen.getByRole('list', { name: 'Cards' })
  expect(cards.querySelector('[aria-current]')?.textContent).toContain('As it was')
})

test('black, and any of the keys is back; the timer comes and goes; Esc twice leaves to where one came from', async () => {
  beforeStage.set('/runs?run=r')
  const { history } = await present([gone, recorded])
  await heading('Lost')
  const black = () => screen.queryByRole('button', { name: /^Black screen/ })
  await userEvent.keyboard('.')
  expect(black()).not.toBeNull()
  await userEvent.keyboard('x')
  expect(black()).not.toBeNull()
  await userEvent.keyboard('{PageDown}')
  expect(black()).toBeNull()
  expect(await heading('Lost')).toBeTruthy()
  await userEvent.keyboard('t')
  expect(screen.getByRole('timer').textContent).toBe('0 min')
  await userEvent.keyboard('T')
  expect(screen.queryByRole('timer')).toBeNull()
  await userEvent.keyboard('{Escape}{Escape}')
  expect(history.at(-1)).toBe('/runs?run=r')
})

test('a recording is played to its end by the ordinary views, with its date, its hashes and no request', async () => {
  const router = createFakeRouter(answer('Hello ', 'people'))
  const { page } = await present([recorded], router)
  await screen.findByText(/^Recorded \d+ \w+.*, replayed$/)
  act(() => page.clock.pass(10_000))
  expect(await screen.findByText('Hello people')).toBeTruthy()
  expect(screen.getByText('The recording is over.')).toBeTruthy()
  expect(screen.getByText(/^[0-9a-f]{64}$/)).toBeTruthy()
  await userEvent.keyboard('r')
  expect(screen.queryByText('The recording is over.')).toBeNull()
  await userEvent.keyboard(' ')
  expect(screen.getByRole('button', { name: 'Play' })).toBeTruthy()
  expect(router.sent.length).toBe(1)
  expect(document.body.innerHTML).not.toMatch(/cauris|price/i)
  await waitFor(async () => expect((await (await page.ledger.history()).draftsUnder('stage.')).size).toBe(1))
})

test('what is sent on stage stays there, and nothing private, no price and no fault is in the document', async () => {
  const { page } = await present([live])
  const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
  expect(box.value).toBe('On stage')
  await screen.findByRole('button', { name: 'Settings' })
  await userEvent.click(screen.getByRole('button', { name: 'Settings' }))
  await userEvent.click(await screen.findByRole('combobox', { name: /Model/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await userEvent.click(screen.getByRole('button', { name: /^Send/ }))
  expect(await screen.findByText('Hello people')).toBeTruthy()
  const newest = (await page.ledger.newest(1)).rows[0]
  expect(newest?.thread).toMatch(/^stage\.talk\.live\.\w+\./)
  expect(newest?.price).toBe('')
  expect(document.documentElement.outerHTML).not.toMatch(/cauris|secret|fault-|sk-canary|price/i)
  await userEvent.click(document.body)
  await userEvent.keyboard('r')
  await waitFor(() => expect(screen.queryByText('Hello people')).toBeNull())
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })).value).toBe('On stage')
})

test('a live card whose answer has not begun after 6 s offers its recording, and its answer is there on the way back', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  let begin = () => {}
  const late = new Promise<void>((resolve) => {
    begin = resolve
  })
  const router = createFakeRouter(answer('Hello'), () => (router.sent.length > 1 ? late : undefined))
  try {
    await present([{ ...live, run: 'r' }], router)
    await screen.findByDisplayValue('On stage')
    await userEvent.click(screen.getByRole('button', { name: /^Send/ }))
    await screen.findByRole('button', { name: /^Stop/ })
    const offer = () => screen.queryByRole('button', { name: 'Play the recording' })
    act(() => void vi.advanceTimersByTime(5000))
    expect(offer()).toBeNull()
    act(() => void vi.advanceTimersByTime(3000))
    await waitFor(() => expect(offer()).not.toBeNull())
    await userEvent.click(screen.getByRole('button', { name: 'Play the recording' }))
    await screen.findByText(/, replayed$/)
    begin()
    await userEvent.click(screen.getByRole('button', { name: 'Back to live' }))
    expect(await screen.findByText('Hello')).toBeTruthy()
  } finally {
    vi.useRealTimers()
  }
})

test('a tool is presented with its examples and nothing of its form, also one that is not the first of its panel', async () => {
  await present([], undefined, '/stage/~audio.sound-generation')
  await heading('Sound effects')
  expect(await screen.findByRole('list', { name: 'Examples' })).toBeTruthy()
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Prompt' }).value).toBe('')
  expect(document.documentElement.outerHTML).not.toMatch(/secret/)
})
