import { expect, test } from 'vitest'
import { createFakeClock } from '../../run/testing/fake-clock.ts'
import { cannotRecord, type Devices, type MicrophoneSettings, microphoneProblem, recordingType } from './microphone.ts'
import { Recorder, type Take } from './recorder.ts'

class FakeTrack extends EventTarget {
  state: 'live' | 'ended' = 'live'
  muted = false
  stop() {
    this.state = 'ended'
  }
}

/** A recorder of the browser that gives a chunk for each `chunk`, and its last one at its end. */
class FakeMedia extends EventTarget {
  state: RecordingState = 'inactive'
  readonly mimeType = 'audio/webm;codecs=opus'
  start() {
    this.state = 'recording'
  }
  pause() {
    this.state = 'paused'
  }
  resume() {
    this.state = 'recording'
  }
  requestData() {
    this.chunk('pause,')
  }
  stop() {
    this.state = 'inactive'
    queueMicrotask(() => {
      this.chunk('end')
      this.dispatchEvent(new Event('stop'))
    })
  }
  chunk(text: string) {
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob([text]) }))
  }
}

function setUp(open: (asked: MediaStreamConstraints) => Promise<void> = async () => {}) {
  const clock = createFakeClock()
  const settings = { device: '', voiceProcessing: false, countdown: false }
  const asked: MediaStreamConstraints[] = []
  const tracks: FakeTrack[] = []
  const media: FakeMedia[] = []
  const takes: Take[] = []
  const stored: number[] = []
  const devices = Object.assign(new EventTarget(), {
    async getUserMedia(constraints: MediaStreamConstraints) {
      asked.push(constraints)
      await open(constraints)
      const track = new FakeTrack()
      tracks.push(track)
      return { getTracks: () => [track], getAudioTracks: () => [track] }
    },
    enumerateDevices: async () => [
      { kind: 'audioinput', deviceId: 'desk', label: 'Desk' },
      { kind: 'videoinput', deviceId: 'eye', label: 'Camera' },
    ],
  })
  const recorder = new Recorder({
    // The parts of a browser that a recorder uses.
    devices: devices as unknown as Devices,
    settings: (): MicrophoneSettings => settings,
    create: () => {
      const one = new FakeMedia()
      media.push(one)
      return one as unknown as MediaRecorder
    },
    clock,
    begin: () => ({
      ...{ id: `r${media.length}`, started: 7 },
      add: (_, seconds) => void stored.push(seconds),
      end: async () => 'kept',
    }),
    onTake: (take) => void takes.push(take),
    limit: { seconds: 60, says: 'The limit.' },
  })
  const settle = () => new Promise((resolve) => setTimeout(resolve))
  return { ...{ recorder, clock, settings, asked, tracks, media, takes, stored, settle } }
}

test('a pause is not counted, and the microphone is released with the end', async () => {
  const { recorder, clock, media, takes, tracks, stored, settle } = setUp()
  await recorder.start()
  expect(recorder.state().devices.map(({ label }) => label)).toEqual(['Desk'])
  clock.pass(2000)
  media[0]?.chunk('one,')
  recorder.pause()
  expect(media[0]?.state).toBe('paused')
  clock.pass(30_000)
  recorder.resume()
  clock.pass(1500)
  recorder.stop()
  await settle()
  expect(recorder.state().status).toBe('off')
  expect(tracks[0]?.state).toBe('ended')
  expect(takes).toMatchObject([{ id: 'r1', started: 7, seconds: 3.5, stored: 'kept' }])
  expect(await takes[0]?.blob.text()).toBe('one,pause,end')
  expect(stored).toEqual([2, 2, 3.5])
})

test('a recording ends at the limit, not counting pauses, and says so', async () => {
  const { recorder, clock, takes, settle } = setUp()
  await recorder.start()
  clock.pass(50_000)
  recorder.pause()
  clock.pass(50_000)
  recorder.resume()
  clock.pass(10_000)
  await settle()
  expect(takes).toMatchObject([{ seconds: 60 }])
  expect(recorder.state()).toMatchObject({ status: 'off', problem: 'The limit.' })
})

test('closing during a recording keeps it', async () => {
  const { recorder, clock, takes, tracks, settle } = setUp()
  await recorder.start()
  clock.pass(4000)
  recorder.close()
  expect(tracks[0]?.state).toBe('ended')
  await settle()
  expect(takes).toMatchObject([{ seconds: 4 }])
  expect(recorder.state().status).toBe('off')
})

test('a microphone that is unplugged ends the recording, which is kept', async () => {
  const { recorder, clock, takes, tracks, settle } = setUp()
  await recorder.start()
  clock.pass(4000)
  tracks[0]?.dispatchEvent(new Event('ended'))
  await settle()
  expect(takes).toMatchObject([{ seconds: 4 }])
  expect(recorder.state().problem).toBe('The microphone was disconnected. The recording up to then is kept.')
})

test('a permission that is given after the recorder was closed keeps no microphone', async () => {
  let allow = () => {}
  const { recorder, tracks, settle } = setUp(
    () =>
      new Promise((resolve) => {
        allow = resolve
      }),
  )
  void recorder.open()
  await settle()
  recorder.close()
  allow()
  await settle()
  expect(tracks.map(({ state }) => state)).toEqual(['ended'])
  expect(recorder.state().status).toBe('off')
})

test('the countdown can be called off', async () => {
  const { recorder, clock, settings, media } = setUp()
  settings.countdown = true
  await recorder.start()
  clock.pass(2000)
  expect(recorder.state()).toMatchObject({ status: 'counting', left: 1 })
  recorder.stop()
  clock.pass(5000)
  expect([recorder.state().status, media.length]).toEqual(['ready', 0])
  await recorder.start()
  clock.pass(3000)
  expect(recorder.state().status).toBe('recording')
})

test('a chosen microphone that is not connected is replaced by the default one; processing is off unless wanted', async () => {
  const { recorder, settings, asked } = setUp(async ({ audio }) => {
    if (typeof audio === 'object' && audio.deviceId) throw new DOMException('', 'OverconstrainedError')
  })
  settings.device = 'gone'
  settings.voiceProcessing = true
  await recorder.open()
  const on = { echoCancellation: true, noiseSuppression: true, autoGainControl: true }
  expect(asked).toEqual([{ audio: { deviceId: { exact: 'gone' }, ...on } }, { audio: on }])
  settings.voiceProcessing = false
  settings.device = ''
  await recorder.open()
  expect(asked[2]).toEqual({ audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false } })
})

test.each([
  ['NotAllowedError', /denied.*site settings/],
  ['NotFoundError', /No microphone found/],
  ['NotReadableError', /busy/],
])('%s is explained', async (name, words) => {
  const { recorder } = setUp(() => Promise.reject(new DOMException('', name)))
  await recorder.open()
  expect(recorder.state()).toMatchObject({ status: 'off', problem: expect.stringMatching(words) })
  expect(microphoneProblem(new DOMException('', name))).toMatch(words)
})

test('what cannot record says why, and the type is one that the browser knows', () => {
  const navigator = { mediaDevices: setUp().recorder as unknown as Devices }
  expect(cannotRecord({ isSecureContext: false, navigator: {} })).toMatch(/HTTPS/)
  expect(cannotRecord({ isSecureContext: true, navigator })).toMatch(/cannot record/)
  expect(cannotRecord({ isSecureContext: true, navigator, MediaRecorder: class {} })).toBeUndefined()
  expect(recordingType((type) => type.startsWith('audio/mp4'))).toBe('audio/mp4;codecs=mp4a.40.2')
  expect(recordingType(() => false)).toBeUndefined()
})
