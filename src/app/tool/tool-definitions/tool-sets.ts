import * as z from 'zod/mini'
import { ownOf } from '#contract/core/loose-json.ts'
import { toolName } from '../../form/schema/request-faults.ts'
import { ledgerDrafts } from '../../run/history/use-history.ts'
import type { Runs } from '../../run/runs.ts'
import type { Mock, ToolList } from './tool-list.ts'

export const toolSetFormat = 'patchbay-tools'

const SetEntry = z.object({
  definition: z.unknown(),
  on: z.boolean(),
  mock: z.optional(z.string()),
  isMockOff: z.optional(z.literal(true)),
})
type SetEntry = z.infer<typeof SetEntry>

/** A named list of tools with their mocks, as it is stored and as a file. */
export const ToolSet = z.object({
  format: z.literal(toolSetFormat),
  version: z.literal(1),
  name: z.string().check(z.minLength(1)),
  tools: z.array(SetEntry),
})
export type ToolSet = z.infer<typeof ToolSet>

export function toolSetOf(name: string, { tools, mocks }: ToolList): ToolSet {
  const entries = tools.map(({ definition, on }) => {
    const mock = ownOf(mocks, toolName(definition))
    return {
      definition,
      on,
      ...(mock && { mock: mock.source }),
      ...(mock?.on === false && { isMockOff: true as const }),
    }
  })
  return { format: toolSetFormat, version: 1, name, tools: entries }
}

/** The list that a set stands for; mocks of other tools are kept. */
export function listOfSet({ tools }: { readonly tools: readonly SetEntry[] }, mocks: ToolList['mocks']): ToolList {
  const own = tools.flatMap(({ definition, mock, isMockOff }): [string, Mock][] => {
    const name = toolName(definition)
    return name !== undefined && mock !== undefined ? [[name, { source: mock, on: !isMockOff }]] : []
  })
  return {
    tools: tools.map(({ definition, on }) => ({ definition, on })),
    mocks: Object.fromEntries([...Object.entries(mocks), ...own]),
  }
}

const prefix = 'tools.set.'

/** The saved sets of this browser by id; each is stored apart, so that no tab overwrites those of another. All reject where storage does. */
export const savedSets = (runs: Runs) => ({
  async read(): Promise<readonly (readonly [id: string, set: ToolSet])[]> {
    const stored = [...(await ledgerDrafts(runs).under(prefix))]
    const sets = stored.flatMap(([id, value]) => {
      const { data } = z.safeParse(ToolSet, value)
      return data ? [[id, data] as const] : []
    })
    return sets.toSorted(([, one], [, other]) => one.name.localeCompare(other.name))
  },
  /** `undefined` deletes it. */
  write: (id: string, set: ToolSet | undefined) => ledgerDrafts(runs).write(prefix + id, set),
})
