import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** From the left edge, −60 dB, to the right one, full scale. */
const place = (level: number) => `${((level + 60) / 60) * 100}%`

const words: Readonly<Record<Level['word'], string>> = {
  'No sound': 'text-warning',
  Quiet: 'text-soft',
  'Good level': 'text-soft',
  Loud: 'text-soft',
  Clipping: 'text-danger',
}

/** The input level of a microphone with its peak of the last seconds. Bar and peak are drawn without rendering. */
export function LevelMeter({ stream, onFrame }: { readonly stream: MediaStream; readonly onFrame: () => void }) {
  const bar = useRef<HTMLSpanElement>(null)
  const mark = useRef<HTMLSpanElement>(null)
  const [{ word, clipped, held }, setShown] = useState(silence)
  const frame = useEffectEvent((level: Level) => {
    // Clipped: a change of width would lay the page out with each frame.
    if (bar.current) bar.current.style.clipPath = `inset(0 calc(100% - ${place(level.peak)}) 0 0)`
    if (mark.current) mark.current.style.left = place(level.held)
    if (level.word !== word || level.clipped !== clipped) setShown(level)
    onFrame()
  })
  useEffect(() => {
    const context = new AudioContext()
    const analyser = context.createAnalyser()
    analyser.fftSize = 4096
    context.createMediaStreamSource(stream).connect(analyser)
    const samples = new Float32Array(analyser.fftSize)
    const follow = followLevel()
    let next = requestAnimationFrame(function look(now) {
      analyser.getFloatTimeDomainData(samples)
      frame(follow(samples, now))
      next = requestAnimationFrame(look)
    })
    return () => {
      cancelAnimationFrame(next)
      void context.close()
    }
  }, [stream])
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_5.5rem] items-center gap-3">
      {/* biome-ignore lint/a11y/useSemanticElements: the browser's own has no mark for the peak. */}
      <span
        role="meter"
        aria-label="Input level"
        aria-valuemin={-60}
        aria-valuemax={0}
        aria-valuenow={Math.round(held)}
        aria-valuetext={word}
        className="relative h-2.5 overflow-hidden rounded-full bg-line"
      >
        <span
          ref={bar}
          className={`absolute inset-0 ${word === 'Clipping' ? 'bg-danger' : 'bg-cable'}`}
          style={{ clipPath: 'inset(0 100% 0 0)' }}
        />
        <span ref={mark} className="absolute inset-y-0 left-0 w-0.5 bg-ink" />
      </span>
      <span aria-hidden="true" className={`text-right text-xs ${words[word]}`}>
        {word}
      </span>
      {clipped && (
        <p className="col-span-2 text-warning text-xs">
          The input clipped. Lower the microphone level or move away from it.
        </p>
      )}
    </div>
  )
}

interface Level {
  /** The highest sample of the last part, and of the last one and a half seconds, in dB below full scale; −60 at least. */
  readonly peak: number
  readonly held: number
  readonly clipped: boolean
  /** The held peak in a word. Changes at most once a second, so that it can be read out. */
  readonly word: 'No sound' | 'Quiet' | 'Good level' | 'Loud' | 'Clipping'
}

const silence: Level = { peak: -60, held: -60, clipped: false, word: 'No sound' }

/** Ms for which a peak is held, and between two words. */
const holds = 1500
const wordsEvery = 1000

/** Follows the level of a sound from parts of its samples (−1 to 1). */
export function followLevel(): (samples: Float32Array, now: number) => Level {
  let heldAt = Number.NEGATIVE_INFINITY
  let saidAt = Number.NEGATIVE_INFINITY
  let last = silence
  return (samples, now) => {
    const highest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
    const peak = Math.max(-60, 20 * Math.log10(highest))
    const isHigher = peak >= last.held || now - heldAt > holds
    if (isHigher) heldAt = now
    const held = isHigher ? peak : last.held
    const clips = highest >= 0.999
    const says = now - saidAt >= wordsEvery || clips
    if (says) saidAt = now
    last = { peak, held, clipped: last.clipped || clips, word: says ? wordFor(held, clips) : last.word }
    return last
  }
}

function wordFor(held: number, clips: boolean): Level['word'] {
  if (clips) return 'Clipping'
  if (held > -3) return 'Loud'
  if (held > -30) return 'Good level'
  return held > -55 ? 'Quiet' : 'No sound'
}
