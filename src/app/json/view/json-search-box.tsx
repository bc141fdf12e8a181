import { ChevronDown, ChevronUp } from 'lucide-react'
import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { IconButton } from '../../ui/button/button.tsx'
import { isComposing } from '../../ui/keys/key-press.ts'
import { endOfString, nodeKinds } from '../json-reader.ts'
import { type JsonIndex, none } from './json-index.ts'

interface JsonSearchBoxProps {
  index: JsonIndex
  onShow: (node: number) => void
  onHits: (hits: ReadonlySet<number>) => void
}

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
            icon={<ChevronUp size={14} />}
            onClick={() => step(-1)}
          />
          <IconButton
            name="Next match"
            className="size-6! coarse:size-11!"
            disabled={hits.length === 0}
            icon={<ChevronDown size={14} />}
            onClick={() => step(1)}
          />
        </>
      )}
    </div>
  )
}

const mostHits = 10_000

/** The nodes whose key or own value contains the words, in order; case-insensitive. */
export function searchJson(index: JsonIndex, words: string): readonly number[] {
  if (words === '') return []
  // The text is searched as it is written, with its escapes.
  const written = JSON.stringify(words).slice(1, -1)
  const pattern = new RegExp(written.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi')
  const hits: number[] = []
  for (let hit = pattern.exec(index.text); hit !== null && hits.length < mostHits; hit = pattern.exec(index.text)) {
    const node = nodeAt(index, hit.index)
    if (node !== undefined && node !== hits.at(-1)) hits.push(node)
  }
  return hits
}

function nodeAt(index: JsonIndex, place: number): number | undefined {
  const begin = (node: number) => {
    const keyAt = index.keyAt[node] ?? none
    return keyAt === none ? (index.at[node] ?? 0) : keyAt
  }
  let low = 0
  let high = index.count - 1
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if (begin(middle) <= place) low = middle
    else high = middle - 1
  }
  const start = begin(low)
  const keyEnd = start === index.at[low] ? start : endOfString(index.text, start)
  const isInKey = place >= start && place < keyEnd
  const isScalar = (index.kind[low] ?? 0) >= nodeKinds.string
  const isInValue = isScalar && place >= (index.at[low] ?? 0) && place < (index.end[low] ?? 0)
  return isInKey || isInValue ? low : undefined
}
