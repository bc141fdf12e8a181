import 'fake-indexeddb/auto'
import { Blob as NodeBlob, File as NodeFile } from 'node:buffer'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { AudioLines } from 'lucide-react'
import { createElement, type ReactNode, Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import type { Chunk, Stream } from '../client/exchange.ts'
import { ConnectionProvider } from '../connection/connection-provider.tsx'
import type { Ledger } from '../ledger/ledger.ts'
import { panels } from '../panels/index.ts'
// Loaded here already, so that no test waits for it.
import '../panels/models/models-panel.tsx'
import '../panels/runs/runs-panel.tsx'
import './tool-view.tsx'
import { openPage, type Page } from '../run/testing/open-page.ts'
import { RunsProvider } from '../run/use-runs.tsx'
import { FoundList } from '../shell/palette/found-list.tsx'
import { Shortcuts } from '../shell/shortcuts/shortcuts.tsx'
import { Menu } from '../ui/popup/menu.tsx'
import { openShared } from './again/open-request.ts'
import { panelPlaces } from './panels.ts'
import { speechTool, type Tool, Tools, tools } from './tools.ts'

// Panels are loaded when they are first shown, which takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

// The list of a menu too: what suspends within a press may never be drawn in a test.
beforeAll(async () => {
  render(<Menu name="First" items={[]} />)
  await userEvent.click(screen.getByRole('button', { name: 'First' }))
  await act(async () => {
    await import('../ui/popup/menu-list.tsx')
    await import('./results/sound/run-sound.tsx')
    await import('../view/media/sound/sound-player.tsx')
  })
  cleanup()
})

/** A tool that is nothing but this entry, on an endpoint that has a tool already. */
const stories: Tool = {
  ...{ id: 'planted.stories', endpoint: 'audio.speech', panel: 'audio', title: 'Stories', verb: 'Narrate' },
  ...{ tab: 'stories', icon: AudioLines, gives: 'audio', fresh: { model: 'voice-1' } },
}
/** Another, with a field for a file. */
const isolation: Tool = {
  ...{ id: 'isolate', endpoint: 'audio.voice-isolation', panel: 'audio', title: 'Isolation', verb: 'Isolate' },
  ...{ tab: 'isolation', icon: AudioLines, gives: 'audio', fresh: { model: 'isolate-1' } },
}
const all = [...tools, stories, isolation]

// happy-dom's Blob cannot be cloned, so the ledger would lose its bytes.
vi.stubGlobal('Blob', NodeBlob)
URL.createObjectURL = () => 'blob:sound'

const sound = new Blob(['ID3 sound'], { type: 'audio/mpeg' })
const sent: unknown[] = []

/** A router that answers with bytes, without their type where it is to speak so. */
async function* spoken(_: string, request: unknown, options: Parameters<Stream>[2]): AsyncGenerator<Chunk, void> {
  sent.push(options?.parts?.map((part) => (part.kind === 'text' ? part.value : part.file.name)) ?? request)
  const sha256 = `${sent.length}`.repeat(64)
  const type = JSON.stringify(request ?? '').includes('untyped') ? 'application/octet-stream' : 'audio/mpeg'
  yield { kind: 'head', head: { status: 200, headers: { 'content-type': 'audio/mpeg' }, at: 1 } }
  yield {
    kind: 'events',
    raw: [],
    events: [
      { kind: 'media', output: 0, sha256 },
      { kind: 'end', status: 'completed' },
    ],
    files: [{ sha256, type, blob: sound }],
  }
}

const answers: Readonly<Record<string, object>> = {
  '/v1/models': {
    data: [
      { id: 'voice-1', object: 'model', capabilities: ['audio.speech'] },
      { id: 'isolate-1', object: 'model', capabilities: ['audio.voice-isolation'] },
    ],
  },
}
const opened: Page[] = []

beforeEach(() => {
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    const { pathname } = new URL(String(input instanceof Request ? input.url : input), location.href)
    return answers[pathname] ? Response.json(answers[pathname]) : new Response(null, { status: 404 })
  })
  const profile = { id: 'f', name: 'Near', baseUrl: `${location.origin}/v1`, key: 'sk-near', remember: true }
  localStorage.setItem('patchbay.profiles', JSON.stringify([profile]))
  localStorage.setItem('patchbay.profile', 'f')
})
afterEach(() => {
  cleanup()
  for (const { runs } of opened.splice(0)) runs.close()
  sent.splice(0)
  localStorage.clear()
  sessionStorage.clear()
})

