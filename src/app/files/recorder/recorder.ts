import type { RunClock } from '../../run/life/run-clock.ts'
import type { Recordings, RecordingWriter } from '../../run/recordings.ts'
import { PageState } from '../../ui/page-state.ts'
import {
  type Devices,
  type MicrophoneSettings,
  microphoneProblem,
  microphonesOf,
  openMicrophone,
} from './microphone.ts'

export interface Take {
  readonly id: string
  /** Ms since 1970. */
  readonly started: number
  readonly seconds: number
  readonly blob: Blob
  /** `lost`: the browser did not store it, so it ends with the page. */
  readonly stored: 'kept' | 'lost'
}

export interface RecorderState {
  /** `off`: the microphone is closed. `ready`: it is open and nothing is recorded. */
  readonly status: 'off' | 'opening' | 'ready' | 'counting' | 'recording' | 'paused' | 'finishing'
  readonly left: number
  readonly stream: MediaStream | undefined
  readonly devices: readonly MediaDeviceInfo[]
  readonly problem: string | undefined
  /** The system delivers silence: a hardware switch, or another program. */
  readonly muted: boolean
}

export interface RecorderOptions {
  readonly devices: Devices
  readonly settings: () => MicrophoneSettings
  readonly create: (stream: MediaStream) => MediaRecorder
  readonly clock: Pick<RunClock, 'mono' | 'after'>
  readonly begin: Recordings['begin']
  /** Receives each recording that has ended, also one that ended because the recorder was closed. */
  readonly onTake: (take: Take) => void
  /** The longest recording, in seconds, and the sentence that is shown when one reaches it. */
  readonly limit: { readonly seconds: number; readonly says: string }
}

const closed: RecorderState = {
  ...{ status: 'off', left: 0, stream: undefined, devices: [], problem: undefined, muted: false },
}

/** Ms of sound in a chunk: what a crash loses at most. */
const chunkLength = 1000

/** Records the microphone. An external store: `state` and `subscribe`. The microphone is released with the end of each recording. */
export class Recorder {
  readonly #options: RecorderOptions
  readonly #state = new PageState(() => closed)
  readonly state = this.#state.get
  readonly subscribe = this.#state.subscribe
  #media: MediaRecorder | undefined
  /** Ms recorded before the last pause, and when the part after it began. */
  #before = 0
  #since: number | undefined
  #callOff = () => {}
  /** Counts what was opened: a permission that is given after the recorder was closed must not keep the microphone. */
  #attempt = 0

  constructor(options: RecorderOptions) {
    this.#options = options
  }

