import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Lightbox, type LightboxItem } from './lightbox.tsx'

const item = (name: string, says?: string): LightboxItem => {
  // A PNG of 1 × 1, as far as its header goes.
  const head = [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 1, 0, 0, 0, 1]
  const blob = new Blob([Uint8Array.from(head), name], { type: 'image/png' })
  return { key: name, name, file: { blob, type: 'image/png', size: blob.size }, says }
}
const items = [item('A tide'), item('A fox', 'A red fox'), item('A tree')]

let urls = 0
beforeEach(() => {
  urls = 0
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true
  }
  HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
    this.open = false
    this.dispatchEvent(new Event('close'))
  }
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  URL.createObjectURL = () => `blob:${++urls}`
  URL.revokeObjectURL = () => {
    urls -= 1
  }
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400)
})

afterEach(cleanup)

async function open(at = 1) {
  const calls: unknown[] = []
  const { unmount } = render(
    <Lightbox items={items} at={at} onAt={(next) => calls.push(next)} onClose={() => calls.push('closed')} />,
  )
  const picture = await vi.waitFor(() => {
    const found = document.querySelector('img')
    if (!found) throw new Error('No picture is shown.')
    return found
  })
  Object.defineProperties(picture, { naturalWidth: { value: 800 }, naturalHeight: { value: 400 } })
  fireEvent.load(picture)
  return { calls, picture, unmount, user: userEvent.setup() }
}

test('the arrows go from picture to picture, and not behind the last', async () => {
  const { calls, user } = await open(1)
  await user.keyboard('{ArrowLeft}{ArrowRight}')
  expect(calls).toEqual([0, 2])
  expect(screen.getByText('2 of 3')).toBeTruthy()
})

test('the ends of the row have nowhere to go on to', async () => {
  const { calls, user } = await open(2)
  await user.keyboard('{ArrowRight}')
  await user.click(screen.getByRole('button', { name: 'Next image' }))
  expect(calls).toEqual([])
})

test('0 fits, 1 shows it as large as it is, + and - go by steps', async () => {
  const { picture, user } = await open()
  const scale = () => /scale\((.+)\)/.exec(picture.parentElement?.style.transform ?? '')?.[1]
  expect(scale()).toBe('0.5')
  await user.keyboard('1')
  expect(scale()).toBe('1')
  await user.keyboard('+')
  expect(scale()).toBe('1.25')
  await user.keyboard('-')
  expect(scale()).toBe('1')
  await user.keyboard('0')
  expect(scale()).toBe('0.5')
})

test('above 400 % the pixels of the picture are shown as squares', async () => {
  const { picture, user } = await open()
  await user.keyboard('1')
  expect(picture.parentElement?.style.imageRendering).toBe('auto')
  await user.keyboard('+++++++')
  expect(picture.parentElement?.style.imageRendering).toBe('pixelated')
})

test('the rewritten prompt is told, and the bytes are let go when it closes', async () => {
  const { unmount } = await open(1)
  expect(screen.getByText('A red fox')).toBeTruthy()
  expect(urls).toBe(1)
  unmount()
  expect(urls).toBe(0)
})

test('nothing that is pressed in it reaches the panel below', async () => {
  const heard = vi.fn()
  addEventListener('keydown', heard)
  const { user } = await open()
  await user.keyboard('1')
  removeEventListener('keydown', heard)
  expect(heard).not.toHaveBeenCalled()
})
