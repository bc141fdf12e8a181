import { useEffect, useRef } from 'react'
import '../../ui/code-colours.css'
import './text.css'
import { TextView } from './text-view.ts'

interface StreamedTextProps {
  text: string
  streaming?: boolean
  raw?: boolean
}

export function StreamedText({ text, streaming = false, raw = false }: StreamedTextProps) {
  if (raw) {
    return (
      <pre className="reading-raw" dir="auto">
        {text}
      </pre>
    )
  }
  return <Island text={text} streaming={streaming} />
}

/** React renders only the container, so that a delta costs one append instead of a render of the text. */
function Island({ text, streaming }: { text: string; streaming: boolean }) {
  const place = useRef<HTMLDivElement>(null)
  const island = useRef<{ view: TextView; shown: string; finished: boolean }>(null)

  useEffect(() => {
    if (!place.current) return
    const view = new TextView(place.current)
    island.current = { view, shown: '', finished: false }
    return () => {
      view.destroy()
      island.current = null
    }
  }, [])

  useEffect(() => {
    const current = island.current
    if (!current) return
    if (text !== current.shown || (streaming && current.finished)) {
      const isMore = text.startsWith(current.shown) && !current.finished
      if (isMore) current.view.append(text.slice(current.shown.length))
      else current.view.replace(text)
      current.shown = text
      current.finished = false
    }
    if (!streaming && !current.finished) {
      current.view.finish()
      current.finished = true
    }
  }, [text, streaming])

  return <div ref={place} />
}
