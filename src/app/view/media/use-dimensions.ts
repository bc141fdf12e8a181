import { useEffect, useState } from 'react'
import { type Dimensions, dimensionsLength, dimensionsOf } from '#media/dimensions.ts'

/** How large a picture is, from its bytes; undefined until they are read, and for formats that are not known. */
export function useDimensions(blob: Blob): Dimensions | undefined {
  const [read, setRead] = useState<{ readonly blob: Blob; readonly size: Dimensions | undefined }>()
  useEffect(() => {
    let current = true
    void blob
      .slice(0, dimensionsLength)
      .arrayBuffer()
      .then((bytes) => current && setRead({ blob, size: dimensionsOf(new Uint8Array(bytes)) }))
      .catch(() => {})
    return () => {
      current = false
    }
  }, [blob])
  return read?.blob === blob ? read.size : undefined
}
