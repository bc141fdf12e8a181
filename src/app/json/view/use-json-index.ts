import { useEffect, useMemo, useRef, useState } from 'react'
import type { JsonIndex } from './json-index.ts'
import { indexJson, JsonIndexer } from './json-indexer.ts'

/** A text of so many characters is read at one go, within a frame. */
const short = 100_000
/** A longer one is read in time slices of so many milliseconds. */
const turn = 24
const tokens = 5000

/** The index of a text, or how much of it is read, from 0 to 1. */
export function useJsonIndex(text: string): JsonIndex | number {
  const small = useMemo(() => (text.length <= short ? indexJson(text) : undefined), [text])
  const [large, setLarge] = useState<{ readonly text: string; readonly state: JsonIndex | number }>()
  useEffect(() => {
    if (text.length <= short) return
    const indexer = new JsonIndexer(text)
    let timer: ReturnType<typeof setTimeout>
    const read = () => {
      const end = performance.now() + turn
      let over = false
      while (!over && performance.now() < end) over = indexer.step(tokens)
      setLarge({ text, state: over ? indexer.done() : indexer.progress })
      if (!over) timer = setTimeout(read)
    }
    read()
    return () => clearTimeout(timer)
  }, [text])
  return small ?? (large?.text === text ? large.state : 0)
}

/** The index of a text that grows: each piece is read once. Another text is read anew. */
export function useGrowingJson(text: string, growing: boolean): JsonIndex {
  const read = useRef({ text: '', indexer: new JsonIndexer('') })
  return useMemo(() => {
    if (!text.startsWith(read.current.text)) read.current.indexer = new JsonIndexer('')
    read.current.text = text
    const { indexer } = read.current
    indexer.grow(text)
    return growing ? indexer.soFar() : indexer.done()
  }, [text, growing])
}
