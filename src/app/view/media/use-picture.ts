import { useEffect, useState } from 'react'
import { type Dimensions, isTooLarge } from '#media/dimensions.ts'
import { useLoaded } from '../../ui/hooks/use-loaded.ts'
import { readDimensions, upright } from './read-picture.ts'

interface Checked {
  readonly size: Dimensions | undefined
  /** True if it has too many pixels to be decoded or an unreadable header; undefined while the header is read. */
  readonly refused: boolean | undefined
}

/** Checks by its header whether a picture may be decoded. */
export function useChecked(blob: Blob): Checked {
  const header = useHeader(blob)
  if (header === undefined) return { size: undefined, refused: undefined }
  return header === 'unknown' ? { size: undefined, refused: true } : { size: header, refused: isTooLarge(header) }
}

/** The object URL of a picture; undefined until the header check passed, since browsers decode any size. */
export function usePicture(blob: Blob): Checked & { readonly url: string | undefined } {
  const checked = useChecked(blob)
  const allowed = checked.refused === false ? blob : undefined
  // If rotation fails, the original Blob is used.
  return { ...checked, url: useBlobUrl(useLoaded(allowed && (() => upright(blob).catch(() => blob)), [allowed])) }
}

/** Dimensions from the header; `unknown` if it has none, undefined while it is read. */
function useHeader(blob: Blob | undefined): 'unknown' | Dimensions | undefined {
  return useLoaded(blob && (async () => (await readDimensions(blob)) ?? 'unknown'), [blob])
}

/** Dimensions of a picture; undefined while they are read, for unknown formats and without a Blob. */
export function useDimensions(blob: Blob | undefined): Dimensions | undefined {
  const size = useHeader(blob)
  return typeof size === 'object' ? size : undefined
}

/** An object URL, revoked on unmount or change of `blob`; undefined on the first render and without a Blob. */
export function useBlobUrl(blob: Blob | undefined): string | undefined {
  const [made, setMade] = useState<{ readonly blob: Blob; readonly url: string }>()
  useEffect(() => {
    if (!blob) return
    const url = URL.createObjectURL(blob)
    setMade({ blob, url })
    return () => URL.revokeObjectURL(url)
  }, [blob])
  return made?.blob === blob ? made?.url : undefined
}
