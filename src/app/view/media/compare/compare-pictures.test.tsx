import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ComparePictures } from './compare-pictures.tsx'

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(512)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(256)
  let made = 0
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => `blob:${++made}`)
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** A PNG of 256 × 128, as far as its header goes. */
const fileOf = (name: string) => {
  const head = [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 1, 0, 0, 0, 0, 128]
  const blob = new Blob([Uint8Array.from(head), name], { type: 'image/png' })
  return { blob, type: 'image/png', size: blob.size, name }
}
const names = ['Image 2', 'Image 4'] as const
const one = fileOf('one.png')
const other = fileOf('other.png')

async function start() {
  render(<ComparePictures left={one} right={other} names={names} />)
  await screen.findByAltText('Image 4: other.png')
}

const frames = () =>
  screen.getAllByRole('img').map((image) => image.parentElement?.style.transform.replace(/\s+/g, ' '))
const layer = () => screen.getByAltText('Image 4: other.png').parentElement?.parentElement?.style
const box = () => screen.getByRole('group', { name: 'Image 2 and Image 4' })

test('two images are compared by a divider that the keyboard moves, one after the other, and by their difference', async () => {
  await start()
  fireEvent.change(screen.getByRole('slider', { name: 'Divider' }), { target: { value: '20' } })
  expect(layer()?.clipPath).toBe('inset(0 0 0 20%)')
  await userEvent.click(screen.getByRole('radio', { name: 'Blink' }))
  expect(layer()?.visibility).toBe('hidden')
  await userEvent.click(screen.getByRole('button', { name: 'Stop blinking' }))
  await userEvent.click(screen.getByRole('button', { name: 'Show Image 4' }))
  expect(layer()?.visibility).toBe('visible')
  await userEvent.click(screen.getByRole('radio', { name: 'Difference' }))
  expect(layer()?.mixBlendMode).toBe('difference')
})

test('wheel, keys and drag move both images together, and side by side shows the same place of both', async () => {
  await start()
  expect(frames()).toEqual(Array(2).fill('translate(0px, 0px) scale(2)'))
  box().focus()
  await userEvent.keyboard('1')
  expect(frames()).toEqual(Array(2).fill('translate(128px, 64px) scale(1)'))
  await userEvent.keyboard('0')
  const wheel = createEvent.wheel(box(), { deltaY: -Math.log(2) / 0.0018 })
  fireEvent(box(), Object.defineProperties(wheel, { clientX: { value: 512 }, clientY: { value: 256 } }))
  const far = Array(2).fill('translate(-512px, -256px) scale(4)')
  expect(frames()).toEqual(far)
  await userEvent.keyboard('{ArrowLeft}')
  expect(frames()).toEqual(Array(2).fill('translate(-432px, -256px) scale(4)'))
  await userEvent.keyboard('{ArrowRight}')
  await userEvent.click(screen.getByRole('radio', { name: 'Side by side' }))
  await vi.waitFor(() => expect(frames()).toEqual(far))
  expect(screen.getAllByRole('group', { name: /^Image [24]$/ })).toHaveLength(2)
})

test('above 400 % the pixels of both are squares', async () => {
  await start()
  box().focus()
  await userEvent.keyboard('++++')
  expect(screen.getAllByRole('img').map((image) => image.parentElement?.style.imageRendering)).toEqual(
    Array(2).fill('pixelated'),
  )
})

test('nothing blinks by itself where less motion is asked for', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: query.includes('reduce'),
        addEventListener() {},
        removeEventListener() {},
      }) as unknown as MediaQueryList,
  )
  await start()
  await userEvent.click(screen.getByRole('radio', { name: 'Blink' }))
  expect(screen.queryByRole('button', { name: /blink/i })).toBeNull()
  expect(screen.getByRole('button', { name: 'Show Image 4' })).toBeTruthy()
})