  readonly elapsed = (): number => {
    const running = this.#since === undefined ? 0 : this.#options.clock.mono() - this.#since
    return (this.#before + running) / 1000
  }

  /** Opens the microphone, which asks for permission; or opens it anew with changed settings. Does nothing during a recording. */
  readonly open = async (): Promise<void> => {
    if (this.#media || this.state().status === 'finishing') return
    const attempt = this.#next()
    this.#set({ status: 'opening', problem: undefined })
    const { devices, settings } = this.#options
    try {
      const stream = await openMicrophone(devices, settings())
      if (attempt !== this.#attempt) return release(stream)
      this.#set({ status: 'ready', stream })
      this.#watch(stream)
      devices.addEventListener('devicechange', this.#list)
      await this.#list()
    } catch (error) {
      if (attempt === this.#attempt) this.#set({ status: 'off', problem: microphoneProblem(error) })
    }
  }

  /** Begins to record, after a countdown where that is set. Opens the microphone where it is closed. */
  readonly start = async (): Promise<void> => {
    if (this.state().status === 'off') await this.open()
    if (this.state().status !== 'ready') return
    this.#before = 0
    this.#set({ problem: undefined })
    if (this.#options.settings().countdown) this.#count(3)
    else this.#record()
  }

  readonly pause = (): void => {
    if (this.state().status !== 'recording') return
    this.#media?.pause()
    this.#hold()
    // A pause may be long: what was recorded before it is stored now.
    this.#media?.requestData()
    this.#set({ status: 'paused' })
  }

  readonly resume = (): void => {
    if (this.state().status !== 'paused') return
    this.#media?.resume()
    this.#run()
    this.#set({ status: 'recording' })
  }

  readonly stop = (): void => {
    if (this.state().status === 'counting') {
      this.#callOff()
      this.#set({ status: 'ready' })
    } else if (this.#media && this.#media.state !== 'inactive') {
      this.#hold()
      this.#set({ status: 'finishing' })
      this.#media.stop()
    }
  }

  readonly close = (): void => {
    this.stop()
    this.#next()
    this.#set({ ...closed, ...(this.#media && { status: 'finishing' }) })
  }

  #count(left: number): void {
    this.#set({ status: 'counting', left })
    this.#callOff = this.#options.clock.after(1000, () => (left > 1 ? this.#count(left - 1) : this.#record()))
  }

  #record(): void {
    const { stream } = this.state()
    if (!stream) return
    try {
      const media = this.#options.create(stream)
      this.#keep(media, this.#options.begin(media.mimeType))
      media.start(chunkLength)
      this.#media = media
      this.#run()
      this.#set({ status: 'recording' })
    } catch (error) {
      this.#set({ problem: `The browser could not record${error instanceof Error ? `: ${error.message}` : '.'}` })
    }
  }

  #keep(media: MediaRecorder, writer: RecordingWriter): void {
    const chunks: Blob[] = []
    media.addEventListener('dataavailable', ({ data }) => {
      if (data.size === 0) return
      chunks.push(data)
      writer.add(data, this.elapsed())
    })
    media.addEventListener('error', () => this.#set({ problem: 'The browser stopped the recording.' }))
    media.addEventListener('stop', () => {
      this.#hold()
      this.#media = undefined
      this.#next()
      const { id, started } = writer
      const seconds = this.elapsed()
      void writer.end().then((stored) => {
        const blob = new Blob(chunks, { type: media.mimeType })
        if (blob.size > 0) this.#options.onTake({ id, started, seconds, blob, stored })
        this.#set({ status: 'off' })
      })
    })
  }

  #watch(stream: MediaStream): void {
    for (const track of stream.getAudioTracks()) {
      track.addEventListener('ended', () => {
        if (this.state().stream !== stream) return
        const isRecording = this.#media !== undefined
        if (isRecording) this.stop()
        else this.#next()
        const problem = `The microphone was disconnected.${isRecording ? ' The recording up to then is kept.' : ''}`
        this.#set({ ...(!isRecording && { status: 'off' }), problem })
      })
      for (const moment of ['mute', 'unmute'] as const)
        track.addEventListener(moment, () => this.state().stream === stream && this.#set({ muted: track.muted }))
    }
  }

  readonly #list = async (): Promise<void> => this.#set({ devices: await microphonesOf(this.#options.devices) })

  #run(): void {
    const { clock, limit } = this.#options
    this.#since = clock.mono()
    this.#callOff = clock.after(Math.max(0, limit.seconds * 1000 - this.#before), () => {
      this.stop()
      this.#set({ problem: limit.says })
    })
  }

  #hold(): void {
    this.#callOff()
    this.#before = this.elapsed() * 1000
    this.#since = undefined
  }

  /** Releases the microphone; what is still being opened releases itself. */
  #next(): number {
    this.#callOff()
    this.#options.devices.removeEventListener('devicechange', this.#list)
    const { stream } = this.state()
    if (stream) release(stream)
    this.#set({ stream: undefined, muted: false })
    this.#attempt += 1
    return this.#attempt
  }

  #set(change: Partial<RecorderState>): void {
    this.#state.set({ ...this.#state.get(), ...change })
  }
}

function release(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}
