import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { followLevel, type Level, silence } from './level.ts'

interface LevelMeterProps {
  readonly stream: MediaStream
  readonly onFrame: () => void
}

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
export function LevelMeter({ stream, onFrame }: LevelMeterProps) {
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
