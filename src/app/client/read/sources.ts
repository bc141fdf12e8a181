import { defined, firstOf, isRecord, labelOf, listOf, ownOf, recordOf, textOf } from '#contract/core/loose-json.ts'
import type { RunEvent, Source } from './run-event.ts'

const longestUrl = 8192

const urlKeys = ['url', 'uri', 'link', 'href', 'web_url', 'source_url']
const titleKeys = ['title', 'document_title', 'name', 'site_name']
const fileKeys = ['filename', 'file_name', 'filepath', 'name', 'file_id', 'hash']

/** The sources that a reply cites, numbered in the order of citing, without repetitions. Pure; one instance a reply. */
export class Sources {
  readonly #told = new Map<string, { readonly number: number; readonly source: Source }>()

  /** Reads lists of annotations, citations or search results, of any router. Values that are no lists are ignored. */
  add(...lists: readonly unknown[]): RunEvent[] {
    return lists.flatMap((list) => listOf(list).flatMap((cited) => this.#add(cited)))
  }

  #add(cited: unknown): RunEvent[] {
    const source = sourceOf(cited)
    if (source === undefined) return []
    const key = source.url ?? source.file ?? source.title ?? ''
    const before = this.#told.get(key)
    // The first list of some routers holds addresses alone, a later one their titles.
    if (before && (before.source.title !== undefined || source.title === undefined)) return []
    const told = { number: before?.number ?? this.#told.size, source: { ...before?.source, ...source } }
    this.#told.set(key, told)
    return [{ kind: 'source', ...told }]
  }
}

function sourceOf(cited: unknown): Source | undefined {
  if (typeof cited === 'string') return /^https?:/i.test(cited) ? { url: cited.slice(0, longestUrl) } : titled(cited)
  if (!isRecord(cited)) return undefined
  const type = textOf(cited.type) ?? ''
  // Chat completions nest the facts under the name of the type, some search results under `web`.
  const facts = { ...cited, ...recordOf(ownOf(cited, type) ?? cited.web) }
  const url = firstOf(facts, urlKeys, textOf)?.slice(0, longestUrl)
  const isFile = url === undefined && fileKeys.some((key) => key !== 'name' && textOf(ownOf(facts, key)) !== undefined)
  const file = isFile ? labelOf(firstOf(facts, fileKeys, textOf)) : undefined
  const title = labelOf(firstOf(facts, titleKeys, textOf))
  const source = defined({ url, file, title: title === file ? undefined : title })
  return url === undefined && file === undefined ? titled(title ?? textOf(facts.cited_text) ?? type) : source
}

function titled(title: string): Source | undefined {
  const words = labelOf(textOf(title.trim()))
  return words === undefined ? undefined : { title: words }
}
