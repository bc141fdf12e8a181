import { Play, Square } from 'lucide-react'
import { memo, useMemo, useState } from 'react'
import type { CheckResult } from '#lab/checks/check.ts'
import { sayPriceSum, sumPrices } from '#lab/sum-prices.ts'
import { type Peaks, readColumns } from '#media/audio/peaks.ts'
import { mediaKind } from '#media/media-type.ts'
import { VerdictMark } from '../../../history/marks/verdict.tsx'
import { StateLabel, stateOf } from '../../../inspect/line/run-state.tsx'
import { placeState, type Row } from '../../../lab/places.ts'

import { useAssets } from '../../../run/history/use-assets.ts'
import { timeTaken } from '../../../run/time-taken.ts'
import { Boundary } from '../../../ui/boundary.tsx'
import type { MediaFile } from '../../../view/media/media-file.tsx'
import { usePlayableSound } from '../../../view/media/sound/playable-sound.ts'
import { useSoundShape } from '../../../view/media/sound/sound-shape.ts'
import { useBlobUrl, usePicture } from '../../../view/media/use-picture.ts'
import { CheckMark } from '../checks/check-marks.tsx'
import { useSolePlayer } from '../sole-player.ts'

/** Heights of the rows in pixels. */
export const rowHeights = { small: 40, medium: 120, large: 240 } as const
export type RowSize = keyof typeof rowHeights

/** How what a cell shows is arranged in it. Clipped rather than hidden: it is no scroll container, which costs the browser more. */
export const cellLooks = {
  small: 'flex items-center gap-2 overflow-clip py-0.5',
  medium: 'flex flex-col gap-1 overflow-clip py-2',
  large: 'flex flex-col gap-1 overflow-clip py-2',
} as const satisfies Record<RowSize, string>

/** The lines of text that a cell of that height has room for. */
const lines = {
  small: 'truncate',
  medium: 'line-clamp-5 whitespace-pre-line break-words',
  large: 'line-clamp-12 whitespace-pre-line break-words',
} as const

interface CellViewProps {
  readonly row: Row | undefined
  /** Why there is no run: it waits, it has not been sent, or its request names a file that is not there. */
  readonly unsent: string
  readonly size: RowSize
  /** The results of its checks. */
  readonly checks: readonly CheckResult[] | undefined
}

/** What a cell shows in the grid, in the arrangement of `cellLooks`: the beginning of its text, a thumbnail or a button that plays, and its state, checks, verdict, price and seconds. */
export const CellView = memo(function CellView({ row, unsent, ...own }: CellViewProps) {
  const isDeleted = placeState(row) === 'deleted'
  if (!row || isDeleted) return <span className="text-faint text-xs">{isDeleted ? 'Deleted' : unsent}</span>
  return (
    <Boundary of={row} fallback={() => <span className="text-danger text-xs">Cannot be shown</span>}>
      <Peek row={row} {...own} />
    </Boundary>
  )
})

function Peek({ row, size, checks }: Pick<CellViewProps, 'size' | 'checks'> & { readonly row: Row }) {
  const peek = row.output?.peek
  const isPlain = placeState(row) === 'done' && row.status === 'completed'
  const facts = (
    <span className="flex min-w-0 items-center gap-2">
      {!isPlain && <StateLabel state={stateOf(row)} />}
      <CheckMark results={checks} />
      <VerdictMark verdict={row.verdict} size={12} />
      {row.score !== undefined && <span className="shrink-0 text-2xs text-soft">Score {row.score}</span>}
      <span className="ml-auto min-w-0 truncate text-2xs text-faint">{size !== 'small' && priceOf(row)}</span>
      <span className="shrink-0 font-mono text-2xs text-faint tabular-nums">{secondsOf(row)}</span>
    </span>
  )
  const shown =
    peek === undefined ? (
      row.output && <MediaPeek row={row} size={size} />
    ) : (
      <span className={`min-h-0 flex-1 text-xs leading-4 ${lines[size]}`} dir="auto">
        {peek.replace(/\s*\n\s*/g, '\n')}
      </span>
    )
  return (
    <>
      {shown || <span className="flex-1" />}
      {facts}
    </>
  )
}

const priceOf = ({ price }: Row) => sayPriceSum(sumPrices(price === undefined ? [] : [price]))

