import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ComparePictures } from './compare/compare-pictures.tsx'
import { MediaView } from './media-view.tsx'

const live = new Set<string>()
let made = 0

beforeEach(() => {
  live.clear()
  made = 0
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    made += 1
    live.add(`blob:${made}`)
    return `blob:${made}`
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => {
    if (!live.delete(url)) throw new Error(`${url} is released twice.`)
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const head = [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 1, 0, 0, 0, 0, 128]
const fileOf = (type: string, name?: string, bytes: readonly number[] = head) => {
  const blob = new Blob([Uint8Array.from(bytes)], { type })
  return { blob, type, size: blob.size, ...(name !== undefined && { name }) }
}
const picture = fileOf('image/png', 'tide.png')

/** Reading sizes goes through the queue of tasks. */
const settled = () =>
  vi.waitFor(
    () => {
      expect(screen.getByText('256 × 128')).toBeTruthy()
      expect(screen.getByRole('img')).toBeTruthy()
    },
    { timeout: 20_000 },
  )

test('every address that is made is released, also when the bytes change and when it leaves the page', async () => {
  const { rerender, unmount } = render(<MediaView file={picture} />)
  await settled()
  expect(live.size).toBe(1)
  rerender(<MediaView file={fileOf('image/png', 'other.png')} />)
  await settled()
  expect([made, live.size]).toEqual([2, 1])
  await act(async () => rerender(<MediaView file={fileOf('audio/mpeg')} />))
  await vi.waitFor(() => expect(made).toBe(3))
  expect(live.size).toBe(1)
  unmount()
  expect(live.size).toBe(0)
})

test('a picture has its name, format, size in pixels and bytes, and opens big', async () => {
  render(<MediaView file={picture} says="A tide" />)
  await settled()
  expect(screen.getByRole('figure').textContent).toContain('PNG · 256 × 128 · 24 B')
  expect(screen.getByRole('img', { name: 'A tide' }).getAttribute('width')).toBe('256')
  await userEvent.click(screen.getByRole('button', { name: 'Open A tide full screen' }))
  const big = screen.getByRole('dialog', { name: 'A tide' })
  fireEvent(big, new Event('close'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(live.size).toBe(1)
})

test('a picture of too many pixels, or of nobody knows how many, is not given to the browser but can be saved', async () => {
  const huge = [...head.slice(0, 16), 0, 0, 0x40, 0, 0, 0, 0x10, 0]
  render(<MediaView file={fileOf('image/png', 'huge.png', huge)} />)
  expect(await screen.findByText(/16,384 × 4,096 pixels \(68 MP\)/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Download huge.png' })).toBeTruthy()
  render(<MediaView file={fileOf('image/png', 'headless.png', [1, 2, 3])} />)
  expect(await screen.findByText(/cannot display/)).toBeTruthy()
  render(<ComparePictures left={fileOf('image/png', 'huge.png', huge)} right={picture} names={['One', 'Two']} />)
  expect(await screen.findByRole('button', { name: 'Download' })).toBeTruthy()
  expect(screen.queryByRole('img')).toBeNull()
  expect(made).toBe(0)
})

test('what the browser cannot draw is said, and can be saved', async () => {
  render(<MediaView file={picture} />)
  await settled()
  fireEvent.error(screen.getByRole('img'))
  expect(screen.getByText(/cannot display/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Download tide.png' })).toBeTruthy()
})

test.each(['image/svg+xml', 'text/html', 'application/octet-stream', 'application/pdf'])(
  'bytes of type %s are never shown, only offered',
  async (type) => {
    render(<MediaView file={fileOf(type, 'a.bin')} />)
    expect(screen.getByRole('button', { name: 'Download a.bin' })).toBeTruthy()
    expect(document.querySelector('img, audio, video, iframe, object, embed')).toBeNull()
    expect(made).toBe(0)
  },
)
