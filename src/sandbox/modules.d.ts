/** A module asked for as a bundle of its own: its address, for `fork`. The build makes it (vite.config.ts). */
declare module '*?bundle' {
  export const bundle: URL
}

/** espeak-ng, compiled to WebAssembly; optional, and licensed under GPL-3.0. The part that is used here. */
declare module '@echogarden/espeak-ng-emscripten' {
  interface EspeakEvent {
    readonly type: string
    /** The first character's place in the text, from 1, counted in code points. */
    readonly text_position: number
    /** Milliseconds. */
    readonly audio_position: number
    /** The phoneme; empty for a pause. */
    readonly id?: string | number
  }

  class Worker {
    /** 0 where there is such a voice. */
    set_voice(name: string): number
    set_rate(wordsPerMinute: number): void
    set_pitch(pitch: number): void
    set_range(range: number): void
    /** Calls back with 16-bit samples and the events in them until the callback gives back true. */
    synthesize(text: string, onPart: (samples: ArrayBuffer | null, events: readonly EspeakEvent[]) => boolean): void
  }

  const init: (module?: object) => Promise<{ readonly eSpeakNGWorker: typeof Worker }>

  // biome-ignore lint/style/noDefaultExport: it is how the library exports it.
  export { init as default }
}

/** RNNoise, compiled to WebAssembly. The part that is used here. */
declare module '@echogarden/rnnoise-wasm' {
  interface RnnoiseModule {
    readonly HEAPF32: Float32Array
    _malloc(bytes: number): number
    _free(at: number): void
    _rnnoise_create(model: 0): number
    _rnnoise_destroy(state: number): void
    /** Frames of 480 samples of 48 kHz, from -32768 to 32767; gives back the likelihood of a voice. */
    _rnnoise_process_frame(state: number, output: number, input: number): number
  }

  const init: () => Promise<RnnoiseModule>

  // biome-ignore lint/style/noDefaultExport: it is how the library exports it.
  export { init as default }
}

/** Registers an audio processor where it is loaded. */
declare module 'signalsmith-stretch'

/** WebCodecs by FFmpeg; optional. Only its decoder is used: its encoders are not safe. */
declare module 'node-webcodecs' {
  export const AudioDecoder: unknown
  export const AudioData: unknown
  export const EncodedAudioChunk: unknown
}
