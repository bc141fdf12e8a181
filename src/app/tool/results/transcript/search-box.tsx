import { ChevronDown, ChevronUp } from 'lucide-react'
import { type RefObject, useEffect, useMemo, useState } from 'react'
import { boxLook } from '../../../ui/box-look.ts'
import { IconButton } from '../../../ui/button/button.tsx'
import { reveal, rowOf } from './follow-playback.ts'
import type { Segment } from './text/transcript.ts'

interface SearchBoxProps {
  readonly segments: readonly Segment[]
  readonly box: RefObject<HTMLElement | null>
}

/** Finds a text in the transcript: Enter and Shift+Enter go from match to match. */
export function SearchBox({ segments, box }: SearchBoxProps) {
  const [sought, setSought] = useState('')
  const [chosen, setChosen] = useState(0)
  const matches = useMemo(() => matchesIn(segments, sought), [segments, sought])
  const at = Math.min(chosen, Math.max(0, matches.length - 1))
  useMarked(box, matches, at)
  const go = (by: number) => {
    if (matches.length === 0) return
    const next = (at + by + matches.length) % matches.length
    setChosen(next)
    show(box.current, matches[next])
  }
  const count = matches.length === mostMatches ? `${mostMatches}+` : matches.length
  return (
    <search className="transcript-search">
      <input
        type="search"
        aria-label="Search in the transcript"
        placeholder="Search"
        autoComplete="off"
        value={sought}
        onChange={({ target }) => {
          setSought(target.value)
          setChosen(0)
          show(box.current, matchesIn(segments, target.value)[0])
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && sought !== '') {
            event.stopPropagation()
            setSought('')
          }
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
          event.preventDefault()
          go(event.shiftKey ? -1 : 1)
        }}
        className={`${boxLook} h-8 coarse:h-11`}
      />
      {sought.trim() !== '' && (
        <>
          <span role="status" className="whitespace-nowrap font-mono text-2xs text-faint tabular-nums">
            {matches.length === 0 ? 'No matches' : `${at + 1} of ${count}`}
          </span>
          <IconButton
            name="Previous match"
            icon={<ChevronUp size={16} />}
            disabled={matches.length === 0}
            onClick={() => go(-1)}
          />
          <IconButton
            name="Next match"
            icon={<ChevronDown size={16} />}
            disabled={matches.length === 0}
            onClick={() => go(1)}
          />
        </>
      )}
    </search>
  )
}

function show(box: HTMLElement | null, match: Match | undefined): void {
  const row = match && rowOf(box, match.place)
  if (row) reveal(box, row)
}

/** Marks the matches without changing the page's elements, where the browser can (CSS Custom Highlight API). */
function useMarked(box: RefObject<HTMLElement | null>, matches: readonly Match[], chosen: number): void {
  useEffect(() => {
    if (!('highlights' in CSS) || matches.length === 0) return
    const ranges = matches.map(({ place, from, to }) => {
      const text = rowOf(box.current, place)?.querySelector('p')
      return text ? rangeIn(text, from, to) : undefined
    })
    const clearFound = addMarks('transcript-found', ranges)
    const clearHere = addMarks('transcript-here', [ranges[chosen]])
    return () => {
      clearFound()
      clearHere()
    }
  }, [box, matches, chosen])
}

/** A match within the text of a segment, by characters. */
interface Match {
  readonly place: number
  readonly from: number
  readonly to: number
}

/** More are neither counted nor marked. */
const mostMatches = 2000

/** Where a text occurs in the segments, upper and lower case alike. */
function matchesIn(segments: readonly Pick<Segment, 'text'>[], sought: string): readonly Match[] {
  const wanted = sought.trim()
  if (wanted === '') return []
  const pattern = new RegExp(wanted.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'), 'giu')
  const found: Match[] = []
  for (const [place, { text }] of segments.entries())
    for (const match of text.matchAll(pattern)) {
      found.push({ place, from: match.index, to: match.index + match[0].length })
      if (found.length === mostMatches) return found
    }
  return found
}

/** A part of an element's text, whatever elements it is made of; undefined where the text is shorter. */
function rangeIn(element: Element, from: number, to: number): Range | undefined {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  let passed = 0
  let hasStart = false
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const length = node.nodeValue?.length ?? 0
    if (!hasStart && from < passed + length) {
      range.setStart(node, from - passed)
      hasStart = true
    }
    if (hasStart && to <= passed + length) {
      range.setEnd(node, to - passed)
      return range
    }
    passed += length
  }
  return undefined
}

/** Adds ranges to the page's one highlight of this name, which all transcripts share; the returned function removes them. */
export function addMarks(name: string, ranges: readonly (Range | undefined)[]): () => void {
  const highlight = CSS.highlights.get(name) ?? new Highlight()
  CSS.highlights.set(name, highlight)
  const own = ranges.filter((range) => range !== undefined)
  for (const range of own) highlight.add(range)
  return () => {
    for (const range of own) highlight.delete(range)
  }
}