const secondsOf = (row: Row): string => {
  const taken = timeTaken(row)
  return taken === undefined ? '' : `${(taken / 1000).toFixed(taken < 10_000 ? 2 : 0)} s`
}

function MediaPeek({ row, size }: { readonly row: Row; readonly size: RowSize }) {
  const assets = useAssets(row)
  const files = assets?.filter(({ role }) => role === 'output') ?? []
  const file = files.find(({ type }) => mediaKind(type) !== undefined) ?? files[0]
  if (!file) return <span className="flex-1" aria-busy={assets === undefined} />
  switch (mediaKind(file.type)) {
    case 'image':
      return <Thumbnail blob={file.blob} size={size} />
    case 'audio':
      return <SoundPeek file={file} />
    case 'video':
      return <VideoPeek blob={file.blob} />
    default:
      return <span className="flex-1 truncate text-faint text-xs">{file.type}</span>
  }
}

function Thumbnail({ blob, size }: { readonly blob: Blob; readonly size: RowSize }) {
  const { url, refused } = usePicture(blob)
  if (refused) return <span className="flex-1 text-faint text-xs">Image too large to show</span>
  return (
    <span className={`flex min-h-0 flex-1 ${size === 'small' ? 'h-8 min-w-8' : ''}`}>
      {url && <img src={url} alt="" decoding="async" className="max-h-full max-w-full rounded-[4px] object-contain" />}
    </span>
  )
}

/** The first frame of a video, which plays in its place. */
function VideoPeek({ blob }: { readonly blob: Blob }) {
  const url = useBlobUrl(blob)
  const { player, isPlaying, events, toggle } = useSolePlayer<HTMLVideoElement>()
  return (
    <span className="flex min-h-0 flex-1 items-center gap-2">
      <PlayButton isPlaying={isPlaying} onPress={toggle} />
      {url && (
        <video
          ref={player}
          src={url}
          playsInline
          preload="metadata"
          tabIndex={-1}
          className="max-h-full min-w-0 rounded-[4px]"
          {...events}
        />
      )}
    </span>
  )
}

/** Space in the grid presses it. */
function PlayButton({ isPlaying, onPress }: { readonly isPlaying: boolean; readonly onPress: () => void }) {
  const Icon = isPlaying ? Square : Play
  return (
    <button
      type="button"
      data-play
      tabIndex={-1}
      aria-label={isPlaying ? 'Stop' : 'Play'}
      className="grid size-8 shrink-0 place-items-center rounded-full border border-line hover:bg-raised coarse:size-11"
      onClick={(event) => {
        event.stopPropagation()
        onPress()
      }}
    >
      <Icon size={14} />
    </button>
  )
}

/** Plays a sound, one in the grid at a time; it is read when it is first played. */
function SoundPeek({ file }: { readonly file: Pick<MediaFile, 'blob' | 'type'> }) {
  const [isWanted, want] = useState(false)
  const url = useBlobUrl(usePlayableSound(isWanted ? file : undefined)?.blob)
  const { player, isPlaying, events, toggle } = useSolePlayer<HTMLAudioElement>()
  return (
    <span className="flex min-h-0 flex-1 items-center">
      <PlayButton
        isPlaying={isPlaying}
        onPress={() => {
          want(true)
          toggle()
        }}
      />
      <WavePeek file={file} />
      {url && <audio ref={player} src={url} autoPlay {...events} />}
    </span>
  )
}

/** Columns of a waveform. */
const waves = 100

function wavePath(peaks: Peaks): string {
  const out = new Int16Array(2 * waves)
  const lanes = peaks.levels[0]?.pairs.map((_, lane) => {
    readColumns(peaks, lane, 0, peaks.frames / waves, waves, out)
    return Array.from({ length: waves }, (_, at) => `M${at + 0.5} ${-(out[2 * at + 1] ?? 0)}V${1 - (out[2 * at] ?? 0)}`)
  })
  return lanes?.flat().join('') ?? ''
}

/** The shape of a sound, all channels in one lane. */
function WavePeek({ file }: { readonly file: Pick<MediaFile, 'blob' | 'type'> }) {
  const { peaks } = useSoundShape(file.blob, file.type)
  const path = useMemo(() => peaks && wavePath(peaks), [peaks])
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 -32768 ${waves} 65536`}
      preserveAspectRatio="none"
      className="ml-2 h-full max-h-16 min-w-0 flex-1 text-cable"
    >
      <path d={path} stroke="currentColor" vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
