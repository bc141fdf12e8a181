import { ChevronRight } from 'lucide-react'
import { memo, type ReactNode, useMemo } from 'react'
import { byteSize } from '../../ui/format.ts'
import { isContainer, type JsonIndex, keyOf, none } from './json-index.ts'
import { type RowValue, rowValue } from './json-value.ts'

/** The indentation's limit, in levels: ten thousand would leave the screen. */
const deepest = 20
const longestKey = 120

interface JsonRowProps {
  id: string
  index: JsonIndex
  node: number
  folded: boolean
  active: boolean
  hit: boolean
  height: number
  onPress: (node: number) => void
}

export const JsonRow = memo(function JsonRow({ id, index, node, folded, active, hit, height, onPress }: JsonRowProps) {
  const depth = index.depth[node] ?? 0
  const parent = index.parent[node] ?? none
  const opens = isContainer(index, node) && (index.size[node] ?? 0) > 0
  const value = useMemo(() => rowValue(index, node), [index, node])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the focus and its keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus, and names the active row.
    <div
      id={id}
      role="treeitem"
      aria-level={depth + 1}
      aria-setsize={parent === none ? 1 : (index.size[parent] ?? 1)}
      aria-posinset={(index.place[node] ?? 0) + 1}
      aria-expanded={opens ? !folded : undefined}
      aria-selected={active}
      style={{ height, paddingLeft: 16 + Math.min(depth, deepest) * 14 }}
      className="flex cursor-default items-center gap-1.5 whitespace-pre pr-3 hover:bg-raised aria-selected:bg-cable/15"
      onClick={() => onPress(node)}
    >
      <ChevronRight
        size={14}
        className={`shrink-0 text-faint ${opens ? '' : 'invisible'} ${folded ? '' : 'rotate-90'}`}
      />
      <Key index={index} node={node} hit={hit} />
      <Value value={value} hit={hit} />
    </div>
  )
})

function Key({ index, node, hit }: { index: JsonIndex; node: number; hit: boolean }) {
  const key = keyOf(index, node)
  const parent = index.parent[node] ?? none
  if (parent === none) return null
  if (key === undefined) return <span className="shrink-0 text-soft">{index.place[node]}:</span>
  const shown = key.length > longestKey ? `${key.slice(0, longestKey)}…` : key
  return (
    <span className="shrink-0">
      <span className={`json-key ${hit ? 'underline decoration-cable' : ''}`}>{shown}</span>
      <span className="json-mark">:</span>
    </span>
  )
}

function Value({ value, hit }: { value: RowValue; hit: boolean }): ReactNode {
  const mark = hit ? 'underline decoration-cable' : ''
  switch (value.kind) {
    case 'container':
      return <span className="text-soft">{value.text}</span>
    case 'base64':
      return (
        <span className="json-word">
          {value.base64.type ?? 'unknown type'} · {byteSize(value.base64.bytes)} · base64
        </span>
      )
    default:
      return (
        <>
          <span className={`json-${value.kind} truncate ${mark}`}>{value.text}</span>
          {value.cut !== undefined && (
            <span className="shrink-0 text-soft">… {value.cut.toLocaleString('en')} characters</span>
          )}
        </>
      )
  }
}
