import { ChevronRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import { jsonOf } from '../../json/parse-json.ts'
import { JsonTree } from '../../json/view/json-tree.tsx'
import { Badge } from '../../ui/badge.tsx'
import { shortly } from '../../ui/format.ts'

/** An item of a reply without a view of its own: its kind, its state, its readable values, and its JSON as received. */
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
          className="shrink-0 text-faint transition-transform duration-150 group-open:rotate-90"
        />
        <span
          className={`min-w-0 max-w-[60%] truncate ${kinds.has(typeOf(item)) ? 'font-medium' : 'font-mono'}`}
          title={shortly(typeOf(item), 80)}
        >
          {title}
        </span>
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

const gistKeys = /^code$|(?:^|\.)(?:query|queries|commands?|path|name|title|url|text|error|revised_prompt)$/

export type ItemField = readonly [path: string, text: string]

const mostFields = 20
const deepest = 4
const longestText = 1500

/** Fields not listed: those in the title, and ids and other opaque values. */
const titleKeys = new Set(['type', 'status', 'object'])
const silentKeys = /^(?:id|call_id|index|.*_index|encrypted_content|signature|logprobs|obfuscation)$/

/** What the interface's own items are called. */
const kinds = new Map([
  ['web_search_call', 'Web search'],
  ['file_search_call', 'File search'],
  ['code_interpreter_call', 'Code interpreter'],
  ['image_generation_call', 'Image generation'],
  ['mcp_list_tools', 'MCP tools'],
  ['mcp_call', 'MCP call'],
  ['mcp_approval_request', 'MCP approval request'],
  ['mcp_approval_response', 'MCP approval'],
  ['computer_call', 'Computer use'],
  ['computer_call_output', 'Computer screen'],
  ['local_shell_call', 'Shell'],
  ['local_shell_call_output', 'Shell output'],
  ['shell_call', 'Shell'],
  ['shell_call_output', 'Shell output'],
  ['apply_patch_call', 'Patch'],
  ['apply_patch_call_output', 'Patch result'],
  ['tool_search_call', 'Tool search'],
  ['tool_search_output', 'Tools found'],
  ['program', 'Program'],
  ['program_output', 'Program output'],
  ['compaction', 'Compaction'],
  ['search_results', 'Search results'],
])

/** The `type` of an item, else the name of its first field. */
function typeOf(item: unknown): string {
  const one = Array.isArray(item) ? item[0] : item
  if (typeof one !== 'object' || one === null) return 'unnamed'
  const { type } = one as { readonly type?: unknown }
  return typeof type === 'string' && type !== '' ? type : (Object.keys(one)[0] ?? 'unnamed')
}

/** The kind of an item in words; of a kind that is not known, what the router calls it. */
export const titleOfItem = (item: unknown): string => kinds.get(typeOf(item)) ?? shortly(typeOf(item), 80)

/** What an item says of how far it is; undefined where it does not. */
export function statusOfItem(item: unknown): string | undefined {
  if (typeof item !== 'object' || item === null || !('status' in item)) return undefined
  if (item.status === 'in_progress') return 'in progress'
  return typeof item.status === 'string' ? shortly(item.status, 40) : undefined
}

/** What of an item can be read without its JSON, in its order. Bytes and ids are left out. */
export function fieldsOfItem(item: unknown): readonly ItemField[] {
  const fields: ItemField[] = []
  gather(item, '', 0, fields)
  return fields
}

function gather(value: unknown, path: string, depth: number, fields: ItemField[]): void {
  if (fields.length >= mostFields || depth > deepest) return
  if (typeof value === 'string') {
    if (value.trim() !== '' && !isBytes(value)) fields.push([path, shortly(value, longestText)])
  } else if (typeof value === 'number' || typeof value === 'boolean') fields.push([path, String(value)])
  else if (Array.isArray(value)) {
    const isPlain = value.every((one) => typeof one === 'string' || typeof one === 'number')
    if (isPlain) gather(value.join(', '), path, depth, fields)
    else for (const [at, one] of value.slice(0, mostFields).entries()) gather(one, `${path}[${at}]`, depth + 1, fields)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, one] of Object.entries(value)) {
      if (silentKeys.test(key) || (depth === 0 && titleKeys.has(key))) continue
      gather(one, path === '' ? shortly(key, 60) : `${path}.${shortly(key, 60)}`, depth + 1, fields)
    }
  }
}

/** The mark of a file, a data URL, or a long text without a space between its words. */
function isBytes(text: string): boolean {
  return /^(?:sha256:[0-9a-f]{64}$|data:[^,]{0,200},)/.test(text) || /^[\w+/=-]{200}/.test(text)
}
