import { isRecord, type JsonRecord, listOf, nonBlankOf, recordOf, stringOf } from '../core/loose-json.ts'
import type { Refusal } from '../core/rules.ts'
import { laidFlat, type NormalRequest, toResponses } from './input.ts'

/** A tool that the client runs, so that any model can call it. */
export interface CallableTool {
  /** `tool_search` is one that the client executes. */
  readonly kind: 'function' | 'custom' | 'tool_search'
  readonly name: string
  /** Of the `namespace` tool that it is in; names of nested ones are joined with a dot. */
  readonly namespace?: string
  /** Unique in the request, at most 64 characters of A-Z a-z 0-9 _ -: the name for servers without namespaces. */
  readonly flatName: string
  readonly details: JsonRecord
  /** Where the request defines it: `tools[4].tools[1]`. */
  readonly param: string
}

/** How the tools of a request are to be used by a server that runs none itself. */
export interface ToolPlan {
  /** All that can be called, to name calls back. */
  readonly all: readonly CallableTool[]
  readonly tools: readonly CallableTool[]
  /** `auto`, `none` and `required`, or another word as it was sent. */
  readonly mode: string
  readonly named?: CallableTool
  /** The types of the others, such as `web_search`. */
  readonly leftOut: readonly string[]
}

type Unnumbered = Omit<CallableTool, 'flatName'>

interface Found {
  /** By namespace and name; a later definition replaces an earlier one. */
  readonly callable: Map<string, Unnumbered>
  readonly leftOut: Set<string>
}

const keyOf = (name: unknown, namespace: unknown) => JSON.stringify([namespace ?? '', name])

function callableKind({ type, execution }: JsonRecord): CallableTool['kind'] | undefined {
  if (type === 'function' || type === 'custom') return type
  return type === 'tool_search' && execution === 'client' ? type : undefined
}

function collect(list: unknown, path: string, found: Found, namespace?: string): void {
  for (const [at, value] of listOf(list).entries()) {
    const tool = laidFlat(laidFlat(recordOf(value), 'function'), 'custom')
    const param = `${path}[${at}]`
    const kind = callableKind(tool)
    const name = kind === 'tool_search' ? kind : stringOf(tool.name)
    if (tool.type === 'namespace') {
      collect(tool.tools, `${param}.tools`, found, namespace === undefined ? name : `${namespace}.${name}`)
    } else if (kind === undefined) {
      found.leftOut.add(String(tool.type))
    } else if (name !== '') {
      const facts = { kind, name, details: tool, param }
      found.callable.set(keyOf(name, namespace), { ...facts, ...(namespace !== undefined && { namespace }) })
    }
  }
}

const longestName = 64

/** The end of a long name tells more than its beginning. */
const plainName = ({ name, namespace }: Pick<Unnumbered, 'name' | 'namespace'>) =>
  (namespace === undefined ? name : `${namespace}__${name}`).replace(/[^A-Za-z0-9_-]/g, '_').slice(-longestName)

function unusedName(wanted: string, used: ReadonlySet<string>): string {
  for (let count = 2, name = wanted; ; count += 1) {
    if (!used.has(name)) return name
    name = `${wanted.slice(0, longestName - 1 - String(count).length)}_${count}`
  }
}

/** Those outside of namespaces come first, so that they keep their names where another would get the same. */
function numbered(found: Iterable<Unnumbered>): CallableTool[] {
  const used = new Set<string>()
  const inOrder = [...found].toSorted((a, b) => Number(a.namespace !== undefined) - Number(b.namespace !== undefined))
  return inOrder.map((tool) => {
    const flatName = unusedName(plainName(tool), used)
    used.add(flatName)
    return { ...tool, flatName }
  })
}

/** The tools of `tools`, of `additional_tools` items and of what a search that the client ran has found. */
function toolsIn({ tools, input }: NormalRequest): { all: CallableTool[]; leftOut: string[] } {
  const found: Found = { callable: new Map(), leftOut: new Set() }
  collect(tools, 'tools', found)
  for (const [at, { type, tools: more }] of input.entries()) {
    if (type === 'additional_tools' || type === 'tool_search_output') collect(more, `input[${at}].tools`, found)
  }
  return { all: numbered(found.callable.values()), leftOut: [...found.leftOut] }
}

