import { expect, test, vi } from 'vitest'
import { runExports } from '../exports.ts'
import { sampleRecord } from '../testing/sample-record.ts'
import { FileParts } from '../text/pieces.ts'
import { saveRuns } from './save-runs.ts'

const format = runExports.find(({ id }) => id === 'csv') ?? runExports[0]
const ids = Array.from({ length: 30 }, (_, n) => `run-${n}`)

function saving(change: Partial<Parameters<typeof saveRuns>[0]> = {}) {
  if (format === undefined) throw new Error('no formats')
  const readRecord = async (id: string) => sampleRecord({ run: { id } })
  const { signal } = new AbortController()
  return saveRuns({ ids, readRecord, format, keys: [], options: {}, signal, onProgress: () => {}, ...change })
}

test('runs are read one by one, and each is told', async () => {
  const onProgress = vi.fn()
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }))
  const missing = async (id: string) => (id === 'run-3' ? undefined : sampleRecord({ run: { id } }))
  const said = await saving({ onProgress, readRecord: missing })
  expect(said).toMatchObject({
    kind: 'saved',
    words: expect.stringMatching(/runs_29_runs.*\.csv; 1 unreadable run skipped/),
  })
  expect(onProgress.mock.calls.map(([done]) => done)).toEqual(ids.map((_, at) => at + 1))
  expect(click).toHaveBeenCalledOnce()
})

test('an export that is cancelled reads no more, and saves nothing', async () => {
  const controller = new AbortController()
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockClear()
  const readRecord = vi.fn(async (id: string) => {
    if (id === 'run-4') controller.abort()
    return sampleRecord({ run: { id } })
  })
  expect(await saving({ signal: controller.signal, readRecord })).toEqual({
    kind: 'failed',
    words: 'Cancelled. Nothing was saved.',
  })
  expect(readRecord).toHaveBeenCalledTimes(5)
  expect(click).not.toHaveBeenCalled()
})

test('a file that grows piece by piece loses no character, wherever a piece ends', async () => {
  const text = `x${'😀'.repeat(300_000)}`
  const file = new FileParts()
  for (const piece of [text, 'and', text]) await file.add(piece)
  expect(await file.end('text/plain').text()).toBe(`${text}and${text}`)
})
