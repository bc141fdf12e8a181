import 'fake-indexeddb/auto'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { openPage } from '../../run/testing/open-page.ts'
import { RunsProvider } from '../../run/use-runs.tsx'
import { useToolMocks, withOffered } from './tool-list.ts'

afterEach(cleanup)

const silent = { stream: () => (async function* () {})() }
const opened = (name: string) => openPage({ name, router: silent })

function Mock({ of }: { readonly of: string }) {
  const { mockOf, setMock } = useToolMocks()
  return (
    <>
      <textarea
        aria-label={of}
        value={mockOf(of)?.source ?? ''}
        onChange={({ target }) => setMock(of, { source: target.value, on: true })}
      />
      <button type="button" onClick={() => setMock(of, undefined)}>
        Remove {of}
      </button>
    </>
  )
}

const box = (name: string) => screen.getByRole<HTMLTextAreaElement>('textbox', { name })

test('a mock is kept by the name of its tool, whatever that is, and read again by the next page', async () => {
  const page = await opened('mocks')
  render(
    <RunsProvider runs={page.runs}>
      <Mock of="get_weather" />
      <Mock of="__proto__" />
    </RunsProvider>,
  )
  await act(async () => {})
  fireEvent.change(box('get_weather'), { target: { value: '() => 21' } })
  fireEvent.change(box('__proto__'), { target: { value: '() => 3' } })
  expect([box('get_weather').value, box('__proto__').value]).toEqual(['() => 21', '() => 3'])
  fireEvent.click(screen.getByRole('button', { name: 'Remove get_weather' }))
  page.hide()
  cleanup()

  const next = await opened('mocks')
  render(
    <RunsProvider runs={next.runs}>
      <Mock of="get_weather" />
      <Mock of="__proto__" />
      <Mock of="constructor" />
    </RunsProvider>,
  )
  expect((await screen.findByDisplayValue('() => 3')).getAttribute('aria-label')).toBe('__proto__')
  expect([box('get_weather').value, box('constructor').value]).toEqual(['', ''])
})

test('a list of which a part cannot be read keeps the rest', async () => {
  const page = await opened('odd list')
  await page.ledger.writeDraft('tools.list', { tools: [7, { on: 'yes' }], mocks: { search: '() => []' } })
  render(
    <RunsProvider runs={page.runs}>
      <Mock of="search" />
    </RunsProvider>,
  )
  expect(await screen.findByDisplayValue('() => []')).toBeTruthy()
})

test('a mock that a link brings is off, and one that is here stays', () => {
  const mine = { source: '() => 1', on: true }
  expect(withOffered({ mine }, { mine: '() => 2', other: '() => 3' })).toEqual({
    mine,
    other: { source: '() => 3', on: false },
  })
})
