import { fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SourceSound, sourceTypeOf } from './source-sound.ts'

let appended: number[] = []
let ended = false
let isFull = false
let buffer: FakeBuffer | undefined
let source: FakeSource | undefined

class FakeBuffer extends EventTarget {
  updating = false
  removed: [number, number][] = []
  appendBuffer(bytes: Uint8Array) {
    if (this.updating) throw new DOMException('busy', 'InvalidStateError')
    if (isFull) throw new DOMException('full', 'QuotaExceededError')
    appended.push(...bytes)
    this.updating = true
  }
  remove(from: number, to: number) {
    this.removed.push([from, to])
  }
  done() {
    this.updating = false
    this.dispatchEvent(new Event('updateend'))
  }
}

class FakeSource extends EventTarget {
  static isTypeSupported = (type: string) => type === 'audio/mpeg'
  readyState = 'closed'
  constructor() {
    super()
    source = this
  }
  open() {
    this.readyState = 'open'
    this.dispatchEvent(new Event('sourceopen'))
  }
  addSourceBuffer() {
    buffer = new FakeBuffer()
    return buffer
  }
  endOfStream() {
    ended = true
    this.readyState = 'ended'
  }
}

beforeEach(() => {
  appended = []
  ended = false
  isFull = false
  vi.stubGlobal('MediaSource', FakeSource)
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:growing')
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {})
  const media = HTMLMediaElement.prototype
  vi.spyOn(media, 'load').mockImplementation(() => {})
  vi.spyOn(media, 'play').mockImplementation(function (this: HTMLMediaElement) {
    fireEvent.play(this)
    return Promise.resolve()
  })
  vi.spyOn(media, 'pause').mockImplementation(function (this: HTMLMediaElement) {
    fireEvent.pause(this)
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('only types that the browser takes in pieces have a source', () => {
  expect([sourceTypeOf('audio/mpeg'), sourceTypeOf('audio/ogg'), sourceTypeOf('audio/aac')]).toEqual([
    'audio/mpeg',
    undefined,
    undefined,
  ])
})

test('pieces are appended one after another, also those that came before it was open, and then it ends', () => {
  const sound = new SourceSound('audio/mpeg')
  sound.play()
  sound.push(Uint8Array.of(1, 2))
  sound.push(Uint8Array.of(3))
  sound.end()
  source?.open()
  expect([appended, ended]).toEqual([[1, 2], false])
  buffer?.done()
  expect([appended, ended]).toEqual([[1, 2, 3], false])
  buffer?.done()
  expect([ended, sound.state]).toEqual([true, 'playing'])
})

test('a full buffer loses no piece', () => {
  const sound = new SourceSound('audio/mpeg')
  source?.open()
  isFull = true
  sound.push(Uint8Array.of(1))
  expect(sound.state).toBe('paused')
  isFull = false
  sound.push(Uint8Array.of(2))
  buffer?.done()
  expect(appended).toEqual([1, 2])
})

test('a buffer that is full ahead of the position is not emptied again and again', () => {
  const media = HTMLMediaElement.prototype
  let first = 0
  vi.spyOn(media, 'currentTime', 'get').mockReturnValue(60)
  vi.spyOn(media, 'buffered', 'get').mockImplementation(() => ({ length: 1, start: () => first, end: () => 900 }))
  const sound = new SourceSound('audio/mpeg')
  source?.open()
  isFull = true
  sound.push(Uint8Array.of(1))
  first = 50
  buffer?.done()
  expect(buffer?.removed).toEqual([[0, 50]])
})

test('another sound that begins pauses it, and its state is told', () => {
  const sound = new SourceSound('audio/mpeg')
  const told: string[] = []
  sound.onChange = () => told.push(sound.state)
  sound.play()
  new SourceSound('audio/mpeg').play()
  sound.close()
  expect(told).toEqual(['playing', 'paused'])
})
