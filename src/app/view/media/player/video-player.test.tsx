import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { playerKeyOf } from './player-key.ts'
import { VideoPlayer } from './video-player.tsx'

beforeEach(() => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:video')
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {})
  vi.spyOn(HTMLMediaElement.prototype, 'duration', 'get').mockReturnValue(20)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

/** A file whose headers say nothing, in a page that listens to keys. */
async function shown() {
  const blob = new Blob(['no headers'], { type: 'video/mp4' })
  const file = { blob, type: 'video/mp4', size: blob.size, name: 'tide.mp4' }
  const onKeyDown = vi.fn()
  await act(async () => {
    render(
      // biome-ignore lint/a11y/noStaticElementInteractions: it stands for the page.
      <div onKeyDown={({ key }) => onKeyDown(key)}>
        <Suspense>
          <VideoPlayer file={file} frameActions={() => <p>Actions of the frame</p>} />
        </Suspense>
      </div>,
    )
  })
  const player = await screen.findByRole('group', { name: 'Video player: tide.mp4' })
  const video = player.querySelector('video')
  if (!video) throw new Error('no video')
  fireEvent.loadedMetadata(video)
  return { player, video, onKeyDown }
}

test('keys of the player act on the video and do not reach the page; all others do', async () => {
  const { player, video, onKeyDown } = await shown()
  player.focus()
  await userEvent.keyboard('l')
  expect(video.currentTime).toBe(5)
  await userEvent.keyboard('{ArrowRight}{ArrowRight}j')
  expect(video.currentTime).toBe(2)
  await userEvent.keyboard('{End}')
  expect(video.currentTime).toBeCloseTo(20 - 1 / 60, 5)
  await userEvent.keyboard('.{Home}m')
  expect([video.currentTime, video.muted]).toEqual([0, true])
  expect(onKeyDown).not.toHaveBeenCalled()
  await userEvent.keyboard('p')
  expect(onKeyDown.mock.calls).toEqual([['p']])
})

test('loop, speed, volume and position are those of the element', async () => {
  const { video } = await shown()
  await userEvent.click(screen.getByRole('button', { name: 'Loop' }))
  expect(video.loop).toBe(true)
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Speed' }), '0.5')
  expect(video.playbackRate).toBe(0.5)
  fireEvent.change(screen.getByRole('slider', { name: 'Volume' }), { target: { value: '0' } })
  expect(video.muted).toBe(true)
  const seek = screen.getByRole('slider', { name: 'Seek' })
  fireEvent.change(seek, { target: { value: '7.5' } })
  fireEvent.seeking(video)
  expect(video.currentTime).toBe(7.5)
  expect(seek.getAttribute('aria-valuetext')).toBe('0:07.5 of 0:20.0')
})

test('a video that cannot be played says so, without controls that would do nothing', async () => {
  const { video } = await shown()
  Object.defineProperty(video, 'error', { value: { code: 4 } })
  fireEvent.error(video)
  expect(screen.getByRole('status').textContent).toContain('This browser cannot play this video.')
  expect(screen.queryByRole('button')).toBeNull()
})

test('a control keeps the keys that are its own', () => {
  const on = (html: string) => {
    const box = document.createElement('div')
    box.innerHTML = html
    return box.firstElementChild ?? box
  }
  const press = (key: string, target: Element, letter?: string) =>
    playerKeyOf({ key, letter, isModified: false, target })
  const [seek, volume, speed, button, stage] = [
    '<input type="range" data-seek>',
    '<input type="range">',
    '<select></select>',
    '<button></button>',
    '<video></video>',
  ].map(on)
  if (!seek || !volume || !speed || !button || !stage) throw new Error('no elements')
  expect([seek, stage, button].map((target) => press('ArrowLeft', target))).toEqual([
    'ArrowLeft',
    'ArrowLeft',
    'ArrowLeft',
  ])
  expect([volume, speed].map((target) => press('ArrowLeft', target))).toEqual([undefined, undefined])
  expect([seek, stage, button].map((target) => press(' ', target, ' '))).toEqual([' ', ' ', undefined])
  expect(press('k', button, 'k')).toBe('k')
  // Letters are off, or the key belongs to the browser.
  expect(press('k', button)).toBeUndefined()
  expect(playerKeyOf({ key: 'Home', letter: undefined, isModified: true, target: stage })).toBeUndefined()
})
