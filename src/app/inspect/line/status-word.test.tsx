import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { emptyResult } from '../../run/result.ts'
import type { Run } from '../../run/run.ts'
import { StatusWord } from './status-word.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const run = (saved: boolean): Run => ({
  ...{
    id: 'abcdefgh-1',
    seq: 1,
    endpoint: 'responses',
    model: 'm',
    title: 't',
    status: 'completed',
    intent: 'i',
    log: [],
  },
  connection: { name: 'c', baseUrl: 'http://a/v1' },
  request: {},
  result: { ...emptyResult, outputs: [{ kind: 'message', index: 0, parts: [{ part: 0, text: 'Paid for' }] }] },
  saved,
})

test('an answer that could not be stored can be downloaded', async () => {
  const made: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) made.push(blob)
    return 'blob:x'
  })
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  render(<StatusWord run={run(false)} />)
  fireEvent.click(screen.getByRole('button', { name: 'Download answer' }))
  expect(names).toEqual(['answer_abcdefgh.txt'])
  expect(await made[0]?.text()).toBe('Paid for')
})

test('an answer that is stored needs none', () => {
  render(<StatusWord run={run(true)} />)
  expect(screen.queryByRole('button')).toBeNull()
})
