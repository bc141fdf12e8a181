import type { CSSProperties, KeyboardEvent, ReactNode } from 'react'
import type { Dimensions } from '#media/dimensions.ts'
import { type Zoom, zoomByKey } from '../../use-zoom.tsx'
import { checkerboard } from '../mask-style.ts'
import { type MediaFile, NotDrawn } from '../media-file.tsx'
import { useChecked, usePicture } from '../use-picture.ts'

interface ZoomSurfaceProps {
  readonly zoom: Zoom
  readonly picture: Dimensions
  readonly name: string
  readonly look: string
  readonly children: ReactNode
}

/** Runs the key of a shared zoom, which holds for all that is compared; arrows only on a box. */
export function zoomAllByKey(event: KeyboardEvent, zoom: Zoom): void {
  const isOnBox = event.target instanceof HTMLElement && event.target.dataset.arrows !== undefined
  if ((isOnBox || !event.key.startsWith('Arrow')) && zoomByKey(event, zoom)) event.stopPropagation()
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
  readonly style?: CSSProperties
  /** Fills the picture's own pixels. */
  readonly children: ReactNode
}

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

export interface SidePicture {
  readonly key: string
  readonly file: MediaFile
  readonly name: string
  readonly alt: string
  readonly notes?: ReactNode
}

interface SideBySideProps {
  readonly zoom: Zoom
  /** The shape that all are fitted into: that of the first. */
  readonly picture: Dimensions
  readonly pictures: readonly SidePicture[]
  readonly look: string
}

export function SideBySide({ zoom, picture, pictures, look }: SideBySideProps) {
  const columns = `repeat(auto-fit, minmax(min(100%, ${pictures.length > 2 ? 16 : 20}rem), 1fr))`
  return (
    <ul aria-label="Images" style={{ gridTemplateColumns: columns }} className="grid items-start gap-4">
      {pictures.map((one) => (
        <li key={one.key} className="grid min-w-0 grid-cols-1 gap-1">
          <Side {...{ zoom, picture, look, one }} />
          <p className="font-medium text-sm">{one.name}</p>
          {one.notes}
        </li>
      ))}
    </ul>
  )
}

interface SideProps extends Omit<SideBySideProps, 'pictures'> {
  readonly one: SidePicture
}

function Side({ zoom, picture, look, one: { file, name, alt } }: SideProps) {
  const { size, refused } = useChecked(file.blob)
  if (refused) return <NotDrawn file={file} size={size} />
  return (
    <ZoomSurface name={name} {...{ zoom, picture, look }}>
      <ZoomLayer zoom={zoom} picture={picture}>
        <LayerImage file={file} alt={alt} />
      </ZoomLayer>
    </ZoomSurface>
  )
}
