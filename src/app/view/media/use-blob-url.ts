import { useEffect, useState } from 'react'

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
