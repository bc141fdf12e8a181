import { useEffect, useState } from 'react'
import { bitmapOf } from '../../view/media/upright.ts'

type Decoded =
  | { readonly status: 'decoding' }
  | { readonly status: 'ready'; readonly bitmap: ImageBitmap }
  | { readonly status: 'failed' }

/** A picture decoded upright and whole, for as long as it is shown. The one before it goes only when the next one stands. */
export function useBitmap(blob: Blob): Decoded {
  const [made, setMade] = useState<{ readonly blob: Blob; readonly bitmap: ImageBitmap | undefined }>()
  useEffect(() => {
    let current = true
    void bitmapOf(blob).then(
      (bitmap) => (current ? setMade({ blob, bitmap }) : bitmap.close()),
      () => current && setMade({ blob, bitmap: undefined }),
    )
    return () => {
      current = false
    }
  }, [blob])
  useEffect(() => () => made?.bitmap?.close(), [made])
  if (made?.blob !== blob) return { status: 'decoding' }
  return made.bitmap ? { status: 'ready', bitmap: made.bitmap } : { status: 'failed' }
}
