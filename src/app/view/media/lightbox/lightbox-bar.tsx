import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../../ui/button/button.tsx'
import type { Zoom } from '../../use-zoom.ts'
import { MediaFacts, type MediaFile } from '../media-file.tsx'
import { ZoomButtons } from '../zoom-buttons.tsx'

interface LightboxBarProps {
  readonly item: { readonly name: string; readonly file: MediaFile }
  readonly place: string | undefined
  /** Rendered beside the name if there is room. */
  readonly tools: ReactNode
  readonly onClose: () => void
}

/** The header: name, facts, and the close button in a fixed corner. */
export function LightboxBar({ item, place, tools, onClose }: LightboxBarProps) {
  return (
    <header className="flex shrink-0 items-center gap-3 border-line border-b bg-surface px-3 py-2 pl-4">
      <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3 gap-y-0.5 text-sm">
        <h2 className="min-w-0 max-w-[40ch] truncate font-medium" dir="auto" title={item.name}>
          {item.name}
        </h2>
        {place && (
          <span role="status" className="text-soft text-xs tabular-nums">
            {place}
          </span>
        )}
        <span className="text-xs">
          <MediaFacts file={item.file} />
        </span>
      </div>
      {tools}
      <IconButton name="Close" icon={<X size={18} />} onClick={onClose} />
    </header>
  )
}

interface LightboxToolsProps {
  readonly zoom: Zoom
  readonly actions: ReactNode
}

/** The footer: zoom controls and the picture's actions. */
export const LightboxTools = ({ zoom, actions }: LightboxToolsProps) => (
  <div className="flex flex-wrap items-center justify-center gap-x-4">
    <ZoomButtons zoom={zoom} />
    {actions && <div className="flex flex-wrap items-center">{actions}</div>}
  </div>
)
