/// <reference path="../../modules.d.ts" />
import { registerOpus } from './opus-coding.ts'
import { registerFlac, registerMp3 } from './wasm-decoders.ts'

// What Mediabunny lacks in Node. The build of the static demo takes `src/demo/browser-codecs.ts` in place of this file.
registerFlac()
registerMp3()
registerOpus()

/**
 * Makes the native decoder known to Mediabunny, where it is installed for this machine; else what is missing for `codec`. Its encoders are
 * left out: they are not safe.
 */
export async function missingDecoder(codec: string): Promise<string | undefined> {
  try {
    // Its own build of FFmpeg, not one of the system.
    process.env.NODE_WEBCODECS_FORCE = 'static'
    const { AudioDecoder, AudioData, EncodedAudioChunk } = await import('node-webcodecs')
    Object.assign(globalThis, { AudioDecoder, AudioData, EncodedAudioChunk })
    return undefined
  } catch {
    return `${codec.toUpperCase()} needs the optional package node-webcodecs, which is not installed on this machine`
  }
}
