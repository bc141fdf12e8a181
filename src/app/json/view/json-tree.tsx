import { FoldVertical, TriangleAlert, UnfoldVertical } from 'lucide-react'
import { memo, useEffect, useId, useMemo, useRef, useState } from 'react'
import { dimensionsLength, dimensionsOf, isTooLarge, tooLargeWords } from '#media/dimensions.ts'
import { Button, IconButton } from '../../ui/button/button.tsx'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { byteSize } from '../../ui/format.ts'
import { useFollowEnd } from '../../ui/hooks/use-follow-end.ts'
import { TextRows } from '../../ui/text-rows.tsx'
import { indexJson, isContainer, type JsonIndex, JsonIndexer, none, pathOfNode } from './json-index.ts'
import { JsonRow } from './json-row.tsx'
import { JsonSearchBox } from './json-search-box.tsx'
import { firstBytes, plainValue, rowValue } from './json-value.ts'
import { useJsonTree } from './use-json-tree.ts'
import '../../ui/code-colours.css'
import './json.css'

interface JsonTreeProps {
  /** What it is, for a screen reader: `Request body`. */
  name: string
  text: string
  className?: string
}

const usual = 'max-h-[max(16rem,60dvh)]'

/** A JSON text of any size as a tree that folds, exactly as it was written. What is not JSON is shown as the text it is. */
export function JsonTree({ name, text, className = usual }: JsonTreeProps) {
  const index = useJsonIndex(text)
  if (typeof index === 'number') {
    return (
      <p role="status" className="px-5 py-3 text-soft text-xs tabular-nums">
        Reading {Math.round(index * 100)}%
      </p>
    )
  }
  return <JsonIndexTree name={name} index={index} className={className} />
}

function JsonIndexTree({ name, index, className }: TreeProps) {
  const { text } = index
  if (index.count === 0 || (index.problem !== none && !isContainer(index, 0))) {
    return <TextRows name={name} text={text} className={className} />
  }
  if (index.problem !== none) return <Broken name={name} index={index} className={className} />
  return <Tree name={name} index={index} className={className} />
}

interface TreeProps {
  name: string
  index: JsonIndex
  className: string
  growing?: boolean
}

/** Invalid texts shorter than this are shown as text first. */
const short = 2000

/** What begins like JSON and breaks its rules: as far as it could be read, or as it is. */
function Broken({ name, index, className }: TreeProps) {
  const [asText, setAsText] = useState(index.text.length < short)
  return (
    <>
      <p className="flex items-center gap-2 pr-3 pb-1 pl-5 text-warning text-xs">
        <TriangleAlert size={14} className="shrink-0" />
        <span className="min-w-0 flex-1">
          {index.problem >= index.text.length
            ? 'Cut off: the document is incomplete.'
            : `Invalid JSON from character ${(index.problem + 1).toLocaleString('en')} on.`}
        </span>
        <Button
          look="quiet"
          aria-pressed={asText}
          className="min-h-6! px-2! text-xs coarse:min-h-11!"
          onClick={() => setAsText(!asText)}
        >
          As text
        </Button>
        {asText && <CopyButton name="Copy text" text={index.text} />}
      </p>
      {asText ? (
        <TextRows name={name} text={index.text} className={className} />
      ) : (
        <Tree name={name} index={index} className={className} />
      )}
    </>
  )
}

/** The tree of a JSON text while it arrives and after. Each piece is read once; the folding is kept. */
export function GrowingJsonTree({ name, text, growing, className = usual }: JsonTreeProps & { growing: boolean }) {
  const index = useGrowingJson(text, growing)
  if (!growing && (index.count === 0 || index.problem !== none))
    return <JsonIndexTree name={name} index={index} className={className} />
  return <Tree name={name} index={index} className={className} growing={growing} />
}

