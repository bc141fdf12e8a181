import type { CSSProperties, ReactNode } from 'react'
import type { Dimensions } from '#media/dimensions.ts'
import type { Zoom } from '../../use-zoom.ts'
import { checkerboard } from '../mask-style.ts'
import type { MediaFile } from '../media-file.tsx'
import { usePicture } from '../use-picture.ts'

interface ZoomSurfaceProps {
  readonly zoom: Zoom
  readonly picture: Dimensions
  readonly name: string
  readonly look: string
  readonly children: ReactNode
}

/** A box of a shared zoom: wheel, drag and pinch in it move what all boxes of the zoom show. */
export function ZoomSurface({ zoom, picture: { width, height }, name, look, children }: ZoomSurfaceProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields; here are images in one place.
    <div
      ref={zoom.surface}
      role="group"
      aria-label={name}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrows move what is in it.
      tabIndex={0}
      data-arrows
      style={{ aspectRatio: `${width} / ${height}` }}
      onDoubleClick={zoom.toggle}
      {...zoom.pointers}
      // Fitted, it lets a finger scroll the page.
      className={`relative isolate min-h-48 w-full cursor-grab select-none overflow-hidden rounded-md border border-line bg-sunken active:cursor-grabbing ${zoom.isFitted ? 'touch-pan-y' : 'touch-none'} ${look}`}
    >
      {children}
    </div>
  )
}

interface ZoomLayerProps {
  readonly zoom: Zoom
  readonly picture: Dimensions
  /** Of the layer, which is as large as the box. */
  readonly style?: CSSProperties
  /** Fills the picture's own pixels. */
  readonly children: ReactNode
}

/** What a box shows at the view of its zoom, on an opaque ground. */
export function ZoomLayer({ zoom: { view, share }, picture, style, children }: ZoomLayerProps) {
  if (!view) return null
  const moved = `translate(${view.x}px, ${view.y}px)`
  return (
    <div className="absolute inset-0 overflow-hidden" style={style}>
      <div
        style={{
          background: `${checkerboard}, var(--ground)`,
          width: picture.width * view.scale,
          height: picture.height * view.scale,
          transform: moved,
        }}
        className="absolute top-0 left-0"
      />
      <div
        style={{
          width: picture.width,
          height: picture.height,
          transform: `${moved} scale(${view.scale})`,
          imageRendering: share > 4 ? 'pixelated' : 'auto',
        }}
        className="absolute top-0 left-0 origin-top-left"
      >
        {children}
      </div>
    </div>
  )
}

/** A file as the content of a layer; of another shape, it is fitted into the picture. */
export function LayerImage({ file, alt }: { readonly file: MediaFile; readonly alt: string }) {
  const { url } = usePicture(file.blob)
  return url === undefined ? null : (
    <img src={url} alt={alt} draggable={false} className="h-full w-full max-w-none object-contain" />
  )
}
