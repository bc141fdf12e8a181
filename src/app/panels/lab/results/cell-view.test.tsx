import 'fake-indexeddb/auto'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { sampleAsset, sampleRecord } from '../../../export/testing/sample-record.ts'
import { openWithRuns } from '../../../run/testing/open-with-runs.ts'
import { RunsProvider } from '../../../run/use-runs.tsx'
import { CellView } from './cell-view.tsx'

afterEach(cleanup)

test('a video is played in its cell', async () => {
  const video = sampleAsset({ id: 'video', type: 'video/mp4' }, new Uint8Array(8))
  const record = sampleRecord({
    run: { id: 'run', status: 'completed', log: [{ status: 'completed', at: 1, mono: 1 }] },
    result: { outputs: [{ kind: 'media', index: 0, sha256: video.sha256 }], response: { id: 'r' }, notices: [] },
    assets: [video],
  })
  const { page, rows } = await openWithRuns([record])
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  render(
    <RunsProvider runs={page.runs}>
      <CellView row={rows[0]} unsent="" size="small" checks={undefined} />
    </RunsProvider>,
  )
  const button = await screen.findByRole('button', { name: 'Play' })
  expect(button.dataset.play).toBeDefined()
  await vi.waitFor(() => expect(document.querySelector('video')).not.toBeNull())
  fireEvent.click(button)
  expect(play).toHaveBeenCalledOnce()
  page.runs.close()
})
