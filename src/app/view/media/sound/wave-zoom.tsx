import { Maximize, ZoomIn, ZoomOut } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { IconButton } from '../../../ui/button/button.tsx'
import type { WaveView } from './wave-view.ts'

interface WaveZoomProps {
  readonly view: WaveView
  /** The second that stays in its place while it is in sight, such as the position. */
  readonly around?: () => number
}

/** The zoom of a waveform. */
export function WaveZoom({ view, around }: WaveZoomProps) {
  const { scale } = useSyncExternalStore(view.watch, view.shown)
  const middle = () => {
    const at = around?.()
    const x = at === undefined ? -1 : view.xOf(at)
    return x >= 0 && x <= view.width ? at : undefined
  }
  return (
    <div className="flex items-center">
      <IconButton
        name="Zoom out"
        icon={<ZoomOut size={16} />}
        disabled={scale === undefined}
        onClick={() => view.zoomOut(middle())}
      />
      <IconButton name="Zoom in" icon={<ZoomIn size={16} />} onClick={() => view.zoomIn(middle())} />
      <IconButton name="Show all" icon={<Maximize size={16} />} disabled={scale === undefined} onClick={view.fit} />
    </div>
  )
}
