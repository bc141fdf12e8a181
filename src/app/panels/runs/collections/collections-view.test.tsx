import 'fake-indexeddb/auto'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { collectionPrefix, readStoredCollection } from '../../../collections/collection-drafts.ts'
import { ConnectionProvider } from '../../../connection/connection-provider.tsx'
import { useOpenBundle } from '../../../export/open/open-bundle.tsx'
import { sampleRecord } from '../../../export/testing/sample-record.ts'
import { draftsOf } from '../../../run/stored-draft.ts'
import type { Page } from '../../../run/testing/open-page.ts'
import { openWithRuns } from '../../../run/testing/open-with-runs.ts'
import { RunsProvider } from '../../../run/use-runs.tsx'
import { CollectionsView } from './collections-view.tsx'

const live = { endpoint: 'responses', request: { model: 'live-model', input: 'Hi' } }
const cards = [
  { id: 'a', title: 'First', note: 'Slowly', run: 'here' },
  { id: 'b', title: 'Second', note: '', run: 'gone' },
  { id: 'c', title: 'Third', note: '', live },
]
const talk = { version: 1, id: 'talk', at: 5, title: 'Talk', note: '', cards }

let page: Page
let frames: ReturnType<typeof setInterval>
beforeEach(async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }))
  ;({ page } = await openWithRuns([
    sampleRecord({ run: { id: 'here', title: 'Asked here' } }),
    sampleRecord({ run: { id: 'staged', title: 'Asked on stage', thread: 'stage.talk.chat' } }),
  ]))
  frames = setInterval(() => page.frame())
})
afterEach(() => {
  clearInterval(frames)
  cleanup()
  page.runs.close()
})

const drafts = () => draftsOf(page)
const keep = (one: object, id = 'talk') => drafts().write(collectionPrefix + id, one)
const stored = async () => (await readStoredCollection(drafts(), 'talk')).collection

function View() {
  return <CollectionsView bundle={useOpenBundle()} />
}

async function show(words = ''): Promise<void> {
  const place = memoryLocation({ path: `/runs?view=collections${words}` })
  await act(async () =>
    render(
      <QueryClientProvider client={new QueryClient()}>
        <ConnectionProvider>
          <Router hook={place.hook} searchHook={place.searchHook}>
            <RunsProvider runs={page.runs}>
              <View />
            </RunsProvider>
          </Router>
        </ConnectionProvider>
      </QueryClientProvider>,
    ),
  )
}
const card = (number: number) => screen.findByRole('listitem', { name: `Card ${number}` })
const titles = () => screen.getAllByRole<HTMLTextAreaElement>('textbox', { name: /^Title of card/ })

test('odd collections are listed, the one that was changed last first, and a newer one is said', async () => {
  await keep(talk)
  await keep({ ...talk, id: 'odd', at: 9, title: 'x'.repeat(1e5), cards: 7 }, 'odd')
  await keep({ ...talk, id: 'empty', at: 1, title: ' ' }, 'empty')
  await keep({ ...talk, version: 2 }, 'newer')
  await show()
  const list = await screen.findByRole('list', { name: 'Collections' })
  const rows = within(list).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent?.slice(0, 20))).toEqual([
    'x'.repeat(20),
    expect.stringMatching(/^Talk3 cards/),
    expect.stringMatching(/^Untitled collection/),
  ])
  expect(screen.getByText('1 collection made by a newer version of Patchbay, kept as it is.')).toBeTruthy()
  expect(screen.getAllByRole('link', { name: 'Present' })[0]?.getAttribute('href')).toBe('/stage/talk')
})

test('a collection is deleted and comes back whole', async () => {
  await keep({ ...talk, colour: 'red' })
  await show('&collection=talk')
  await userEvent.click(await screen.findByRole('button', { name: 'Delete the collection' }))
  await waitFor(async () => expect(await stored()).toBeUndefined())
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(async () =>
    expect(await drafts().read(`${collectionPrefix}talk`)).toMatchObject({ colour: 'red', cards }),
  )
})

test('cards say what they show, also where the run is gone', async () => {
  await keep(talk)
  await show('&collection=talk')
  expect(within(await card(1)).getByRole('link').textContent).toContain('Hello yourself')
  expect(await within(await card(2)).findByText('The recorded run is gone.')).toBeTruthy()
  expect((await card(3)).textContent).toContain('live-model')
  const made = within(await screen.findByRole('list', { name: 'Made on stage' })).getByRole('listitem')
  expect(within(made).getByRole('link', { name: 'Asked on stage' })).toBeTruthy()
  expect(within(made).getByRole('button', { name: 'Add to collection' })).toBeTruthy()
})

test('a card moves by Alt and an arrow, keeps the focus, and is removed with an undo', async () => {
  await keep(talk)
  await show('&collection=talk')
  const note = within(await card(1)).getByRole('textbox', { name: /^Presenter/ })
  note.focus()
  fireEvent.keyDown(note, { key: 'ArrowDown', altKey: true })
  await waitFor(() => expect(titles().map(({ value }) => value)).toEqual(['Second', 'First', 'Third']))
  expect(document.activeElement).toBe(note)
  expect(screen.getByText('Moved to 2 of 3')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Remove card 2' }))
  await waitFor(async () => expect((await stored())?.cards.map(({ id }) => id)).toEqual(['b', 'c']))
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(async () => expect((await stored())?.cards.map(({ id }) => id)).toEqual(['b', 'a', 'c']))
})

test('the kind of a card is changed where its run allows it', async () => {
  await keep(talk)
  await show('&collection=talk')
  const kind = (number: number) => screen.findByRole<HTMLSelectElement>('combobox', { name: `Kind of card ${number}` })
  await userEvent.selectOptions(await kind(1), 'Both')
  await waitFor(async () =>
    expect((await stored())?.cards[0]).toMatchObject({ run: 'here', live: { endpoint: 'responses' } }),
  )
  await userEvent.selectOptions(await kind(2), 'Live')
  expect((await screen.findByRole('alert')).textContent).toContain('Card 2 cannot be live')
  const options = within(await kind(3)).getAllByRole<HTMLOptionElement>('option')
  expect(options.filter(({ disabled }) => !disabled).map(({ value }) => value)).toEqual(['live'])
})

test('texts are stored while they are typed, beside what another tab has changed', async () => {
  await keep(talk)
  await show('&collection=talk')
  const title = await screen.findByRole('textbox', { name: 'Title' })
  await keep({ ...talk, cards: cards.slice(0, 2) })
  fireEvent.change(title, { target: { value: 'A talk ' } })
  fireEvent.blur(title)
  await waitFor(async () => expect(await stored()).toMatchObject({ title: 'A talk', cards: cards.slice(0, 2) }))
})