const openAt = (name: string, around = (ledger: Ledger) => ledger) =>
  openPage({ name, around, router: { stream: spoken }, tools: { frame: (work) => void setTimeout(work) } })

/** The app at an address, with the planted tool; `page` is the ledger that is found there. */
async function show(path: string, beside?: ReactNode, page?: Page) {
  const here = page ?? (await openAt(crypto.randomUUID()))
  opened.push(here)
  const place = memoryLocation({ path })
  const [at] = path.split('?')
  const panel = panelPlaces.find((one) => one.path === at)
  await act(async () =>
    render(
      <QueryClientProvider client={new QueryClient()}>
        <ConnectionProvider>
          <Router hook={place.hook} searchHook={place.searchHook}>
            <RunsProvider runs={here.runs}>
              <Tools value={all}>
                <Suspense>{panel && createElement(panels[panel.id])}</Suspense>
                <Suspense>{beside}</Suspense>
              </Tools>
            </RunsProvider>
          </Router>
        </ConnectionProvider>
      </QueryClientProvider>,
    ),
  )
  return here
}

const storiesAt = '/audio?tab=stories'
/** Narrates a text in the tool, and waits for what came. */
async function narrate(text: string): Promise<Page> {
  const page = await show(storiesAt)
  await userEvent.type(await screen.findByRole('textbox', { name: 'Text' }), text)
  // A press while the models are loading sends nothing.
  await screen.findByDisplayValue('voice-1')
  await userEvent.click(screen.getByRole('button', { name: /^Narrate/ }))
  await screen.findByRole('button', { name: 'Run again' })
  return page
}

test('it is drawn by its schema, and sends what was set', async () => {
  await narrate('Hi')
  expect(screen.getByRole('heading', { level: 1, name: 'Audio' })).toBeTruthy()
  expect(screen.getByRole('combobox', { name: /Model/ })).toBeTruthy()
  expect(screen.getByRole('slider', { name: /Speed/ })).toBeTruthy()
  expect(sent).toEqual([{ model: 'voice-1', input: 'Hi' }])
})

