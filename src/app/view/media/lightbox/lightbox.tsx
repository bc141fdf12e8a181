import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { Dimensions } from '#media/dimensions.ts'
import { IconButton } from '../../../ui/button/button.tsx'
import { useMedia } from '../../../ui/hooks/use-media.ts'
import { useZoom, ZoomButtons, zoomByKey } from '../../use-zoom.tsx'
import { ZoomLayer } from '../compare/zoom-surface.tsx'
import { MediaFacts, type MediaFile, NotDrawn } from '../media-file.tsx'
import { usePicture } from '../use-picture.ts'

export interface LightboxItem {
  readonly key: string
  readonly file: MediaFile
  /** Alternative text, also the accessible name of the dialog. */
  readonly name: string
  readonly says?: string | undefined
}

interface LightboxProps {
  readonly items: readonly LightboxItem[]
  readonly at: number
  readonly onAt: (at: number) => void
  readonly onClose: () => void
  readonly actions?: ReactNode
  /** Notes below the picture. Key events inside them do not reach the lightbox. */
  readonly foot?: ReactNode
}

export function Lightbox({ items, at, onAt, onClose, actions, foot }: LightboxProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  // `close()` before unmount restores the focus.
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    // Focus the dialog for its key events; no button shows a focus ring.
    shown?.querySelector<HTMLElement>('[data-keys]')?.focus()
    return () => shown?.close()
  }, [])
  const item = items[at]
  const go = (next: number) => next >= 0 && next < items.length && onAt(next)
  return (
    <dialog
      ref={dialog}
      aria-label={item?.name ?? 'Image'}
      onClose={onClose}
      onKeyDown={(event) => {
        // Key events do not propagate to the panel below and its stop key.
        event.stopPropagation()
        if (event.shiftKey) return
        if (event.key === 'ArrowRight') go(at + 1)
        if (event.key === 'ArrowLeft') go(at - 1)
      }}
      className="fixed inset-0 m-0 h-dvh max-h-none w-screen max-w-none overflow-hidden bg-ground p-0 text-ink"
    >
      {item && (
        <Shown
          item={item}
          place={items.length > 1 ? `${at + 1} of ${items.length}` : undefined}
          turns={
            items.length > 1 && (
              <>
                <Turn name="Previous image" isOff={at === 0} side="left-2" onClick={() => go(at - 1)}>
                  <ChevronLeft size={20} />
                </Turn>
                <Turn name="Next image" isOff={at === items.length - 1} side="right-2" onClick={() => go(at + 1)}>
                  <ChevronRight size={20} />
                </Turn>
              </>
            )
          }
          actions={actions}
          foot={foot}
          onClose={() => dialog.current?.close()}
        />
      )}
    </dialog>
  )
}

interface TurnProps {
  readonly name: string
  readonly isOff: boolean
  readonly side: string
  readonly onClick: () => void
  readonly children: ReactNode
}

/** Disabled with `aria-disabled` at the ends, so that it keeps the focus. */
function Turn({ name, isOff, side, onClick, children }: TurnProps) {
  return (
    <span className={`absolute top-1/2 -translate-y-1/2 rounded-md border border-line bg-raised shadow-float ${side}`}>
      <IconButton
        name={name}
        aria-disabled={isOff}
        icon={children}
        className="size-10! aria-disabled:opacity-40 coarse:size-11!"
        onClick={onClick}
      />
    </span>
  )
}

interface ShownProps {
  readonly item: LightboxItem
  readonly place: string | undefined
  readonly turns: ReactNode
  readonly actions: ReactNode
  readonly foot: ReactNode
  readonly onClose: () => void
}

function Shown({ item, place, turns, actions, foot, onClose }: ShownProps) {
  const phone = useMedia('(width < 48rem)')
  const { url, size, refused } = usePicture(item.file.blob)
  /** As it is shown: the header says the size before the EXIF orientation is applied. */
  const [measured, setMeasured] = useState<{ readonly url: string; readonly area: Dimensions | 'broken' }>()
  const area = measured?.url === url ? (measured?.area ?? size) : size
  const picture = area === 'broken' ? undefined : area
  const zoom = useZoom(picture, item.key)
  const tools = (
    <div className="flex flex-wrap items-center justify-center gap-x-4">
      <ZoomButtons zoom={zoom} />
      {actions && <div className="flex flex-wrap items-center">{actions}</div>}
    </div>
  )
  const onKeyDown = (event: KeyboardEvent) => {
    // Without Shift these two turn the page.
    if (event.shiftKey || !/^Arrow(Left|Right)$/.test(event.key)) zoomByKey(event, zoom)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys for the whole window, wherever the focus stands in it.
    <div data-keys tabIndex={-1} className="flex h-full min-h-0 flex-col outline-none" onKeyDown={onKeyDown}>
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
        {!phone && tools}
        <IconButton name="Close" icon={<X size={18} />} onClick={onClose} />
      </header>
      <div className="relative flex min-h-0 flex-1 flex-col">
        <div
          ref={zoom.surface}
          role="img"
          aria-label={item.name}
          onDoubleClick={zoom.toggle}
          {...zoom.pointers}
          className="relative min-h-0 flex-1 cursor-grab touch-none select-none overflow-hidden active:cursor-grabbing"
        >
          {area === 'broken' && (
            <p className="p-8 text-warning">The browser cannot display this image. You can download it.</p>
          )}
          {url && picture && (
            <ZoomLayer zoom={zoom} picture={picture}>
              <img
                src={url}
                alt=""
                draggable={false}
                onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
                  setMeasured({ url, area: { width, height } })
                }
                onError={() => setMeasured({ url, area: 'broken' })}
                className="h-full w-full max-w-none object-contain"
              />
            </ZoomLayer>
          )}
        </div>
        {refused && (
          <div className="absolute inset-0 grid place-items-center">
            <NotDrawn file={item.file} size={size} />
          </div>
        )}
        {turns}
      </div>
      {(item.says || foot) && (
        // biome-ignore lint/a11y/noStaticElementInteractions: what is typed here turns no page.
        <div
          onKeyDown={(event) => event.stopPropagation()}
          className="grid max-h-[20dvh] shrink-0 gap-2 overflow-y-auto border-line border-t bg-surface px-4 py-2.5 text-soft text-xs"
        >
          {item.says && (
            <p>
              <span className="text-faint">Revised prompt: </span>
              <span className="wrap-anywhere">{item.says}</span>
            </p>
          )}
          {foot}
        </div>
      )}
      {/* Where the thumb is. */}
      {phone && <div className="shrink-0 border-line border-t bg-surface px-3 py-2">{tools}</div>}
    </div>
  )
}
