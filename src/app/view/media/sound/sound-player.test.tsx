import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Playback } from '../player/playback.ts'
import { edgeAt } from './sound-key.ts'
import { SoundPlayer } from './sound-player.tsx'

const playing = new Set<EventTarget>()

beforeEach(() => {
  const media = HTMLMediaElement.prototype
  playing.clear()
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:sound')
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {})
  vi.spyOn(media, 'duration', 'get').mockReturnValue(60)
  vi.spyOn(media, 'paused', 'get').mockImplementation(function (this: EventTarget) {
    return !playing.has(this)
  })
  vi.spyOn(media, 'play').mockImplementation(function (this: HTMLMediaElement) {
    playing.add(this)
    fireEvent.play(this)
    return Promise.resolve()
  })
  vi.spyOn(media, 'pause').mockImplementation(function (this: HTMLMediaElement) {
    playing.delete(this)
    fireEvent.pause(this)
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const sound = (name: string, bytes = 'no headers') => {
  const blob = new Blob([bytes], { type: 'audio/mpeg' })
  return { blob, type: 'audio/mpeg', size: blob.size, name }
}

/** Players in a page that listens to keys. */
async function shown(...names: readonly string[]) {
  const playback = new Playback()
  const onKeyDown = vi.fn()
  await act(async () => {
    render(
      // biome-ignore lint/a11y/noStaticElementInteractions: it stands for the page.
      <div onKeyDown={({ key }) => onKeyDown(key)}>
        {names.map((name, at) => (
          <SoundPlayer key={name} file={sound(name)} {...(at === 0 && { playback })} />
        ))}
      </div>,
    )
  })
  const players = names.map((name) => screen.getByLabelText<HTMLAudioElement>(name, { selector: 'audio' }))
  for (const player of players) fireEvent.durationChange(player)
  const [player] = players
  if (!player) throw new Error('no player')
  return { playback, player, players, onKeyDown, group: screen.getAllByRole('group')[0] ?? document.body }
}

test('keys of the player act on the sound and do not reach the page; all others do', async () => {
  const { player, group, onKeyDown } = await shown('wave.mp3')
  group.focus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{Shift>}{ArrowLeft}{/Shift}')
  expect(player.currentTime).toBe(9)
  await userEvent.keyboard(' ')
  expect(playing.has(player)).toBe(true)
  await userEvent.keyboard('k{End}m>')
  expect([playing.size, player.currentTime, player.muted, player.playbackRate]).toEqual([0, 60, true, 1.25])
  await userEvent.keyboard('{Home}m')
  expect([player.currentTime, player.muted]).toEqual([0, false])
  expect(onKeyDown.mock.calls).toEqual([['Shift']])
  await userEvent.keyboard('p')
  expect(onKeyDown.mock.calls).toEqual([['Shift'], ['p']])
})

test('a part is repeated from and to the position; the loop button ends it', async () => {
  const { playback, player, group } = await shown('wave.mp3')
  group.focus()
  player.currentTime = 10
  await userEvent.keyboard('[[')
  player.currentTime = 12
  await userEvent.keyboard(']')
  expect(playback.shown().loop).toEqual({ from: 10, to: 12 })
  const loop = screen.getByRole('button', { name: 'Loop (L)', pressed: true })
  playback.play()
  fireEvent.ended(player)
  expect([player.currentTime, playing.has(player)]).toEqual([10, true])
  await userEvent.click(loop)
  expect(playback.shown().loop).toBe(false)
  await userEvent.keyboard('l')
  expect(playback.shown().loop).toBe(true)
})

test('an edge on the wrong side of the other moves that one to the end of the sound', () => {
  expect(edgeAt({ from: 10, to: 12 }, 'from', 20, 60)).toEqual({ from: 20, to: 60 })
  expect(edgeAt({ from: 10, to: 12 }, 'to', 5, 60)).toEqual({ from: 0, to: 5 })
  expect(edgeAt(false, 'from', 60, 60)).toBe(false)
})

test('speed, volume and position are those of the element, and outlive it', async () => {
  const { playback, player } = await shown('wave.mp3')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Speed' }), '0.5')
  fireEvent.change(screen.getByRole('slider', { name: 'Volume' }), { target: { value: '0.25' } })
  playback.seek(7.5)
  expect([player.playbackRate, player.volume, player.currentTime]).toEqual([0.5, 0.25, 7.5])
  const next = document.createElement('audio')
  playback.attach(next)
  expect([next.playbackRate, next.volume]).toEqual([0.5, 0.25])
})

test('one sound is heard at a time', async () => {
  const { players } = await shown('one.mp3', 'two.mp3')
  for (const button of screen.getAllByRole('button', { name: 'Play (K)' })) await userEvent.click(button)
  expect(players.map((player) => playing.has(player))).toEqual([false, true])
})

test('an empty file says so, without controls', () => {
  render(<SoundPlayer file={sound('empty.mp3', '')} />)
  expect(screen.getByRole('status').textContent).toBe('The file is empty: 0 bytes.')
  expect(screen.queryByRole('button')).toBeNull()
})
