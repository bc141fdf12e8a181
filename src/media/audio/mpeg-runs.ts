import { FileWindow } from './file-window.ts'

/** Frames of MP3 or raw AAC one after the other that have the same rate and channels, and are decoded as one. */
export interface MpegRun {
  /** The first byte of its first frame. */
  readonly start: number
  /** Behind its last frame. */
  readonly end: number
  readonly codec: 'MP1' | 'MP2' | 'MP3' | 'AAC'
  /** In hertz. */
  readonly rate: number
  /** Samples for each channel that are played. */
  readonly samples: number
  /** Decoded samples before those: the delay of encoder and decoder, where a LAME header says so. */
  readonly skip: number
  /** Whether all frames are there that the header in the first one announces; absent without that header. */
  readonly isWhole?: boolean
}

interface Frame {
  /** In bytes. */
  readonly size: number
  readonly samples: number
  readonly codec: MpegRun['codec']
  readonly rate: number
  /** Frames of equal keys are decoded by one decoder. */
  readonly key: number
}

const kilobits = {
  first: [
    [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  ],
  later: [
    [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  ],
} as const
const mpegRates = [44_100, 48_000, 32_000]
const aacRates = [
  ...[96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350],
]

/** A frame by the four bytes of its header (ISO 11172-3, 13818-3); undefined for others and for free format. */
function mpegFrame(a: number, b: number, c: number, d: number): Frame | undefined {
  const [version, layer] = [(b >> 3) & 3, 4 - ((b >> 1) & 3)]
  const usual = mpegRates[(c >> 2) & 3]
  if (a !== 0xff || b < 0xe0 || version === 1 || layer === 4 || usual === undefined) return undefined
  const isFirst = version === 3
  const rate = usual / (isFirst ? 1 : version === 2 ? 2 : 4)
  const bits = (kilobits[isFirst ? 'first' : 'later'][layer - 1]?.[c >> 4] ?? 0) * 1000
  if (bits === 0) return undefined
  const samples = layer === 1 ? 384 : layer === 3 && !isFirst ? 576 : 1152
  const padding = (c >> 1) & 1
  const slot = layer === 1 ? 4 : 1
  const size = (Math.floor((samples * bits) / 8 / rate / slot) + padding) * slot
  const codec = layer === 1 ? 'MP1' : layer === 2 ? 'MP2' : 'MP3'
  return { size, samples, codec, rate, key: (b & 0x1e) * 256 + (c & 0x0c) + (d >> 6 === 3 ? 1 : 0) }
}

/** The same of an ADTS header (ISO 14496-3), which has six bytes. */
function adtsFrame([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0]: Uint8Array): Frame | undefined {
  const rate = aacRates[(c >> 2) & 15]
  const size = ((d & 3) << 11) + (e << 3) + (f >> 5)
  if (a !== 0xff || (b & 0xf6) !== 0xf0 || rate === undefined || size < 8) return undefined
  return { size, samples: 1024, codec: 'AAC', rate, key: ((c & 0xfd) << 2) + (d >> 6) }
}

const frameOf = (bytes: Uint8Array) => {
  const [a = 0, b = 0, c = 0, d = 0] = bytes
  return (b & 6) === 0 ? adtsFrame(bytes) : mpegFrame(a, b, c, d)
}

/** Bytes of a frame in which the header of Xing, LAME or VBRI is. */
const infoBytes = 200

/**
 * The runs of an MP3 or raw AAC file: one, or several where files of other rates were joined. Counts every frame, since neither format has a
 * length that holds: a header in the first frame (Xing) is that of the first file, and without it a mean bit rate is a guess. Tags and
 * whatever else is no frame are passed over.
 */
export async function mpegRuns(file: Blob): Promise<readonly MpegRun[]> {
  const view = new FileWindow(file)
  const runs: MpegRun[] = []
  let open: (Frame & MpegRun & { readonly info: XingInfo | undefined; readonly frames: number }) | undefined
  const close = () => {
    if (open && open.frames > 0) runs.push(trimmed(open, open.info, open.frames))
    open = undefined
  }
  for (let at = 0; at + 4 <= file.size; ) {
    const bytes = await view.at(at, infoBytes)
    const frame = frameOf(bytes)
    const isNext = frame && frame.key === open?.key && at === open.end
    if (!frame || at + frame.size > file.size + 1 || !(isNext || (await isFollowed(view, at, frame, file.size)))) {
      at += id3Length(bytes) || 1
      continue
    }
    if (open && frame.key !== open.key) close()
    const info = (bytes[1] ?? 0) & 6 ? xingInfo(bytes) : undefined
    open ??= { ...frame, start: at, end: at, samples: 0, skip: 0, info, frames: 0 }
    if (!info) open = { ...open, samples: open.samples + frame.samples, frames: open.frames + 1 }
    at += frame.size
    open = { ...open, end: Math.min(at, file.size) }
  }
  close()
  return runs
}

/** Frames that follow each other by no chance. */
const surely = 4

/** Whether a file begins with frames of MP3 or raw AAC, without a tag before them. */
export async function beginsWithFrames(file: Blob): Promise<boolean> {
  const view = new FileWindow(file)
  let key: number | undefined
  let at = 0
  for (let n = 0; n < surely && (n < 2 || at + 4 <= file.size); n += 1) {
    const frame = frameOf(await view.at(at, 10))
    key ??= frame?.key
    if (!frame || frame.key !== key) return false
    at += frame.size
  }
  return true
}

/** Two bytes of sync may be chance: another frame of the kind must follow, or the end, or a tag. */
async function isFollowed(view: FileWindow, at: number, { size, key }: Frame, end: number): Promise<boolean> {
  if (at + size >= end - 3) return true
  const next = await view.at(at + size, 10)
  return frameOf(next)?.key === key || /^(?:TAG|ID3|APE)/.test(String.fromCharCode(...next.subarray(0, 3)))
}

/** The length of an ID3v2 tag, whose size has seven bits a byte; 0 for other bytes. */
function id3Length([a, b, c, , , , d = 0, e = 0, f = 0, g = 0]: Uint8Array): number {
  return a === 0x49 && b === 0x44 && c === 0x33 ? 10 + (d << 21) + (e << 14) + (f << 7) + g : 0
}

/** What the first frame of a file says of it in place of sound. */
interface XingInfo {
  readonly frames?: number
  /** Samples that the encoder put before the sound and behind it. */
  readonly delay?: number
  readonly padding?: number
}

function xingInfo(bytes: Uint8Array): XingInfo | undefined {
  const words = String.fromCharCode(...bytes)
  if (words.startsWith('VBRI', 36)) return {}
  const [, b = 0, , d = 0] = bytes
  const [isFirst, isMono] = [(b & 0x18) === 0x18, d >> 6 === 3]
  const at = 4 + (isFirst ? (isMono ? 17 : 32) : isMono ? 9 : 17)
  if (!words.startsWith('Xing', at) && !words.startsWith('Info', at)) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const flags = view.getUint32(at + 4)
  const lame = at + 8 + (flags & 1) * 4 + ((flags >> 1) & 1) * 4 + ((flags >> 2) & 1) * 100 + ((flags >> 3) & 1) * 4
  const delays = lame + 24 <= bytes.length ? view.getUint32(lame + 20) & 0xffffff : 0
  return { ...(flags & 1 && { frames: view.getUint32(at + 8) }), delay: delays >> 12, padding: delays & 0xfff }
}

/** What a decoder of layer 3 adds. */
const decoderDelay = 529

/** Without what encoder and decoder add; of a run that is not as long as its header says, the end stays. */
function trimmed({ start, end, codec, rate, samples }: MpegRun, info: XingInfo | undefined, frames: number): MpegRun {
  const { delay = 0, padding = 0 } = info ?? {}
  const skip = delay > 0 ? delay + decoderDelay : 0
  const behind = delay > 0 && info?.frames === frames ? Math.max(0, padding - decoderDelay) : 0
  const isWhole = info?.frames === undefined ? undefined : frames >= info.frames
  const found = { start, end, codec, rate, skip, samples: Math.max(0, samples - skip - behind) }
  return isWhole === undefined ? found : { ...found, isWhole }
}
