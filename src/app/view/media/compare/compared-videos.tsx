import { type CSSProperties, useState } from 'react'
import type { Dimensions } from '#media/dimensions.ts'
import { Choice } from '../../../ui/choice.tsx'
import { useWidth } from '../../../ui/hooks/use-width.ts'
import { useZoom, ZoomButtons } from '../../use-zoom.tsx'
import { largestScale } from '../../zoom.ts'
import { type ComparedMedium, GroupedPlayer, MediumNote } from './compared-medium.tsx'
import { Divider } from './overlay.tsx'
import type { PlayerGroup } from './player-group.ts'
import { ZoomLayer, ZoomSurface, zoomAllByKey } from './zoom-surface.tsx'

interface ComparedVideosProps {
  readonly media: readonly ComparedMedium[]
  readonly group: PlayerGroup
  /** In pixels, as the headers of the first one say, if they do. */
  readonly size: Dimensions | undefined
  readonly isSilent: boolean
}

const ways = [
  ['side', 'Side by side'],
  ['slider', 'Slider'],
  ['difference', 'Difference'],
] as const
type Way = (typeof ways)[number][0]

/** Where the headers do not say it, until the first video is loaded. */
const usual: Dimensions = { width: 1280, height: 720 }

const tallest = 0.62

/** The videos of a group, zoomed and moved together: side by side, or two of them in one box, with a divider or by their difference. */
export function ComparedVideos({ media, group, size, isSilent }: ComparedVideosProps) {
  const [way, setWay] = useState<Way>('side')
  const [played, setPlayed] = useState<Dimensions>()
  const picture = played ?? size ?? usual
  const [divider, setDivider] = useState(50)
  const [width, measure] = useWidth()
  const zoom = useZoom(picture, `${picture.width}x${picture.height}`, largestScale)
  const boxes = way === 'side' ? media.length : 1
  const fit = bestFit(boxes, picture.width / picture.height, { width, height: innerHeight * tallest })
  const [left, right] = media
  const over: Record<Way, CSSProperties> = {
    side: {},
    slider: { clipPath: `inset(0 0 0 ${divider}%)` },
    difference: { mixBlendMode: 'difference' },
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the zoom keys hold for all videos; the digits from 1 choose which is heard.
    <div
      ref={measure}
      onKeyDown={(event) => event.key !== '1' && zoomAllByKey(event, zoom)}
      className="grid grid-cols-1 gap-3"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {media.length === 2 && <Choice name="How to compare" options={ways} value={way} onChange={setWay} />}
        <ZoomButtons zoom={zoom} whole="Actual pixels" />
      </div>
      <ul
        aria-label="Videos"
        style={{ gridTemplateColumns: `repeat(${fit.columns}, minmax(0, ${fit.width}px))` }}
        className={`relative grid justify-center gap-x-3 gap-y-4 ${way === 'difference' ? 'isolate' : ''}`}
      >
        {media.map((one, at) => (
          <li
            key={one.key}
            style={way === 'side' ? {} : { gridArea: '1 / 1', ...(at > 0 && over[way]) }}
            className="grid min-w-0 grid-cols-1 content-start gap-1"
          >
            <ZoomSurface name={one.name} zoom={zoom} picture={picture} look="min-h-0!">
              <ZoomLayer zoom={zoom} picture={picture}>
                <GroupedPlayer
                  {...{ group, at }}
                  file={one.file}
                  name={one.name}
                  {...(at === 0 && { onSize: (width, height) => setPlayed({ width, height }) })}
                />
              </ZoomLayer>
            </ZoomSurface>
            {way === 'side' && <MediumNote of={one} {...{ group, at, isSilent }} />}
          </li>
        ))}
        {way === 'slider' && (
          <li style={{ gridArea: '1 / 1' }} className="pointer-events-none relative">
            <Divider at={divider} name={left?.name ?? ''} onChange={setDivider} />
          </li>
        )}
      </ul>
      {way !== 'side' && (
        <p className="text-center text-soft text-xs">
          {way === 'slider'
            ? `Left: ${left?.name}. Right: ${right?.name}. Drag the line or use the arrow keys.`
            : `Difference of ${left?.name} and ${right?.name}: black is identical.`}
        </p>
      )}
    </div>
  )
}

const gap = 12
const below = 60

/** The number of columns in which boxes of one ratio (width by height) are largest in a room, and their width in px. */
function bestFit(count: number, ratio: number, { width, height }: Dimensions) {
  const fits = Array.from({ length: count }, (_, at) => {
    const columns = at + 1
    const rows = Math.ceil(count / columns)
    const across = (width - gap * (columns - 1)) / columns
    const down = (height - gap * (rows - 1)) / rows - below
    return { columns, width: Math.max(0, Math.floor(Math.min(across, down * ratio))) }
  })
  return fits.reduce((best, one) => (one.width > best.width ? one : best))
}
