import { Maximize, ZoomIn, ZoomOut } from 'lucide-react'
import { IconButton } from '../../ui/button/button.tsx'
import type { Zoom } from '../use-zoom.ts'
import { percentOf } from '../zoom.ts'

interface ZoomButtonsProps {
  readonly zoom: Zoom
  readonly whole?: string
}

export function ZoomButtons({ zoom, whole = 'Actual pixels (1)' }: ZoomButtonsProps) {
  const scale = percentOf(zoom.share)
  return (
    <div className="flex items-center">
      <IconButton name="Zoom out (-)" icon={<ZoomOut size={18} />} onClick={zoom.farther} />
      <button
        type="button"
        title={whole}
        aria-label={`${scale}: show at 100%`}
        className="min-h-8 w-16 rounded-md text-center font-mono text-soft text-xs tabular-nums hover:bg-raised hover:text-ink coarse:min-h-11"
        onClick={zoom.whole}
      >
        {scale}
      </button>
      <IconButton name="Zoom in (+)" icon={<ZoomIn size={18} />} onClick={zoom.closer} />
      <IconButton name="Fit (0)" icon={<Maximize size={18} />} onClick={zoom.fit} />
    </div>
  )
}
