import { ChevronRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import { JsonTree } from '../../json/view/json-tree.tsx'
import { Badge } from '../../ui/badge.tsx'
import { shortly } from '../shortly.ts'
import { fieldsOfItem, statusOfItem, titleOfItem } from './item-fields.ts'

/** What a reply holds and this app has no view of its own for: its type, what of it can be read, and all of it as it came. */
export function ItemCard({ item }: { item: unknown }) {
  const [open, setOpen] = useState(false)
  const title = titleOfItem(item)
  const status = statusOfItem(item)
  const fields = useMemo(() => fieldsOfItem(item), [item])
  const gist = (fields.find(([path]) => gistKeys.test(path)) ?? fields[0])?.[1]
  return (
    <details
      aria-label={title}
      className="group min-w-0 rounded-md border border-line bg-surface"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="flex min-h-9 list-none items-center gap-2 px-3 py-1.5 text-xs coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          size={14}
          strokeWidth={1.5}
          aria-hidden="true"
          className="shrink-0 text-faint transition-transform duration-150 group-open:rotate-90"
        />
        <span className="min-w-0 max-w-[60%] shrink-0 truncate font-mono">{title}</span>
        <span className="min-w-0 flex-1 truncate text-soft" dir="auto">
          {gist && shortly(gist, 200)}
        </span>
        {status && <Badge>{status}</Badge>}
        <span className="shrink-0 text-faint">as received</span>
      </summary>
      {open && (
        <div className="border-line border-t text-xs">
          {fields.length > 0 && (
            <dl className="grid max-h-80 gap-1.5 overflow-y-auto px-3 py-2.5">
              {fields.map(([path, text]) => (
                <div key={path} className="grid gap-x-3 md:grid-cols-[minmax(6rem,11rem)_minmax(0,1fr)]">
                  <dt className="wrap-anywhere font-mono text-faint">{path}</dt>
                  <dd className="wrap-anywhere whitespace-pre-wrap" dir="auto">
                    {text}
                  </dd>
                </div>
              ))}
            </dl>
          )}
          <div className="border-line border-t py-2">
            <JsonTree name={`${title} as received`} text={jsonOf(item)} className="max-h-72" />
          </div>
        </div>
      )}
    </details>
  )
}

/** What tells most of an item in one line, by the end of its path. */
const gistKeys = /(?:^|\.)(?:query|queries|code|command|name|title|url|text|error|revised_prompt)$/

/** JSON to be read; what cannot be written as JSON is named so. */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'nothing'
  } catch {
    return 'nested too deeply to be shown'
  }
}
