import * as z from 'zod/mini'
import { isRecord, listOf, recordOf, stringOf, textOf } from '#contract/core/loose-json.ts'
import { lowered } from '#contract/core/say-issue.ts'
import type { FieldReading } from '../../form/form-values.ts'
import { readNested } from '../../form/schema/nested-json.ts'
import { namedPart, sayInTools, type ToolFault, toolFaults, toolName } from '../../form/schema/request-faults.ts'
import { shortly } from '../../ui/format.ts'
import { type ListedTool, TypedJson } from './tool-list.ts'

/** What was typed for tools of a request and cannot be read, by their place in it: the raw text of the form's field. */
const TypedTools = z.object({ typed: z.array(z.tuple([z.number(), TypedJson])) })

/**
 * The tools to show for a request: those of the list, on where the request has the same, and those that only the request has. `raw` is the
 * raw text of the form's field.
 */
export function shownTools(list: readonly ListedTool[], tools: unknown, raw: unknown): readonly ListedTool[] {
  const typed = new Map(z.safeParse(TypedTools, raw).data?.typed)
  const sent = listOf(tools).map((definition, at) => ({ definition, at, key: keyOf(definition) }))
  const shown = list.map((tool): ListedTool => {
    const own = keyOf(tool.definition)
    const same = sent.findIndex(({ key }) => key === own)
    const [found] = same < 0 ? [] : sent.splice(same, 1)
    return found ? onTool(found.definition, typed.get(found.at)) : { ...tool, on: false }
  })
  return [...shown, ...sent.map(({ definition, at }) => onTool(definition, typed.get(at)))]
}

const keys = new WeakMap<object, string>()

/** The JSON of a definition. It is never changed in place, and may have a megabyte. */
function keyOf(definition: unknown): string | undefined {
  if (!isRecord(definition)) return JSON.stringify(definition)
  const key = keys.get(definition) ?? JSON.stringify(definition)
  keys.set(definition, key)
  return key
}

const onTool = (definition: unknown, typed: TypedJson | undefined): ListedTool => ({
  ...{ definition, on: true },
  ...(typed && { typed }),
})

/** What the form's field holds for a list: the tools that are on, and, where one of them cannot be read or used, why. */
export function sentTools(list: readonly ListedTool[]): { readonly raw: unknown; readonly reading: FieldReading } {
  const on = list.filter((tool) => tool.on)
  const value = on.length > 0 ? on.map(({ definition }) => definition) : undefined
  const typed = on.flatMap((tool, at) => (tool.typed ? [[at, tool.typed] as const] : []))
  const unread = on.flatMap((tool, at) => {
    const why = unreadWords(tool)
    return why === undefined ? [] : [`[${at}]${tool.typed?.part === 'parameters' ? '.parameters' : ''}: ${why}`]
  })
  const [why] = [...unread, ...toolFaults(value).map(sayInTools)]
  if (why !== undefined) return { raw: { typed }, reading: { kind: 'unreadable', why, value } }
  return { raw: undefined, reading: value ? { kind: 'value', value } : { kind: 'unset' } }
}

/** Why the text of a tool cannot be read; undefined where it can. */
export function unreadWords({ typed }: ListedTool): string | undefined {
  const reading = typed && readNested(typed.text)
  return reading?.kind === 'unreadable' ? reading.why : undefined
}

/** A fault as said at its tool: `parameters must be an object.` */
export const sayFault = ({ path, words }: Pick<ToolFault, 'path' | 'words'>): string =>
  words.startsWith('Must ') ? `${path.split('.').at(-1)} ${lowered(words)}` : words

/** The name of a tool, or of its server, else its kind. */
export function toolTitle(definition: unknown): string {
  const { type, server_label } = recordOf(definition)
  const isCallable = type === 'function' || type === 'custom'
  return toolName(definition) ?? textOf(server_label) ?? (isCallable ? 'Unnamed tool' : toolKind(definition))
}

/** `function`, or whatever its type is. */
export const toolKind = (definition: unknown): string => shortly(stringOf(recordOf(definition).type) || 'no type', 60)

/** The members of a function tool that have a control, or that providers document. */
export const functionMembers: ReadonlySet<string> = new Set([
  ...['type', 'name', 'description', 'parameters', 'strict', 'defer_loading', 'output_schema'],
])

const noParameters = { type: 'object', properties: {}, required: [], additionalProperties: false }

/** What a new tool begins with, by kind. */
export const newDefinitions = [
  { type: 'function', name: '', parameters: noParameters },
  { type: 'custom', name: '', description: '' },
  { type: 'web_search' },
  { type: 'mcp', server_label: '', server_url: '', require_approval: 'always' },
] as const

export const newTool: ListedTool = { definition: newDefinitions[0], on: true }

/** A copy with a name that no tool of the list has; one without a name is copied as it is. */
export function copiedTool(list: readonly ListedTool[], tool: ListedTool): ListedTool {
  const name = toolName(tool.definition)
  if (name === undefined) return tool
  const names = new Set(list.map(({ definition }) => toolName(definition)))
  let copy = `${name}_copy`
  for (let count = 2; names.has(copy); count += 1) copy = `${name}_copy_${count}`
  const { part, path } = namedPart(tool.definition)
  const named = { ...part, name: copy }
  const definition = path === '' ? named : { ...recordOf(tool.definition), [path.slice(1)]: named }
  return { ...tool, definition }
}

/** A list with more tools behind the others, of which the same are left out, and those of the same names switched off. */
export function withTools(list: readonly ListedTool[], more: readonly ListedTool[]): readonly ListedTool[] {
  const names = new Set(more.flatMap(({ on, definition }) => (on ? (toolName(definition) ?? []) : [])))
  const same = new Set(more.map(({ definition }) => keyOf(definition)))
  const isNamed = ({ definition }: ListedTool) => names.has(toolName(definition) ?? '')
  const kept = list.filter(({ definition }) => !same.has(keyOf(definition)))
  return [...kept.map((tool) => (isNamed(tool) ? { ...tool, on: false } : tool)), ...more]
}
