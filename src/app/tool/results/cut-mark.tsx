import { useEffect, useState } from 'react'
import { isCutOff } from './is-cut-off.ts'
import { Mark } from './mark.tsx'
import type { Drawn } from './slots.ts'

/** On a picture of which only a part came: a browser draws that part and says nothing. */
export function CutMark({ file }: Pick<Drawn, 'file'>) {
  const [cut, setCut] = useState<Blob>()
  useEffect(() => {
    let current = true
    void isCutOff(file).then((is) => current && is && setCut(file.blob))
    return () => {
      current = false
    }
  }, [file])
  return cut === file.blob && <Mark>breaks off: not all of it came</Mark>
}
