import { expect, test, vi } from 'vitest'
import type { GrowingSound } from '../../../view/media/sound/arriving/growing-sound.ts'
import { handOver, takeOver } from '../../../view/media/sound/arriving/growing-sound.ts'
import { ArrivingPlayback } from './arriving-playback.ts'

type Listener = Parameters<typeof import('../../../run/listen-to.ts').listenToRun>[1]

/** A player that notes what is asked of it. */
function fakeSound() {
  const did: string[] = []
  const sound = {
    state: 'paused' as GrowingSound['state'],
    onChange: () => {},
    push: ({ length }: Uint8Array) => void did.push(`push ${length}`),
    end: () => void did.push('end'),
    play: () => {
      did.push('play')
      sound.state = 'playing'
      sound.onChange()
    },
    pause: () => {
      did.push('pause')
      sound.state = 'paused'
      sound.onChange()
    },
    close: () => void did.push('close'),
    time: () => 2.5,
    ready: () => 4,
  }
  return { sound, did }
}

function opened(make: (type: string) => GrowingSound | undefined) {
  let listener: Listener | undefined
  let forgotten = false
  const playback = new ArrivingPlayback(
    'run',
    () => {
      forgotten = true
    },
    make,
    (_, told) => {
      listener = told
    },
  )
  const come = (length: number) => listener?.onSound({ bytes: new Uint8Array(length), type: 'audio/mpeg' })
  return { playback, come, end: () => listener?.onEnd(), isForgotten: () => forgotten }
}

const taker = () => ({ seek: vi.fn(), play: vi.fn() })

test('it plays from the first piece on, and the player of the whole file plays on where it is', () => {
  const { sound, did } = fakeSound()
  const { playback, come, end, isForgotten } = opened(() => sound)
  const hide = playback.show()
  expect(playback.state.get()).toBe('waiting')
  come(10)
  come(5)
  expect([playback.state.get(), playback.times()]).toEqual(['playing', { at: 2.5, ready: 4 }])
  end()
  expect([did, isForgotten()]).toEqual([['play', 'push 10', 'push 5', 'end'], true])
  hide()
  const [other, player] = [taker(), taker()]
  takeOver({ run: 'run', size: 14 }, other)
  takeOver({ run: 'another', size: 15 }, other)
  takeOver({ run: 'run', size: 15 }, player)
  expect(other.play).not.toHaveBeenCalled()
  expect(player.seek).toHaveBeenCalledWith(2.5)
  expect(player.play).toHaveBeenCalledOnce()
  expect(did.at(-1)).toBe('close')
  takeOver({ run: 'elsewhere', size: 15 }, other)()
  expect(other.seek).not.toHaveBeenCalled()
  takeOver({ run: 'run', size: 15 }, player)()
  expect(player.play).toHaveBeenCalledTimes(2)
  expect(player.seek.mock.lastCall?.[0]).toBeCloseTo(2.5, 1)
})

test('one that was paused hands over its position and stays silent', () => {
  const { sound } = fakeSound()
  const { playback, come, end } = opened(() => sound)
  const hide = playback.show()
  come(7)
  playback.toggle()
  end()
  hide()
  const player = taker()
  takeOver({ run: 'run', size: 7 }, player)
  expect([player.seek.mock.calls, player.play.mock.calls]).toEqual([[[2.5]], []])
})

test('it pauses where its run leaves the screen, and takes what still comes', () => {
  vi.useFakeTimers()
  const { sound, did } = fakeSound()
  const { playback, come } = opened(() => sound)
  const hide = playback.show()
  come(1)
  hide()
  vi.advanceTimersByTime(1000)
  come(2)
  expect(did).toEqual(['play', 'push 1', 'pause', 'push 2'])
  playback.show()
  playback.toggle()
  expect(playback.state.get()).toBe('playing')
  vi.useRealTimers()
})

test('where its file is shown a moment before its end is known, it plays on', () => {
  const { sound } = fakeSound()
  const { playback, come, end } = opened(() => sound)
  const hide = playback.show()
  come(9)
  const player = taker()
  takeOver({ run: 'run', size: 9 }, player)
  hide()
  end()
  expect(player.play).toHaveBeenCalledOnce()
})

test('a type that plays only as a whole is said to be so, once, and forgotten at its end', () => {
  const { playback, come, end, isForgotten } = opened(() => undefined)
  const listener = vi.fn()
  playback.state.subscribe(listener)
  come(1)
  come(1)
  end()
  expect([playback.state.get(), isForgotten(), listener.mock.calls.length]).toEqual(['whole-only', true, 1])
})

test('what no player takes over is closed', () => {
  vi.useFakeTimers()
  const { sound, did } = fakeSound()
  handOver(sound, { run: 'run', size: 3 })
  vi.advanceTimersByTime(10_000)
  vi.useRealTimers()
  expect(did).toEqual(['close'])
})