/** The name under which a call of the input is known to a server without namespaces, also where its tool is not defined any more. */
export function flatNameOf({ name, namespace }: JsonRecord, all: readonly CallableTool[]): string {
  const tool = all.find((one) => one.name === name && one.namespace === nonBlankOf(namespace))
  return tool?.flatName ?? plainName({ name: stringOf(name), ...(isNamed(namespace) && { namespace }) })
}

const isNamed = (value: unknown): value is string => nonBlankOf(value) !== undefined

/** Whether an entry of `tool_choice` means a tool. A namespace means all that is in it. */
function isMeant({ type, namespace }: JsonRecord, name: string, tool: CallableTool): boolean {
  if (type === 'namespace') return tool.namespace === name || tool.namespace?.startsWith(`${name}.`) === true
  return tool.name === name && (!isNamed(namespace) || tool.namespace === namespace)
}

const nameIn = (entry: JsonRecord) => stringOf(entry.name) || stringOf(recordOf(entry.function ?? entry.custom).name)

type Chosen = Pick<ToolPlan, 'tools' | 'mode' | 'named'> | Refusal

const choosable: ReadonlySet<unknown> = new Set(['function', 'custom', 'tool_search', 'namespace'])

function allowedBy(choice: JsonRecord, all: readonly CallableTool[]): Chosen {
  const { tools, mode } = isRecord(choice.allowed_tools) ? choice.allowed_tools : choice
  const entries = listOf(tools).map(recordOf)
  const allowed = all.filter((tool) => entries.some((entry) => isMeant(entry, nameIn(entry), tool)))
  const hasOthers = entries.some(({ type }) => !choosable.has(type))
  if (allowed.length > 0 || (hasOthers && mode !== 'required'))
    return { tools: allowed, mode: mode === 'required' ? 'required' : 'auto' }
  return {
    param: 'tool_choice.tools',
    message: hasOthers
      ? 'none of these tools can be run here. Name a function.'
      : 'name at least one of the functions in tools.',
  }
}

function chosenBy(
  choice: NormalRequest['tool_choice'],
  all: readonly CallableTool[],
  leftOut: readonly string[],
): Chosen {
  if (typeof choice === 'string') {
    if (choice !== 'required' || all.length > 0) return { tools: all, mode: choice }
    const why =
      leftOut.length > 0 ? `${leftOut.join(', ')} cannot be run here` : 'the request has no function or custom tool'
    return { param: 'tool_choice', message: `requires a tool call, but ${why}.` }
  }
  const { type } = choice
  if (type === 'allowed_tools') return allowedBy(choice, all)
  if (!isNamed(type)) return { tools: all, mode: 'auto' }
  if (!choosable.has(type))
    return { param: 'tool_choice', message: `${type} cannot be run here. Use function or custom tools.` }
  const name = type === 'tool_search' ? type : nameIn(choice)
  const meant = all.filter((tool) => isMeant(choice, name, tool))
  // A name without a namespace means first of all the tool without one.
  const [named] = meant.toSorted((a, b) => Number(a.namespace !== undefined) - Number(b.namespace !== undefined))
  if (!named) return { param: 'tool_choice', message: `names ${JSON.stringify(name)}, which is not in tools.` }
  return type === 'namespace' ? { tools: meant, mode: 'required' } : { tools: all, mode: 'required', named }
}

/** Reads `tools` and `tool_choice` for a server that runs none: namespaces are flattened, provider tools left out or refused. */
export function toolPlan(request: NormalRequest): ToolPlan | Refusal {
  const { all, leftOut } = toolsIn(request)
  const chosen = chosenBy(request.tool_choice, all, leftOut)
  return 'message' in chosen ? chosen : { all, leftOut, ...chosen }
}

/** All tools of a request that its client runs. */
export const callableTools = (request: JsonRecord): readonly CallableTool[] => toolsIn(toResponses(request)).all

/** The types of its other tools. */
export const leftOutTools = (request: JsonRecord): readonly string[] => toolsIn(toResponses(request)).leftOut
