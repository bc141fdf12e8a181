import { useEffect, useState } from 'react'
import { askDifference } from './ask-difference.ts'
import type { Measured } from './measure-difference.ts'

interface Asked {
  readonly before: Blob
  readonly after: Blob
  readonly mask: Blob | undefined
  readonly measured: Measured
}

/** What differs between two pictures; undefined while it is being found out. */
export function useMeasured(before: Blob, after: Blob, mask: Blob | undefined): Measured | undefined {
  const [last, setLast] = useState<Asked>()
  useEffect(() => {
    let current = true
    void askDifference(before, after, mask).then((measured) => current && setLast({ before, after, mask, measured }))
    return () => {
      current = false
    }
  }, [before, after, mask])
  return last?.before === before && last.after === after && last.mask === mask ? last.measured : undefined
}
