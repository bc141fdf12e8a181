import 'fake-indexeddb/auto'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { isEnded } from '../../run/life/states.ts'
import { answer, createFakeRouter } from '../../run/testing/fake-router.ts'
import { openPage, type Page, sampleDraft } from '../../run/testing/open-page.ts'
import { RunsProvider } from '../../run/use-runs.tsx'
import { CompareRuns } from './compare-runs.tsx'

const pages: Page[] = []
afterEach(() => {
  cleanup()
  for (const { runs } of pages.splice(0)) runs.close()
})

const words = { stateOf: () => 'Completed', figuresOf: () => [], filesOf: () => [] }

async function compared(models: readonly string[]): Promise<void> {
  const page = await openPage({ name: crypto.randomUUID(), router: createFakeRouter(answer('Hello')) })
  pages.push(page)
  const ids: string[] = []
  for (const model of models) {
    const outcome = await page.runs.start({ ...sampleDraft(), model, request: { model, input: 'Say hello' } })
    const id = outcome.status === 'started' ? outcome.id : ''
    await page.until(id, ({ status }) => isEnded(status))
    ids.push(id)
  }
  render(
    <RunsProvider runs={page.runs}>
      <CompareRuns ids={ids} words={words} onClose={() => {}} />
    </RunsProvider>,
  )
}

const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

test('three runs stand side by side, and two of their texts are compared by choice', async () => {
  await compared(['a', 'b', 'a'])
  expect(await screen.findByRole('heading', { name: 'Comparison of three runs' })).toBeTruthy()
  await waitFor(() => expect(screen.getAllByText('Hello')).toHaveLength(3))
  expect(cells(screen.getByRole('row', { name: /^Model/ }))).toEqual(['a', 'b', 'a'])
  expect(cells(screen.getByRole('row', { name: /^model/ }))).toEqual(['"a"', '"b"', '"a"'])
  fireEvent.change(screen.getByRole('combobox', { name: 'Texts' }), { target: { value: '#1 and #3' } })
  expect(screen.queryByRole('list', { name: 'Texts' })).toBeNull()
  expect(screen.getAllByText('Hello')).toHaveLength(2)
})

test('two runs are compared at once', async () => {
  await compared(['a', 'b'])
  expect(await screen.findByRole('heading', { name: 'Comparison of two runs' })).toBeTruthy()
  await waitFor(() => expect(screen.getAllByText('Hello')).toHaveLength(2))
  expect(screen.queryByRole('combobox', { name: 'Texts' })).toBeNull()
})
