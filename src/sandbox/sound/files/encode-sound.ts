import { registerAacEncoder } from '@mediabunny/aac-encoder'
import { registerFlacEncoder } from '@mediabunny/flac-encoder'
import { registerMp3Encoder } from '@mediabunny/mp3-encoder'
import {
  AdtsOutputFormat,
  AudioSampleSource,
  BufferTarget,
  FlacOutputFormat,
  type OutputFormat as MediaFormat,
  Mp3OutputFormat,
  OggOutputFormat,
  Output,
  StreamTarget,
  type StreamTargetChunk,
} from 'mediabunny'
import { joinedBytes } from '#media/png.ts'
import '#sandbox/sound/files/sound-codecs.ts'
import type { OutputFormat } from '../sound-task.ts'
import { audioSample } from './audio-sample.ts'
import { pcm16, wavHeader } from './wav-file.ts'

registerAacEncoder()
registerMp3Encoder()
registerFlacEncoder()

export interface Tags {
  readonly title: string
  readonly comment: string
  readonly artist: string
}

interface Encoding {
  readonly format: OutputFormat
  readonly channels: number
  readonly frames: number
  readonly tags: Tags
}

export type Blocks = Iterable<readonly Float32Array[]>

/** Formats that can be written front to back. A FLAC file's header has its length, so it is written whole. */
const streamed: Readonly<
  Record<string, { readonly codec: 'mp3' | 'aac' | 'opus'; readonly format: () => MediaFormat }>
> = {
  mp3: { codec: 'mp3', format: () => new Mp3OutputFormat({ xingHeader: false }) },
  aac: { codec: 'aac', format: () => new AdtsOutputFormat() },
  opus: { codec: 'opus', format: () => new OggOutputFormat({ maximumPageDuration: 0.5 }) },
}

async function encodeInto(output: Output, codec: 'mp3' | 'aac' | 'opus' | 'flac', blocks: Blocks, encoding: Encoding) {
  const { format, tags } = encoding
  const source = new AudioSampleSource(codec === 'flac' ? { codec } : { codec, bitrate: format.bitrate })
  output.addAudioTrack(source)
  output.setMetadataTags(tags)
  await output.start()
  let frames = 0
  for (const channels of blocks) {
    const sample = audioSample(channels, format.rate, frames / format.rate)
    await source.add(sample)
    sample.close()
    frames += channels[0]?.length ?? 0
  }
  await output.finalize()
}

const partBytes = 8192

/** Encodes a sound while it is made; its bytes are handed over in order. The same input gives the same bytes. */
export async function encodeSound(
  blocks: Blocks,
  encoding: Encoding,
  write: (bytes: Uint8Array) => void,
): Promise<void> {
  const { format, channels, frames, tags } = encoding
  const { container, rate } = format
  const streaming = streamed[container]
  if (streaming) {
    let held = new Uint8Array()
    const flush = () => {
      if (held.length > 0) write(held)
      held = new Uint8Array()
    }
    const parts = new WritableStream<StreamTargetChunk>({
      write({ data }) {
        held = joinedBytes([held, data])
        if (held.length >= partBytes) flush()
      },
      close: flush,
    })
    const target = new StreamTarget(parts)
    return encodeInto(new Output({ format: streaming.format(), target }), streaming.codec, blocks, encoding)
  }
  if (container === 'flac') {
    const target = new BufferTarget()
    await encodeInto(new Output({ format: new FlacOutputFormat(), target }), 'flac', blocks, encoding)
    return write(new Uint8Array(target.buffer ?? new ArrayBuffer()))
  }
  if (container === 'wav') write(wavHeader(rate, channels, frames, tags.title, tags.comment))
  for (const block of blocks) write(pcm16(block))
}
