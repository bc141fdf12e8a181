import { createRoot } from 'react-dom/client'
import WaveSurfer from 'wavesurfer.js'
import { Playback } from '../../../src/app/view/media/player/playback.ts'
import { WaveView } from '../../../src/app/view/media/sound/wave-view.ts'
import { Waveform } from '../../../src/app/view/media/sound/waveform.tsx'
import { PeakMaker, type Peaks } from '../../../src/media/audio/peaks.ts'
import { passage, rate, samples, seconds } from './hour.ts'
import type { WaveName } from './wave-names.ts'

/** A waveform of the hour. What it was asked to show is drawn in the next frames. */
export interface Wave {
  readonly zoom: (pxPerSecond: number) => void
  readonly scroll: (px: number) => void
}

const height = 72
const width = 1600

/** The floor's is drawn anew for each press: a bar for each column, without samples. */
function floor(box: HTMLElement): Wave {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  box.append(canvas)
  const pen = canvas.getContext('2d')
  const draw = () => {
    if (!pen) return
    pen.clearRect(0, 0, width, height)
    pen.fillStyle = '#3a9'
    for (let x = 0; x < width; x += 1) pen.fillRect(x, 20, 1, 32)
  }
  draw()
  return { zoom: draw, scroll: draw }
}

function ours(box: HTMLElement, peaks: Peaks): Wave {
  const view = new WaveView()
  const root = createRoot(box)
  root.render(
    <Waveform
      shape={{ peaks, end: 'whole' }}
      playback={new Playback()}
      label="An hour"
      seconds={seconds}
      view={view}
      height={height}
    />,
  )
  return {
    zoom: (pxPerSecond) => view.zoom(pxPerSecond / view.scale, 0),
    scroll: (px) => view.scrollTo(px / view.scale),
  }
}

/** With peaks as its documentation advises for long sounds: it computes none, and has no audio. */
function surfer(box: HTMLElement, peaks: Peaks): Wave {
  const [pairs = new Int16Array()] = peaks.levels[0]?.pairs ?? []
  const wave = WaveSurfer.create({
    container: box,
    height,
    peaks: [Float32Array.from(pairs, (value) => value / 32_768)],
    duration: seconds,
    waveColor: '#3a9',
    progressColor: '#5cb',
  })
  return { zoom: (pxPerSecond) => wave.zoom(pxPerSecond), scroll: (px) => wave.setScroll(px) }
}

export function openWave(name: WaveName, peaks: Peaks): Wave {
  const box = document.createElement('div')
  box.style.width = `${width}px`
  document.body.replaceChildren(box)
  if (name === 'floor') return floor(box)
  return name === 'ours' ? ours(box, peaks) : surfer(box, peaks)
}

/** The peaks of the hour, and their cost beside the bare loop over the same samples, in ms. */
export function measurePeaks() {
  const part = passage()
  const lane = { values: part, offset: 0, stride: 1 }
  let start = performance.now()
  const out = new Int16Array(2 * Math.ceil(part.length / 256))
  for (let at = 0; at < samples; at += part.length) bareLoop(part, out)
  const bare = performance.now() - start
  start = performance.now()
  const maker = new PeakMaker(rate, 1, samples)
  for (let at = 0; at < samples; at += part.length) maker.add([lane], Math.min(part.length, samples - at))
  const peaks = maker.peaks()
  const own = performance.now() - start
  const bytes = peaks.levels.flatMap(({ pairs }) => pairs).reduce((sum, { byteLength }) => sum + byteLength, 0)
  return { peaks, times: { floor: bare, ours: own, bytes } }
}

/** Lowest and highest of every 256 samples and nothing else. */
function bareLoop(values: Int16Array, out: Int16Array): void {
  for (let from = 0, to = 0; from < values.length; from += 256, to += 2) {
    let lowest = values[from] ?? 0
    let highest = lowest
    for (let at = from + 1; at < from + 256; at += 1) {
      const value = values[at] ?? 0
      if (value < lowest) lowest = value
      else if (value > highest) highest = value
    }
    out[to] = lowest
    out[to + 1] = highest
  }
}
