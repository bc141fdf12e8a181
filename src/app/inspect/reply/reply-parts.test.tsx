import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { emptyResult, type RunResult } from '../../run/result.ts'
import type { Run } from '../../run/run.ts'
import { StatusWord } from '../line/status-word.tsx'
import { SourcesList } from './foreign-link.tsx'
import { ItemCard } from './item-card.tsx'
import { StructuredText } from './structured-text.tsx'

afterEach(cleanup)

test('sources are numbered links that name their host and tell the other side nothing', () => {
  render(
    <SourcesList
      sources={[
        { url: 'https://news.test/a?b=1', title: 'The news' },
        { url: 'https://b.test/' },
        { file: 'report.pdf' },
        { title: 'No address' },
      ]}
    />,
  )
  const items = within(screen.getByRole('region', { name: 'Sources' })).getAllByRole('listitem')
  expect(items.map((item) => item.textContent)).toEqual([
    '1The newsnews.test',
    '2b.test',
    '3report.pdf · file',
    '4No address',
  ])
  for (const link of screen.getAllByRole('link')) {
    expect(link.getAttribute('rel')).toContain('noopener noreferrer')
    expect(link.getAttribute('target')).toBe('_blank')
    expect(link.getAttribute('referrerpolicy')).toBe('no-referrer')
  }
})

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'mailto:a@b.test',
  '//third.test/',
  'blob:x',
  'x',
])('the address %s is text', (url) => {
  const { container } = render(<SourcesList sources={[{ url, title: 'Look' }]} />)
  expect(container.querySelector('a')).toBeNull()
  expect(container.textContent).toContain(url)
})

test('a long list of sources is shown in part, and whole at a press', async () => {
  render(<SourcesList sources={Array.from({ length: 30 }, (_, at) => ({ url: `https://a.test/${at}` }))} />)
  expect(screen.getAllByRole('listitem')).toHaveLength(8)
  await userEvent.click(screen.getByRole('button', { name: 'Show all 30 sources' }))
  expect(screen.getAllByRole('listitem')).toHaveLength(30)
})

test('what has no view of its own stands there with its type, as received', () => {
  render(<ItemCard item={{ type: 'web_search_call', status: 'completed', action: { query: 'tea' } }} />)
  const card = screen.getByRole('group', { name: 'Web search' })
  expect(card.textContent).toBe('Web searchteacompletedas received')
})

const json = '{"title":"Invoice","lines":[{"sku":"A-1"}]}'

test('what is folded in a tree that streams stays folded, and at its end', async () => {
  const show = (text: string, status: Run['status']) => <StructuredText text={text} status={status} asked={{}} />
  const { rerender } = render(show(json.slice(0, 38), 'receiving'))
  const rows = () => screen.getAllByRole('treeitem').map((row) => row.getAttribute('aria-expanded'))
  await userEvent.click(screen.getByText('"lines"'))
  expect(rows()).toEqual(['true', null, 'false'])
  rerender(show(json, 'receiving'))
  expect(rows()).toEqual(['true', null, 'false'])
  rerender(show(json, 'completed'))
  expect(rows()).toEqual(['true', null, 'false'])
})

test('JSON that was asked for is a tree while it streams, also where it is cut in the middle of a word', () => {
  const { rerender } = render(
    <StructuredText text={json.slice(0, 14)} status="receiving" asked={{ name: 'invoice' }} />,
  )
  const rows = () => within(screen.getByRole('tree', { name: 'Answer: invoice' })).getAllByRole('treeitem')
  expect(rows().map((row) => row.textContent)).toEqual(['{ 1 key }', '"title":"Invo'])
  rerender(<StructuredText text={json} status="receiving" asked={{ name: 'invoice' }} />)
  expect(rows()).toHaveLength(5)
  expect(screen.queryByRole('status')).toBeNull()
  rerender(<StructuredText text={json} status="completed" asked={{ name: 'invoice' }} />)
  expect(screen.getByRole('status').textContent).toBe('Valid JSON.')
})

test('the same JSON can be read raw, to the letter', async () => {
  render(<StructuredText text={json} status="completed" asked={{}} />)
  await userEvent.click(screen.getByRole('tab', { name: 'Raw' }))
  expect(screen.getByRole('tabpanel').textContent).toBe(json)
})

test('an answer that is no JSON is text, with one line that says why', () => {
  render(<StructuredText text="Sure! Here it is" status="completed" asked={{}} />)
  expect(screen.getByRole('status').textContent).toBe(
    'JSON was requested, but this is shown as text: it begins with “Sure! Here it is”.',
  )
  expect(screen.queryByRole('tree')).toBeNull()
})

test('JSON that was cut off is shown as far as it came, and not checked', () => {
  render(<StructuredText text='{"title":"Inv' status="incomplete" asked={{ schema: {} }} />)
  expect(screen.getByRole('status').textContent).toBe('Not validated: the JSON is incomplete.')
})

const run = (result: Partial<RunResult>): Run => ({
  ...{ id: '1', seq: 1, endpoint: 'responses', model: 'm', title: 't', status: 'completed', intent: 'i', log: [] },
  connection: { name: 'c', baseUrl: 'http://a/v1' },
  request: {},
  result: { ...emptyResult, ...result },
  saved: true,
})

test('a completed run that shows nothing says so', () => {
  const { container, rerender } = render(<StatusWord run={run({})} />)
  expect(container.textContent).toBe('Completed, but the reply is empty.')
  rerender(<StatusWord run={run({ outputs: [{ kind: 'message', index: 0, parts: [{ part: 0, text: ' ' }] }] })} />)
  expect(container.textContent).not.toBe('')
  rerender(<StatusWord run={run({ outputs: [{ kind: 'item', index: 0, item: {} }] })} />)
  expect(container.textContent).toBe('')
})

test('a completed run without an answer says what reasoning it has', () => {
  const encrypted = { kind: 'reasoning', index: 0, text: '', encrypted: true } as const
  const { container, rerender } = render(<StatusWord run={run({ outputs: [encrypted], usage: { reasoning: 700 } })} />)
  expect(container.textContent).toBe('Completed, but the reply contains only encrypted reasoning (700 tokens).')
  rerender(<StatusWord run={run({ outputs: [{ kind: 'reasoning', index: 0, text: 'Hm.' }] })} />)
  expect(container.textContent).toBe('Completed, but the reply contains only reasoning.')
  rerender(
    <StatusWord run={run({ outputs: [encrypted, { kind: 'message', index: 1, parts: [{ part: 0, text: 'Hi' }] }] })} />,
  )
  expect(container.textContent).toBe('')
})
