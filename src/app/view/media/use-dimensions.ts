import { useEffect, useState } from 'react'
import type { Dimensions } from '#media/dimensions.ts'
import { readDimensions } from './read-dimensions.ts'

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
