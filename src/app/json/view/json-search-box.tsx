import { ChevronDown, ChevronUp } from 'lucide-react'
import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { isComposing } from '../../ui/keys/keyboard.ts'
import type { JsonIndex } from './json-index.ts'
import { searchJson } from './json-search.ts'

interface JsonSearchBoxProps {
  index: JsonIndex
  onShow: (node: number) => void
  /** Called with all hits, which are then marked. */
  onHits: (hits: ReadonlySet<number>) => void
}

/** Searches keys and values, and steps through the hits. */
export function JsonSearchBox({ index, onShow, onHits }: JsonSearchBoxProps) {
  const [typed, setTyped] = useState('')
  const words = useDeferredValue(typed)
  const hits = useMemo(() => searchJson(index, words), [index, words])
  const [at, setAt] = useState(0)
  const tell = useRef({ onShow, onHits })
  useEffect(() => {
    tell.current = { onShow, onHits }
  })
  useEffect(() => {
    setAt(0)
    tell.current.onHits(new Set(hits))
    const [first] = hits
    if (first !== undefined) tell.current.onShow(first)
  }, [hits])

  function step(by: number): void {
    const next = (at + by + hits.length) % hits.length
    const node = hits[next]
    if (node === undefined) return
    setAt(next)
    onShow(node)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return
    event.preventDefault()
    step(event.shiftKey ? -1 : 1)
  }
  const found = hits.length === 0 ? 'No matches' : `${at + 1} of ${hits.length.toLocaleString('en')}`
  return (
    <div className="flex min-w-0 flex-1 items-center gap-1">
      <input
        type="search"
        aria-label="Search in JSON"
        placeholder="Search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
        className="h-7 min-w-0 flex-1 rounded-md border border-line bg-surface px-2 text-xs coarse:h-11"
      />
      {words !== '' && (
        <>
          <span role="status" className="shrink-0 text-2xs text-faint tabular-nums">
            {found}
          </span>
          <IconButton
            name="Previous match"
            className="size-6! coarse:size-11!"
            disabled={hits.length === 0}
            icon={<ChevronUp size={14} strokeWidth={1.5} />}
            onClick={() => step(-1)}
          />
          <IconButton
            name="Next match"
            className="size-6! coarse:size-11!"
            disabled={hits.length === 0}
            icon={<ChevronDown size={14} strokeWidth={1.5} />}
            onClick={() => step(1)}
          />
        </>
      )}
    </div>
  )
}
