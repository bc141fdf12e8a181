import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { AdoptOutcome, ForeignJob } from '../../../run/follow/follow.ts'
import type { Runs } from '../../../run/runs.ts'
import { RunsProvider } from '../../../run/use-runs.tsx'
import { videoTool } from '../../../tool/tools.ts'
import { AdoptDialog } from './adopt-dialog.tsx'

afterEach(cleanup)

const connection = { name: 'Near', baseUrl: 'https://near.test/v1', own: true }

async function adopt(pasted: string, outcome: AdoptOutcome) {
  const asked: ForeignJob[] = []
  // Only what the dialog uses of the page's runs.
  const runs = {
    follow: {
      adopt: async (job: ForeignJob) => {
        asked.push(job)
        return outcome
      },
    },
  } as unknown as Runs
  const onClose = vi.fn()
  const onAdopted = vi.fn()
  render(
    <RunsProvider runs={runs}>
      <AdoptDialog tool={videoTool} connection={connection} onClose={onClose} onAdopted={onAdopted} />
    </RunsProvider>,
  )
  fireEvent.change(screen.getByRole('textbox', { name: 'Job ID' }), { target: { value: pasted } })
  const before = screen.getByRole('dialog', { name: 'Track existing job' }).textContent
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Track' })))
  return { asked, onClose, onAdopted, before, alert: () => screen.getByRole('alert').textContent }
}

test('a job is read by its id from the connection that is named', async () => {
  const { asked, onAdopted, onClose, before } = await adopt('video_1', { status: 'adopted', id: 'run-1' })
  expect(before).toContain('Read from Near, https://near.test/v1.')
  expect(asked).toEqual([{ endpoint: 'videos.create', id: 'video_1', connection, tool: videoTool.id }])
  expect(onAdopted).toHaveBeenCalledExactlyOnceWith('run-1')
  expect(onClose).toHaveBeenCalledOnce()
})

test('one that is here already is shown', async () => {
  const { onAdopted } = await adopt('video_1', { status: 'known', id: 'run-7' })
  expect(onAdopted).toHaveBeenCalledExactlyOnceWith('run-7')
})

test('of a URL the id is taken, and another router is pointed out', async () => {
  const { asked, before } = await adopt('https://far.test/v1/videos/a%2Fb/content', { status: 'not-found' })
  expect(before).toContain('Job ID: a/b')
  expect(before).toContain('This URL belongs to another router.')
  expect(asked[0]?.id).toBe('a/b')
})

test('what went wrong is said, and the id stays', async () => {
  const gone = await adopt('video_1', { status: 'not-found' })
  expect(gone.alert()).toContain('Near has no job with this ID.')
  expect(gone.onClose).not.toHaveBeenCalled()
  cleanup()
  const failed = await adopt('video_1', { status: 'failed', why: 'Could not reach the router.' })
  expect(failed.alert()).toBe('Could not reach the router.')
  expect(screen.getByRole('textbox', { name: 'Job ID' })).toHaveProperty('value', 'video_1')
})

test('nothing is asked without an id', async () => {
  const { asked, alert } = await adopt('two words', { status: 'not-found' })
  expect(asked).toEqual([])
  expect(alert()).toBe('There is no job ID in this text.')
})
