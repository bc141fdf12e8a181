import { useEffect, useState } from 'react'
import { type Dimensions, isTooLarge } from '#media/dimensions.ts'
import { upright } from './upright.ts'
import { useBlobUrl } from './use-blob-url.ts'
import { useHeader } from './use-dimensions.ts'

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
