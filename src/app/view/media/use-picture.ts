import { useEffect, useState } from 'react'
import { type Dimensions, isTooLarge } from '#media/dimensions.ts'
import { useLoaded } from '../../ui/use-loaded.ts'
import { readDimensions, upright } from './read-picture.ts'

interface Checked {
  readonly size: Dimensions | undefined
  /** It has too many pixels to be decoded, or its header does not say how many; undefined while that is read. */
  readonly refused: boolean | undefined
}

/** Whether a picture may be decoded, by its header. */
export function useChecked(blob: Blob): Checked {
  const header = useHeader(blob)
  if (header === undefined) return { size: undefined, refused: undefined }
  return header === 'unknown' ? { size: undefined, refused: true } : { size: header, refused: isTooLarge(header) }
}

/** A picture's address, once it is known that it may be decoded: a browser decodes whatever is behind an address. */
export function usePicture(blob: Blob): Checked & { readonly url: string | undefined } {
  const checked = useChecked(blob)
  return { ...checked, url: useBlobUrl(useUpright(checked.refused === false ? blob : undefined)) }
}

function useUpright(blob: Blob | undefined): Blob | undefined {
  // A picture that cannot be turned is shown as the browser decodes it, or fails to.
  return useLoaded(blob && (() => upright(blob).catch(() => blob)), [blob])
}

/** A picture's size from its header; `unknown` where the header does not say, undefined while it is read. */
function useHeader(blob: Blob): 'unknown' | Dimensions | undefined {
  return useLoaded(async () => (await readDimensions(blob)) ?? 'unknown', [blob])
}

/** How large a picture is; undefined until that is read, and for formats that are not known. */
export function useDimensions(blob: Blob): Dimensions | undefined {
  const size = useHeader(blob)
  return typeof size === 'object' ? size : undefined
}

/** The address of bytes for as long as they are shown, and released after; undefined before the first drawing, and for none. */
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
