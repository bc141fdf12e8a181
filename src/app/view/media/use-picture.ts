import { useEffect, useState } from 'react'
import { type Dimensions, isTooLarge } from '#media/dimensions.ts'
import { readDimensions, upright } from './read-picture.ts'

interface Checked {
  readonly size: Dimensions | undefined
  /** It has too many pixels to be decoded, or its header does not say how many; undefined while that is read. */
  readonly refused: boolean | undefined
}

/** Whether a picture may be decoded, by its header. */
export function useChecked(blob: Blob): Checked {
  const header = useHeader(blob)
  if (header === 'reading') return { size: undefined, refused: undefined }
  return header === 'unknown' ? { size: undefined, refused: true } : { size: header, refused: isTooLarge(header) }
}

/** A picture's address, once it is known that it may be decoded: a browser decodes whatever is behind an address. */
export function usePicture(blob: Blob): Checked & { readonly url: string | undefined } {
  const checked = useChecked(blob)
  return { ...checked, url: useBlobUrl(useUpright(checked.refused === false ? blob : undefined)) }
}

function useUpright(blob: Blob | undefined): Blob | undefined {
  const [made, setMade] = useState<{ readonly of: Blob; readonly seen: Blob }>()
  useEffect(() => {
    if (!blob) return
    let current = true
    // What cannot be turned is shown as the browser shows it, or fails to.
    void upright(blob)
      .catch(() => blob)
      .then((seen) => current && setMade({ of: blob, seen }))
    return () => {
      current = false
    }
  }, [blob])
  return made?.of === blob ? made?.seen : undefined
}

/** What is known of a picture's size; `unknown` where its header says nothing. */
type Known = 'reading' | 'unknown' | Dimensions

/** How large a picture is, by its header. */
export function useHeader(blob: Blob): Known {
  const [read, setRead] = useState<{ readonly blob: Blob; readonly size: Dimensions | undefined }>()
  useEffect(() => {
    let current = true
    void readDimensions(blob).then((size) => current && setRead({ blob, size }))
    return () => {
      current = false
    }
  }, [blob])
  return read?.blob === blob ? (read.size ?? 'unknown') : 'reading'
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
