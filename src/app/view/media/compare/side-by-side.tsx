import type { ReactNode } from 'react'
import type { Dimensions } from '#media/dimensions.ts'
import type { Zoom } from '../../use-zoom.ts'
import { type MediaFile, NotDrawn } from '../media-file.tsx'
import { useChecked } from '../use-picture.ts'
import { LayerImage, ZoomLayer, ZoomSurface } from './zoom-surface.tsx'

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
