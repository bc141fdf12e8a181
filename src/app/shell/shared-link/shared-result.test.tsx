import 'fake-indexeddb/auto'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { writeBundle } from '../../export/bundle/write-bundle.ts'
import { sampleRecord } from '../../export/testing/sample-record.ts'
import type { RunRecord } from '../../run/history/run-record-schema.ts'
import type { Page } from '../../run/testing/open-page.ts'
import { openWithRuns } from '../../run/testing/open-with-runs.ts'
import { RunsProvider } from '../../run/use-runs.tsx'
import { SharedRequest } from './shared-request.tsx'
import { SharedResult } from './shared-result.tsx'

let page: Page | undefined
afterEach(() => {
  cleanup()
  page?.runs.close()
  page = undefined
})

const record = sampleRecord()
const request = { model: 'sandbox-fast', input: 'Hello' }
const linked = { endpoint: 'responses', request, run: record.run.id } as const

async function show(stored: readonly RunRecord[]) {
  ;({ page } = await openWithRuns(stored))
  const shown = (
    <RunsProvider runs={page.runs}>
      <SharedResult linked={linked} />
    </RunsProvider>
  )
  await act(async () => render(shown))
}

const missing = () => screen.findByText('The result is not in the link. Ask for a bundle.')

async function drop(records: readonly RunRecord[]) {
  const files = [await writeBundle(records, [])]
  fireEvent.drop(await missing(), { dataTransfer: { files, types: ['Files'] } })
}

test('the result of a run that is stored here is shown', async () => {
  await show([record])
  expect(await screen.findByText('Hello yourself')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Show in Runs' })).toBeTruthy()
})

test.each([
  ['was made with another request', sampleRecord({ body: { kind: 'json', value: { ...request, input: 'Other' } } })],
  ['is of another route', sampleRecord({ run: { endpoint: 'audio.speech' } })],
])('a link that names a run that %s does not show it', async (_what, other) => {
  await show([other])
  await missing()
  expect(screen.queryByText('Hello yourself')).toBeNull()
})

test('a run that is not here is asked for, and is shown as soon as a bundle with it is opened', async () => {
  await show([])
  await missing()
  expect(screen.getByRole('button', { name: 'Open a bundle' })).toBeTruthy()
  await drop([sampleRecord({ run: { id: 'another' } })])
  expect(await screen.findByText('The result of this link is not in it.')).toBeTruthy()
  await drop([record])
  expect(await screen.findByText('Hello yourself')).toBeTruthy()
})

test('a conversation is shown as turns, the instructions apart, and a bare prompt without a speaker', async () => {
  const input = [
    { role: 'user', content: 'First' },
    { role: 'assistant', content: [{ type: 'output_text', text: 'Answer' }] },
    { type: 'function_call', name: 'weather', arguments: '{}' },
  ]
  const { rerender } = render(<SharedRequest endpoint="responses" request={{ instructions: 'Be brief.', input }} />)
  expect(screen.getByRole('region', { name: 'Instructions' }).textContent).toContain('Be brief.')
  await screen.findByText('Answer')
  const turns = screen.getAllByRole('listitem').map((turn) => turn.textContent)
  expect(turns).toEqual(['userFirst', 'assistantAnswer', 'tool callweather({})'])
  rerender(<SharedRequest endpoint="responses" request={{ model: 'm', stream: true, input: 'Hello' }} />)
  expect(screen.getByRole('region', { name: 'Prompt' }).textContent).toBe('PromptHello')
  expect(screen.queryByRole('region', { name: 'Settings' })).toBeNull()
})

test('of ten thousand messages the last hundred are drawn', () => {
  const input = Array.from({ length: 10_000 }, (_, at) => ({ role: 'user', content: `${at}` }))
  render(<SharedRequest endpoint="responses" request={{ input }} />)
  expect(screen.getAllByRole('listitem')).toHaveLength(100)
  expect(screen.getByText('The last 100 of 10,000 messages.')).toBeTruthy()
})