function Tree({ name, index, className, growing = false }: TreeProps) {
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const tree = useJsonTree(index, scroller)
  const [hits, setHits] = useState<ReadonlySet<number>>(new Set())
  const { rows, active, drawn } = tree
  const seen = Array.from(rows.subarray(drawn.first, drawn.last))
  const idOf = (node: number) => `${id}${node}`
  useFollowEnd(scroller, growing ? 'start' : 'never')
  return (
    <div className="min-w-0">
      <div className="flex items-center gap-1 pr-3 pb-1 pl-5">
        {growing ? (
          <span className="flex-1 text-soft text-xs">Receiving…</span>
        ) : (
          <JsonSearchBox index={index} onShow={tree.reveal} onHits={setHits} />
        )}
        <IconButton
          name="Collapse all"
          className="size-6! coarse:size-11!"
          icon={<FoldVertical size={14} />}
          onClick={() => tree.foldAll(true)}
        />
        <IconButton
          name="Expand all"
          className="size-6! coarse:size-11!"
          icon={<UnfoldVertical size={14} />}
          onClick={() => tree.foldAll(false)}
        />
        <CopyButton name="Copy JSON" text={index.text} />
      </div>
      <div
        ref={scroller}
        role="tree"
        aria-label={name}
        tabIndex={0}
        aria-activedescendant={seen.includes(active) ? idOf(active) : undefined}
        onKeyDown={tree.onKeyDown}
        dir="ltr"
        className={`overflow-y-auto overflow-x-hidden overscroll-contain font-mono text-xs outline-offset-[-2px] ${className}`}
      >
        <div role="none" style={{ height: drawn.height }} className="overflow-hidden">
          <div role="none" style={{ transform: `translateY(${drawn.offset}px)` }}>
            {seen.map((node) => (
              <JsonRow
                key={node}
                id={idOf(node)}
                index={index}
                node={node}
                folded={tree.isFolded(node)}
                active={node === active}
                hit={hits.has(node)}
                height={tree.height}
                onPress={tree.press}
              />
            ))}
          </div>
        </div>
      </div>
      <JsonFoot index={index} node={active} />
    </div>
  )
}

const atOnce = 100_000
const turn = 24
const tokens = 5000

/** The index of a text, or how much of it is read, from 0 to 1. */
export function useJsonIndex(text: string): JsonIndex | number {
  const small = useMemo(() => (text.length <= atOnce ? indexJson(text) : undefined), [text])
  const [large, setLarge] = useState<{ readonly text: string; readonly state: JsonIndex | number }>()
  useEffect(() => {
    if (text.length <= atOnce) return
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

/** The path of the active value with buttons to copy both, and the whole value where its row is cut. */
const JsonFoot = memo(function JsonFoot({ index, node }: { index: JsonIndex; node: number }) {
  const [open, setOpen] = useState(false)
  const path = useMemo(() => pathOfNode(index, node), [index, node])
  const value = useMemo(() => rowValue(index, node), [index, node])
  const foot = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (open) foot.current?.scrollIntoView({ block: 'nearest' })
  }, [open])
  const picture = value.kind === 'base64' ? value.base64.picture : undefined
  const isCut = value.kind !== 'container' && value.kind !== 'base64' && value.cut !== undefined
  return (
    <>
      {open && picture && (
        <figure className="grid justify-items-center gap-1 border-line border-t p-3">
          <Preview picture={picture} alt={`Value at ${path}`} />
          <figcaption className="text-2xs text-faint">
            {value.kind === 'base64' && `${value.base64.type} · ${byteSize(value.base64.bytes)}`}
          </figcaption>
        </figure>
      )}
      {open && isCut && (
        <TextRows name="Whole value" text={plainValue(index, node)} className="max-h-64 border-line border-t py-2" />
      )}
      <div ref={foot} className="flex items-center gap-1 border-line border-t py-1 pr-3 pl-5">
        <code className="min-w-0 flex-1 truncate text-2xs text-soft" dir="ltr" title={path}>
          {path}
        </code>
        {(picture || isCut) && (
          <Button
            look="quiet"
            aria-expanded={open}
            className="min-h-6! px-2! text-2xs coarse:min-h-11!"
            onClick={() => setOpen(!open)}
          >
            {picture ? 'Preview' : 'Show all'}
          </Button>
        )}
        <CopyButton name="Copy path" text={path} />
        <CopyButton name="Copy value" text={() => plainValue(index, node)} />
      </div>
    </>
  )
})

/** Nothing is decoded before its header says how large it is. */
function Preview({ picture, alt }: { picture: string; alt: string }) {
  const size = useMemo(
    () => dimensionsOf(firstBytes(picture.slice(picture.indexOf(',') + 1), dimensionsLength)),
    [picture],
  )
  if (size && !isTooLarge(size)) return <img src={picture} alt={alt} className="max-h-64 max-w-full object-contain" />
  return <p className="text-warning text-xs">{size ? tooLargeWords(size) : 'The browser cannot display this image.'}</p>
}
