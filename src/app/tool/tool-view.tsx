import { type ComponentType, type ReactNode, Suspense, useMemo, useRef } from 'react'
import { useSearchParams } from 'wouter'
import * as z from 'zod/mini'
import { ownOf } from '#contract/core/loose-json.ts'
import type { RulesOf } from '#contract/core/rules.ts'
import { type Endpoint, endpoints } from '#contract/endpoints.ts'
import type { PanelId } from '#contract/routes.ts'
import { useDraft } from '../run/use-draft.ts'
import { FileFieldsOf } from './file-fields.tsx'
import { panelPlace } from './panels.ts'
import type { UseMoreItems } from './result-actions.tsx'
import { Stage, type StageProps } from './stage.tsx'
import { ToolFoot } from './tool-foot.tsx'
import { type OwnRows, ToolForm } from './tool-form.tsx'
import { TabWish, ToolLayout } from './tool-layout.tsx'
import { nounsOf, type Tool, useTools } from './tools.ts'
import { type ToolState, useTool } from './use-tool.ts'
import { ToolDraft, type ToolFormSetup } from './use-tool-form.ts'

interface ToolPanelProps {
  readonly panel: PanelId
  /** What tools have of their own beside their entries, by id. Every other is drawn from its entry alone. */
  readonly own?: Readonly<Record<string, OwnParts>>
  /** Tools that are drawn by a component of their own, by id. */
  readonly views?: Readonly<Record<string, ComponentType>>
}

const none = {}

/** A panel whose tools share one place: the tool that the address names, with tabs to the others. */
export function ToolPanel({ panel, own = none, views = none }: ToolPanelProps) {
  const tool = useShownTool(panel)
  const wish = useRef(false)
  if (!tool) return null
  const View = ownOf(views, tool.id)
  return (
    <TabWish value={wish}>
      <Suspense fallback={<main data-cable={panelPlace(panel).cable} className="flex-1" aria-busy="true" />}>
        {View ? <View /> : <ToolView key={tool.id} tool={tool} {...ownOf(own, tool.id)} />}
      </Suspense>
    </TabWish>
  )
}

/** The tool of a panel that the address names; the panel's first where it names none. Undefined for a panel without a tool. */
function useShownTool(panel: PanelId): Tool | undefined {
  const [params] = useSearchParams()
  const mine = useTools().filter((tool) => tool.panel === panel)
  return mine.find(({ tab }) => tab === (params.get('tab') ?? undefined)) ?? mine[0]
}

/** What a tool has beside its entry. Rules, hook and components must keep their identity. */
export interface OwnParts {
  readonly rules?: RulesOf
  readonly useUsual?: NonNullable<ToolFormSetup['useUsual']>
  readonly rows?: OwnRows
  readonly empty?: (state: ToolState) => ReactNode
  readonly stage?: ComponentType<StageProps>
  /** A hook that replaces what the run button does and says. */
  readonly usePress?: (state: ToolState) => RunPress
  /** A hook: more items for the menu of a run, after "Run again". */
  readonly useMoreItems?: UseMoreItems
}

/** What the run button does, what stands beside it, and what the foot of the form says about it. */
export interface RunPress
  extends Pick<Parameters<typeof ToolFoot>[0], 'verb' | 'price' | 'onStop' | 'beside' | 'children'> {
  readonly run: () => void
}

const useOnePress = ({ sending: { run } }: ToolState): RunPress => ({ run })

/** A whole tool from its entry: the form of its endpoint's schema with its kept draft, and its runs. `own` replaces parts. */
function ToolView({ tool, rules, useUsual, ...own }: OwnParts & { readonly tool: Tool }) {
  const { loading, stored, write } = useDraft(tool.id, ToolDraft)
  const setup = useMemo(
    () => ({ ...setupOf(tool), ...(rules && { rules }), ...(useUsual && { useUsual }) }),
    [tool, rules, useUsual],
  )
  if (loading) return <main data-cable={panelPlace(tool.panel).cable} className="flex-1" aria-busy="true" />
  return <Loaded {...{ tool, setup, stored, ...own }} keep={write} />
}

/** The endpoint's schema without what the tool fills, its rules and its price rule. */
export function setupOf({ endpoint, fills = {} }: Tool): ToolFormSetup {
  const { request, ...rules }: Endpoint = endpoints[endpoint]
  const shape = request instanceof z.ZodMiniObject ? request.shape : {}
  const kept = Object.entries(shape).filter(([name]) => !Object.hasOwn(fills, name))
  return { ...rules, schema: z.looseObject(Object.fromEntries(kept)) }
}

interface LoadedProps extends Omit<OwnParts, 'rules' | 'useUsual'> {
  readonly tool: Tool
  readonly setup: ToolFormSetup
  readonly stored: ToolDraft | undefined
  readonly keep: (draft: ToolDraft) => void
}

function Loaded(props: LoadedProps) {
  const { tool, setup, stored, keep, rows, empty, stage: Runs = Stage, usePress = useOnePress, useMoreItems } = props
  const state = useTool(tool, setup, stored, keep)
  const { run, ...press } = usePress(state)
  const { form, sending } = state
  const { runs } = sending.thread
  return (
    <FileFieldsOf tool={tool}>
      <ToolLayout
        tool={tool}
        card={form.card}
        request={form.form}
        rows={rows}
        form={<ToolForm {...{ tool, rows }} form={form.form} draftOf={() => sending.draftOf(form.form.request)} />}
        formFoot={<ToolFoot tool={tool} state={form} sending={sending} {...press} onRun={run} />}
        head={
          <h2 className="min-w-0 truncate text-soft max-md:sr-only">
            {runs.length === 0 ? `New ${nounsOf(tool).one}` : runs.length === 1 ? '1 run' : `${runs.length} runs`}
          </h2>
        }
        runs={runs}
        onRun={run}
      >
        <Runs state={state} empty={empty?.(state)} useMoreItems={useMoreItems} />
      </ToolLayout>
    </FileFieldsOf>
  )
}