test('its run is kept, its sound is shown, and it is repeated', async () => {
  const page = await narrate('Hi')
  const run = screen.getByRole('article', { name: 'Run: Hi' })
  expect(run.querySelector('audio')).not.toBeNull()
  await userEvent.click(within(run).getByRole('button', { name: 'Run again' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toEqual(sent[0])
  const stored = await page.ledger.thread(stories.id)
  expect(stored.rows.map(({ endpoint, tool, model }) => [endpoint, tool, model])).toEqual([
    ['audio.speech', stories.id, 'voice-1'],
    ['audio.speech', stories.id, 'voice-1'],
  ])
})

test('a sound of unknown format says why it is not played, and is played as raw PCM on request', async () => {
  await narrate('untyped')
  expect(screen.getByText(/^Not played: the reply does not state its audio format/)).toBeTruthy()
  expect(document.querySelector('audio')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Play as raw PCM' }))
  expect(document.querySelector('audio')).not.toBeNull()
  expect(screen.getByRole('button', { name: /^Compare sound/ })).toBeTruthy()
})

test('Runs names it, plays it, repeats it and opens it in its form', async () => {
  const page = await narrate('Hi')
  const [row] = (await page.ledger.thread(stories.id)).rows
  cleanup()
  await show(`/runs?run=${row?.id}`, undefined, page)
  const run = await screen.findByRole('region', { name: 'Run' })
  expect(run.dataset.cable).toBe('audio')
  expect(within(run).getAllByText('Stories').length).toBeGreaterThan(0)
  expect(within(screen.getByRole('listbox')).getByText('Stories')).toBeTruthy()
  await waitFor(() => expect(document.querySelector('audio')).not.toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Repeat' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  await userEvent.click(await screen.findByRole('button', { name: 'Edit and run' }))
  cleanup()
  await show(storiesAt, undefined, page)
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text' })).value).toBe('Hi')
  expect((await page.ledger.thread(stories.id)).rows.map(({ tool }) => tool)).toEqual([stories.id, stories.id])
})

test('its draft and its runs are not those of the other tool of its endpoint', async () => {
  const page = await narrate('Hi')
  cleanup()
  await show('/audio', undefined, page)
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text' })).value).toBe('')
  expect(screen.queryByRole('article', { name: 'Run: Hi' })).toBeNull()
  await userEvent.click(screen.getByRole('tab', { name: 'Stories' }))
  expect(await screen.findByRole('article', { name: 'Run: Hi' })).toBeTruthy()
})

const palette = (typed: string) => (
  <FoundList
    {...{ id: typed, typed, isEntered: false, keys: { current: null }, onActive: () => {}, onClose: () => {} }}
  />
)

test('a model that speaks leads to it, from the models and from the palette', async () => {
  await show(
    '/models',
    <>
      {palette('voice-1')}
      {palette('stories')}
    </>,
  )
  const hrefs = async (verb: string) =>
    (await screen.findByRole('link', { name: `${verb} with voice-1` })).getAttribute('href')
  expect(await hrefs('Speak')).toBe('/audio?model=voice-1')
  expect(await hrefs('Narrate')).toBe('/audio?tab=stories&model=voice-1')
  expect(await screen.findByRole('option', { name: /Audio: Stories/ })).toBeTruthy()
  await userEvent.click(await screen.findByRole('option', { name: /voice-1/ }))
  cleanup()
})

test('a shared link opens in it, and the list of keys names it', async () => {
  const shared = { endpoint: 'audio.speech', request: { input: 'Hi' } } as const
  const draft = { draft: { request: { input: 'Hi' } }, leavesOut: false }
  expect(openShared(all, { ...shared, tool: stories.id })).toMatchObject({ ...draft, tool: stories, href: storiesAt })
  expect(openShared(all, shared)).toMatchObject({ ...draft, tool: speechTool, href: '/audio' })
  await show('/nowhere', <Shortcuts onClose={() => {}} />)
  const keys = await screen.findByRole('region', { name: 'Audio' })
  expect(within(keys).getByText('Run the current tool')).toBeTruthy()
})

const isolateAt = '/audio?tab=isolation'
/** Isolates the voice in a recording, and waits for what came. */
async function isolate(page?: Page): Promise<void> {
  await show(isolateAt, undefined, page)
  const recording = new NodeFile(['ID3 recording'], 'talk.mp3', { type: 'audio/mpeg' })
  fireEvent.drop(await screen.findByRole('group', { name: 'File' }), {
    dataTransfer: { files: [recording], types: ['Files'] },
  })
  await screen.findByRole('listitem', { name: 'talk.mp3' })
  await userEvent.click(screen.getByRole('button', { name: /^Isolate/ }))
  await screen.findByRole('button', { name: 'Run again' })
  expect(sent).toEqual([['isolate-1', 'talk.mp3']])
}

test('a run with a file is repeated with it, and its settings come back with it', async () => {
  await isolate()
  await userEvent.click(screen.getByRole('button', { name: 'Run again' }))
  await waitFor(() => expect(sent).toEqual([sent[0], sent[0]]))
  await userEvent.click(screen.getByRole('button', { name: 'Remove talk.mp3' }))
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Files of File' })).toBeNull())
  await userEvent.click((await screen.findAllByRole('button', { name: 'More actions' })).at(-1) as HTMLElement)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Reuse all settings' }))
  await screen.findByRole('button', { name: 'Remove talk.mp3' })
  // Without it the button ignores a press within the reaction time after a run.
  fireEvent.input(document.body)
  await userEvent.click(screen.getByRole('button', { name: /^Isolate/ }))
  await waitFor(() => expect(sent).toEqual([sent[0], sent[0], sent[0]]))
})

test.each([
  ['with its file', (ledger: Ledger) => ledger, 'talk.mp3'],
  ['where its file is lost, which the form says', withoutAssets, 'Lost file'],
])('Runs opens a run in its form %s', async (_, around, row) => {
  const name = crypto.randomUUID()
  await isolate(await openAt(name))
  const page = await openAt(name, around)
  const [run] = (await page.ledger.thread(isolation.id)).rows
  cleanup()
  await show(`/runs?run=${run?.id}`, undefined, page)
  await userEvent.click(await screen.findByRole('button', { name: 'Edit and run' }))
  cleanup()
  await show(isolateAt, undefined, page)
  expect(await screen.findByRole('button', { name: `Remove ${row}` })).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: /Model/ }).value).toBe('isolate-1')
})

function withoutAssets(ledger: Ledger): Ledger {
  return { ...ledger, history: async () => ({ ...(await ledger.history()), assets: async () => [] }) }
}
