import { useEffect, useState } from 'react'
import { copyText } from './copy-text.ts'

type Copy = 'ready' | 'copied' | 'failed'

/** Copies on a press and says for a moment what came of it. */
export function useCopy(text: string | (() => string)): readonly [state: Copy, copy: () => void] {
  const [state, setState] = useState<Copy>('ready')
  useEffect(() => {
    if (state === 'ready') return
    const timer = setTimeout(() => setState('ready'), 2000)
    return () => clearTimeout(timer)
  }, [state])
  return [
    state,
    () => void copyText(typeof text === 'string' ? text : text()).then((done) => setState(done ? 'copied' : 'failed')),
  ]
}
