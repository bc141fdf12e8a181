import * as z from 'zod/mini'
import { anyKeyRecord } from '#contract/core/any-key-record.ts'
import { listOf, ownOf, recordOf } from '#contract/core/loose-json.ts'
import { onePerRuns } from '../../run/runs.ts'
import { useRuns } from '../../run/use-runs.tsx'
import { PageState, usePageState } from '../../ui/page-state.ts'

/** JSON that was typed for a tool and cannot be read: of the whole tool, or of its `parameters`. */
export const TypedJson = z.object({ part: z.enum(['tool', 'parameters']), text: z.string() })
export type TypedJson = z.infer<typeof TypedJson>

/** One tool of the list. `definition` is what `tools` of a request has for it; of an unreadable text the last one that could be read. */
export const ListedTool = z.object({ definition: z.unknown(), on: z.boolean(), typed: z.optional(TypedJson) })
export type ListedTool = z.infer<typeof ListedTool>

/** Everything about tools that is not in a request. */
export interface ToolList {
  /** Those of every form, with what was on when the list was changed last; which are on now is said by the form's request. */
  readonly tools: readonly ListedTool[]
  /** By the name of their tool, which need not be in the list. */
  readonly mocks: Readonly<Record<string, Mock>>
}

/** A JavaScript function that answers the calls of a tool. One that somebody else wrote is off until the person says otherwise. */
export const Mock = z.object({ source: z.string(), on: z.boolean() })
export type Mock = Readonly<z.infer<typeof Mock>>

/** Earlier versions stored sources alone, which were on. */
const Mocks = anyKeyRecord(z.union([Mock, z.string()]))
const mockOf = (mock: Mock | string): Mock => (typeof mock === 'string' ? { source: mock, on: true } : mock)
const none: ToolList = { tools: [], mocks: {} }

/** Reads a stored list; a tool that cannot be read is left out. */
function readToolList(stored: unknown): ToolList {
  const { tools, mocks } = recordOf(stored)
  const read = z.safeParse(Mocks, mocks).data ?? {}
  return {
    tools: listOf(tools).flatMap((one) => z.safeParse(ListedTool, one).data ?? []),
    mocks: Object.fromEntries(Object.entries(read).map(([name, mock]) => [name, mockOf(mock)])),
  }
}

/** The tools of the page, kept in a draft that is read once. */
export const toolListOf = onePerRuns((runs) => {
  const draft = runs.openDraft('tools.list')
  /** Undefined until the draft is read. */
  const list = new PageState<ToolList | undefined>(() => undefined)
  const read = draft.read().then((stored) => list.set(readToolList(stored)))
  /** At once, so that a typed key is not undone; before the draft is read, behind that. */
  function change(how: (list: ToolList) => ToolList): void {
    const now = list.get()
    if (now === undefined) return void read.then(() => change(how))
    const next = how(now)
    list.set(next)
    draft.write(next)
  }
  return { list, change }
})

/** The list's mocks with another one for a tool; `undefined` removes it. */
function withMock(mocks: ToolList['mocks'], name: string, mock: Mock | undefined): ToolList['mocks'] {
  const others = Object.entries(mocks).filter(([one]) => one !== name)
  return Object.fromEntries(mock === undefined ? others : [...others, [name, mock]])
}

/** The mocks that a link brings, by the names of their tools: off, and behind those that are here. */
export const withOffered = (mocks: ToolList['mocks'], offered: Readonly<Record<string, string>>): ToolList['mocks'] =>
  Object.fromEntries([
    ...Object.entries(offered).map(([name, source]) => [name, { source, on: false }] as const),
    ...Object.entries(mocks),
  ])

/** The list's mocks after a tool was renamed; a mock that has the new name already stays. */
export function withRenamed(
  mocks: ToolList['mocks'],
  from: string | undefined,
  to: string | undefined,
): ToolList['mocks'] {
  const mock = ownOf(mocks, from)
  if (from === undefined || to === undefined || mock === undefined || Object.hasOwn(mocks, to)) return mocks
  return withMock(withMock(mocks, from, undefined), to, mock)
}

/** The mocks of tools by name. They are kept with the list of tools, and saved and exported with its sets. */
export function useToolMocks() {
  const { list, change } = toolListOf(useRuns())
  const { mocks } = usePageState(list) ?? none
  return {
    /** The mock of a tool; undefined where it has none. */
    mockOf: (name: string) => ownOf(mocks, name),
    /** `undefined` removes it. */
    setMock: (name: string, mock: Mock | undefined) =>
      change((now) => ({ ...now, mocks: withMock(now.mocks, name, mock) })),
  }
}
