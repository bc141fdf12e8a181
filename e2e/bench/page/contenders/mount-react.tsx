import { type ComponentType, useLayoutEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { Contender } from './contender.ts'

export interface AnswerProps {
  readonly text: string
  readonly streaming: boolean
}

/** A component that is given the whole text again at each flush, as a chat built on React does it. */
export function mountReact(host: HTMLElement, Answer: ComponentType<AnswerProps>): Contender {
  let text = ''
  let show = (_: AnswerProps) => {}
  function Growing() {
    const [props, setProps] = useState<AnswerProps>({ text, streaming: true })
    useLayoutEffect(() => {
      show = setProps
    }, [])
    return <Answer {...props} />
  }
  createRoot(host).render(<Growing />)
  return {
    append(more) {
      text += more
      show({ text, streaming: true })
    },
    finish: () => show({ text, streaming: false }),
  }
}
