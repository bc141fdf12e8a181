import { ChildProcess } from 'node:child_process'
import { BufferSource, EncodedPacketSink, Input, MP4 } from 'mediabunny'
import { expect, test, vi } from 'vitest'
import { decode, encode } from '../picture/paint/codecs.ts'
import { createMakeClip } from '../process-pools.ts'
import { mostClips, ProcessError } from '../run-task.ts'
import { painted } from '../testing/painted.ts'
import type { ClipOrder } from './clip-request.ts'
import { makeClip } from './make/make-clip.ts'

const tiny: ClipOrder = {
  model: 'test',
  prompt: 'a boat at sea',
  seed: 'seed',
  size: { width: 96, height: 64 },
  seconds: 2,
}
const { signal } = new AbortController()

test('a clip is an MP4 of H.264 and AAC, labelled, with a key frame each second; the same order gives the same file', {
  timeout: 60_000,
}, async () => {
  const shares: number[] = []
  const { video, thumbnail } = await createMakeClip()(tiny, signal, (share) => shares.push(share))
  expect(shares.length).toBeGreaterThan(10)
  expect(shares).toEqual([...shares].sort((a, b) => a - b))
  expect(Math.max(...shares)).toBeLessThan(1)
  const input = new Input({ source: new BufferSource(video), formats: [MP4] })
  const [picture, sound] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
  expect(await picture?.getCodec()).toBe('avc')
  expect(await sound?.getCodec()).toBe('aac')
  expect(await input.getMetadataTags()).toMatchObject({ title: tiny.prompt, comment: 'Sandbox: synthetic output.' })
  expect(await picture?.computeDuration()).toBeCloseTo(2, 5)
  expect(await sound?.computeDuration()).toBeCloseTo(2, 1)
  const keys: number[] = []
  if (picture)
    for await (const { type, timestamp } of new EncodedPacketSink(picture).packets())
      if (type === 'key') keys.push(timestamp)
  expect(keys).toEqual([0, 1])
  expect(await decode({ bytes: thumbnail, format: 'webp' })).toMatchObject(tiny.size)
  const again = await makeClip(tiny)
  expect(Buffer.from(again.video).equals(video)).toBe(true)
  expect(Buffer.from(again.thumbnail).equals(thumbnail)).toBe(true)
})

test('a first frame that cannot be decoded fails its clip', { timeout: 60_000 }, async () => {
  const bytes = new Uint8Array(
    await encode(
      painted(96, 64, () => [1, 2, 3, 255]),
      'png',
      100,
    ),
  ).subarray(0, 60)
  await expect(makeClip({ ...tiny, reference: { bytes: new Uint8Array(bytes), format: 'png' } })).rejects.toThrow()
})

/** A process that does what its test says. */
function posed() {
  const kills: string[] = []
  const child = Object.assign(new ChildProcess(), {
    send: () => true,
    kill: (signal: string) => {
      kills.push(signal)
      return true
    },
  })
  return { child, kills, making: createMakeClip(() => child)(tiny, signal) }
}

test('a process that crashes, cannot start or reports a failure fails its clip alone', async () => {
  const crashed = posed()
  crashed.child.emit('exit', null, 'SIGSEGV')
  await expect(crashed.making).rejects.toThrow(ProcessError)
  const unstarted = posed()
  unstarted.child.emit('error', new Error('ENOMEM'))
  await expect(unstarted.making).rejects.toThrow('ended unexpectedly')
  const failed = posed()
  failed.child.emit('message', { kind: 'failed', message: 'The image is damaged.' })
  await expect(failed.making).rejects.toThrow('The image is damaged.')
  expect(failed.kills).toEqual(['SIGKILL'])
})

test('a process that is silent for a minute is ended, and so is one that is called off', async () => {
  vi.useFakeTimers()
  const { child, kills, making } = posed()
  const failure = expect(making).rejects.toThrow('stopped responding')
  vi.advanceTimersByTime(50_000)
  child.emit('message', { kind: 'part', part: 0.5 })
  vi.advanceTimersByTime(50_000)
  expect(kills).toEqual([])
  vi.advanceTimersByTime(10_000)
  await failure
  expect(kills).toEqual(['SIGKILL'])
  vi.useRealTimers()
  await expect(createMakeClip(() => child)(tiny, AbortSignal.abort(new Error('late')))).rejects.toThrow('late')
})

test.each([
  [1, 64, 1],
  [2, 64, 1],
  [6, 64, 3],
  [64, 64, 4],
  [8, 1, 2],
])('with %i cores and %i GB at most %i clips are made at once', (cores, gigabytes, most) => {
  expect(mostClips(cores, gigabytes * 1024 ** 3)).toBe(Math.min(most, mostClips(64)))
})
