import 'fake-indexeddb/auto'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { readStoredCollection } from '../../collections/collection-drafts.ts'
import { addCollection } from '../../collections/use-collections.ts'
import { sampleRecord } from '../../export/testing/sample-record.ts'
import { draftsOf } from '../../run/stored-draft.ts'
import type { Page } from '../../run/testing/open-page.ts'
import { openWithRuns } from '../../run/testing/open-with-runs.ts'
import { RunsProvider } from '../../run/use-runs.tsx'
import { AddDialog } from './add-dialog.tsx'

let page: Page
let frames: ReturnType<typeof setInterval>
beforeEach(async () => {
  const log = (at: number) => ({ log: [{ status: 'completed' as const, at, mono: 1 }] })
  ;({ page } = await openWithRuns([
    sampleRecord({ run: { id: 'first', title: 'First', ...log(1) } }),
    sampleRecord({ run: { id: 'second', title: 'Second', ...log(2) } }),
    sampleRecord({ run: { id: 'failed', title: 'Failed', status: 'failed', ...log(3) } }),
  ]))
  frames = setInterval(() => page.frame())
})
afterEach(() => {
  clearInterval(frames)
  cleanup()
  page.runs.close()
})

const show = (...ids: readonly string[]) =>
  render(
    <Router hook={memoryLocation({ path: '/chat' }).hook}>
      <RunsProvider runs={page.runs}>
        <AddDialog ids={ids} onClose={() => {}} />
      </RunsProvider>
    </Router>,
  )
const stored = async (id: string) => (await readStoredCollection(draftsOf(page), id)).collection
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const words = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

const talk = () =>
  addCollection(page.runs, {
    ...{ version: 1, id: 'talk', at: 1, title: 'Talk', note: '' },
    cards: [{ id: 'a', title: '', note: '', run: 'first' }],
  })

test('runs are added in the order in which they were started, what cannot be done is said, and it is undone', async () => {
  await talk()
  show('second', 'failed', 'first')
  expect(await screen.findByRole('combobox', { name: 'Collection' })).toHaveProperty('value', 'talk')
  expect(words()).toEqual([
    '1 of 3 runs is not completed. Only completed runs become recordings.',
    '1 of 3 runs is already in this collection, and would be added again.',
  ])
  await press('Add 3 cards')
  expect(await screen.findByText('3 cards added to “Talk”.')).toBeTruthy()
  const cards = (await stored('talk'))?.cards.slice(1)
  expect(cards?.map(({ title, run, live }) => [title, run, live !== undefined])).toEqual([
    ['First', 'first', true],
    ['Second', 'second', true],
    ['Failed', undefined, true],
  ])
  await press('Undo')
  await waitFor(async () => expect((await stored('talk'))?.cards).toHaveLength(1))
  expect(screen.getByRole('button', { name: 'Add 3 cards' })).toBeTruthy()
})

test('a run that failed is offered live, and cannot become a recording alone', async () => {
  show('failed')
  expect(await screen.findByRole('radio', { name: 'Live' })).toHaveProperty('checked', true)
  await userEvent.click(screen.getByRole('radio', { name: 'Recording' }))
  expect(words()).toContain('No card can be made this way.')
  expect(screen.getByRole('button', { name: 'Add 0 cards' })).toHaveProperty('disabled', true)
})

test('a new collection gets a title, and goes with the undo', async () => {
  show('first')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Title' }), ' Boats ')
  await press('Add 1 card')
  const link = await screen.findByRole('link', { name: 'Open the collection' })
  const id = new URLSearchParams(link.getAttribute('href')?.split('?')[1]).get('collection') ?? ''
  expect(await stored(id)).toMatchObject({ title: 'Boats', cards: [{ run: 'first' }] })
  await press('Undo')
  await waitFor(async () => expect(await stored(id)).toBeUndefined())
})

test('runs that are gone are said', async () => {
  show('elsewhere')
  await screen.findByText('These runs are no longer stored.')
})
