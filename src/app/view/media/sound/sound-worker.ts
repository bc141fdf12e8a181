import { makeWav, wholeRecording } from '#media/audio/convert-sound.ts'
import { decodeSound, NotDecoded } from '#media/audio/decode-sound.ts'
import { playableOf } from '#media/audio/headerless.ts'
import { PeakMaker, type Peaks } from '#media/audio/peaks.ts'
import { readSoundFacts, type SoundFacts } from '#media/audio/sound-facts.ts'

export type SoundQuestion =
  | { readonly task: 'facts' | 'wav' | 'recording' | 'peaks'; readonly file: Blob; readonly type: string }
  | { readonly task: 'samples'; readonly rate: number; readonly planes: readonly Float32Array[] }

/** `none`: no facts, or not decoded. `peaks` comes several times; the last one has an `end`. */
export type SoundAnswer =
  | { readonly kind: 'facts'; readonly facts: SoundFacts }
  | { readonly kind: 'file'; readonly file: Blob }
  | { readonly kind: 'peaks'; readonly peaks: Peaks | undefined; readonly end?: PeaksEnd }
  | { readonly kind: 'none' }

/** Why no more peaks come: all are there, the rest is damaged, or this browser has no decoder that a worker can use. */
export type PeaksEnd = 'whole' | 'damaged' | 'noDecoder'

const pause = 200

/** Most blocks of a growing waveform: those of an hour take 11 MB, and a copy of them five times a second would fill the memory. */
const growing = 2 ** 14

async function sendPeaks(file: Blob, type: string): Promise<void> {
  let maker: PeakMaker | undefined
  let last = performance.now()
  try {
    for await (const { rate, frames, lanes, expected } of decodeSound(await playableOf(file, type))) {
      maker ??= new PeakMaker(rate, lanes.length, expected)
      maker.add(lanes, frames)
      if (performance.now() - last < pause) continue
      send({ kind: 'peaks', peaks: maker.peaks(growing) })
      last = performance.now()
    }
    send({ kind: 'peaks', peaks: maker?.peaks(), end: maker ? 'whole' : 'damaged' })
  } catch (thrown) {
    const lacksDecoder = thrown instanceof NotDecoded && thrown.lacksDecoder
    send({ kind: 'peaks', peaks: maker?.peaks(), end: lacksDecoder ? 'noDecoder' : 'damaged' })
  }
}

function peaksOf(rate: number, planes: readonly Float32Array[]): Peaks {
  const maker = new PeakMaker(rate, planes.length)
  const lanes = planes.map((values) => ({ values, offset: 0, stride: 1 }))
  maker.add(lanes, planes[0]?.length ?? 0)
  return maker.peaks()
}

function send(answer: SoundAnswer): void {
  const levels = (answer.kind === 'peaks' && answer.peaks?.levels) || []
  postMessage(answer, { transfer: levels.flatMap(({ pairs }) => pairs.map(({ buffer }) => buffer)) })
}

async function answer(question: SoundQuestion): Promise<void> {
  if (question.task === 'samples')
    return send({ kind: 'peaks', peaks: peaksOf(question.rate, question.planes), end: 'whole' })
  const { task, file, type } = question
  if (task === 'peaks') return sendPeaks(file, type)
  if (task === 'wav') {
    const wav = await makeWav(file, type).catch(() => undefined)
    return send(wav ? { kind: 'file', file: wav } : { kind: 'none' })
  }
  if (task === 'recording') return send({ kind: 'file', file: await wholeRecording(file) })
  const facts = await readSoundFacts(file, type)
  send(facts ? { kind: 'facts', facts } : { kind: 'none' })
}

addEventListener('message', ({ data }: MessageEvent<SoundQuestion>) => void answer(data))
