import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ComparePlayers } from './compare-players.tsx'

/** The elements that play. */
const playing = new Set<EventTarget>()

beforeEach(() => {
  playing.clear()
  const media = HTMLMediaElement.prototype
  vi.spyOn(media, 'duration', 'get').mockReturnValue(10)
  vi.spyOn(media, 'readyState', 'get').mockReturnValue(4)
  vi.spyOn(media, 'paused', 'get').mockImplementation(function (this: EventTarget) {
    return !playing.has(this)
  })
  vi.spyOn(media, 'play').mockImplementation(function (this: EventTarget) {
    playing.add(this)
    return Promise.resolve()
  })
  vi.spyOn(media, 'pause').mockImplementation(function (this: EventTarget) {
    playing.delete(this)
  })
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1')
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const mediumOf = (type: string, name: string) => {
  const blob = new Blob([name], { type })
  return { key: name, name, file: { blob, type, size: blob.size } }
}
const names = ['Run #1', 'Run #2', 'Run #3']

async function start(type = 'audio/mpeg') {
  render(<ComparePlayers media={names.map((name) => mediumOf(type, name))} />)
  await screen.findByRole('slider', { name: 'Position' })
  const players = await waitFor(() => {
    const found = names.map((name) => screen.getByLabelText<HTMLMediaElement>(name, { selector: 'audio, video' }))
    expect(screen.getByText(/\/ 0:10\.0$/)).toBeTruthy()
    return found
  })
  return { players, region: screen.getByRole('region', { name: /compared$/ }) }
}

const times = (players: readonly HTMLMediaElement[]) => players.map(({ currentTime }) => currentTime)

test('all play and pause together, by the button and by keys', async () => {
  const { region } = await start()
  await userEvent.click(screen.getByRole('button', { name: 'Play (K)' }))
  await waitFor(() => expect(playing.size).toBe(3))
  fireEvent.keyDown(region, { key: 'k' })
  await waitFor(() => expect(playing.size).toBe(0))
  fireEvent.keyDown(region, { key: ' ' })
  await waitFor(() => expect(playing.size).toBe(3))
  // On a button, Space is a press of the button.
  fireEvent.keyDown(screen.getByRole('button', { name: 'Loop (R)' }), { key: ' ' })
  expect(playing.size).toBe(3)
})

test('the slider and the keys move all to one time', async () => {
  const { players, region } = await start()
  fireEvent.change(screen.getByRole('slider', { name: 'Position' }), { target: { value: '4' } })
  await waitFor(() => expect(times(players)).toEqual([4, 4, 4]))
  fireEvent.keyDown(region, { key: 'l' })
  await waitFor(() => expect(times(players)).toEqual([9, 9, 9]))
  fireEvent.keyDown(region, { key: 'Home' })
  await waitFor(() => expect(times(players)).toEqual([0, 0, 0]))
  fireEvent.keyDown(region, { key: 'ArrowRight' })
  await waitFor(() => expect(times(players)).toEqual([1, 1, 1]))
})

test('one is heard, chosen by its name or its digit, or none', async () => {
  const { players, region } = await start()
  const audible = () => players.map(({ muted }) => !muted)
  expect(audible()).toEqual([true, false, false])
  fireEvent.keyDown(region, { key: '3' })
  expect(audible()).toEqual([false, false, true])
  await userEvent.click(screen.getByRole('radio', { name: 'Run #2' }))
  expect(audible()).toEqual([false, true, false])
  // A radio button does not take letters away from the players.
  fireEvent.keyDown(screen.getByRole('radio', { name: 'Run #2' }), { key: 'm' })
  expect(audible()).toEqual([false, false, false])
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Muted' }).checked).toBe(true)
})

test('sounds have no frames; speed and loop hold for all', async () => {
  const { players, region } = await start()
  expect(screen.queryByRole('button', { name: /frame/ })).toBeNull()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Speed' }), '0.5')
  fireEvent.keyDown(region, { key: 'r' })
  expect(screen.getByRole('button', { name: 'Loop (R)', pressed: true })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Play (K)' }))
  await waitFor(() => expect(players.map(({ playbackRate }) => playbackRate)).toEqual([0.5, 0.5, 0.5]))
})

test('a file that the browser cannot play says so, and the others play', async () => {
  const { players } = await start()
  const [first] = players
  if (!first) throw new Error('no player')
  vi.spyOn(first, 'error', 'get').mockReturnValue({ code: 4 } as MediaError)
  fireEvent.error(first)
  expect(within(screen.getAllByRole('listitem')[0] ?? document.body).getByText(/cannot play this file/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Play (K)' }))
  await waitFor(() => expect(playing.size).toBe(2))
})
