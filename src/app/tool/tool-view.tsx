import { type ComponentType, type ReactNode, useMemo, useState } from 'react'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/core/endpoint.ts'
import type { RulesOf } from '#contract/core/rules.ts'
import { endpoints } from '#contract/endpoints.ts'
import { ConnectionNotes } from '../connection/connection-notes.tsx'
import type { FieldDescription } from '../form/describe.ts'
import { FieldRow } from '../form/field-row.tsx'
import { RequestJson } from '../form/request-json.tsx'
import { FormSwitch, NotReady } from '../form/request-notes.tsx'
import { SchemaForm } from '../form/schema-form.tsx'
import type { RequestForm } from '../form/use-request-form.ts'
import { useDraft } from '../run/use-draft.ts'
import { modifierName } from '../ui/keys/keyboard.ts'
import { RunButton } from '../ui/run-button.tsx'
import { ToolFiles } from './file-fields.tsx'
import { HeldPress, MemoryOnly } from './held-press.tsx'
import { panelPlace } from './panels.ts'
import { Stage } from './stage.tsx'
import { ToolLayout } from './tool-layout.tsx'
import { nounsOf, type Tool } from './tools.ts'
import { type ToolState, useTool } from './use-tool.ts'
import { ToolDraft, type ToolFormSetup } from './use-tool-form.ts'

interface ToolViewProps {
  readonly tool: Tool
  /** Replaces the endpoint's rules. Must keep its identity. */
  readonly rules?: RulesOf
  readonly rows?: OwnRows
  /** Shown on the stage before the first run. */
  readonly empty?: (tryOut: ToolState['tryOut']) => ReactNode
}

/**
 * A whole tool from its entry: the form of its endpoint's schema, kept while it is typed, and the runs that it made. What is given
 * beside the entry is the tool's own.
 */
export function ToolView({ tool, rules, rows, empty }: ToolViewProps) {
  const { loading, stored, write } = useDraft(tool.id, ToolDraft)
  const setup = useMemo(() => ({ ...setupOf(tool), ...(rules && { rules }) }), [tool, rules])
  if (loading) return <main data-cable={panelPlace(tool.panel).cable} className="flex-1" aria-busy="true" />
  return <Loaded {...{ tool, setup, stored, rows, empty }} keep={write} />
}

/** The endpoint's schema without what the tool fills, and its rules. */
function setupOf({ endpoint, fills = {} }: Tool): ToolFormSetup {
  const { request, rules, check }: Endpoint = endpoints[endpoint]
  const shape = request instanceof z.ZodMiniObject ? request.shape : {}
  const kept = Object.entries(shape).filter(([name]) => !Object.hasOwn(fills, name))
  return { schema: z.looseObject(Object.fromEntries(kept)), rules, check }
}

interface LoadedProps extends Pick<ToolViewProps, 'tool'> {
  readonly setup: ToolFormSetup
  readonly stored: ToolDraft | undefined
  readonly keep: (draft: ToolDraft) => void
  readonly rows: ToolViewProps['rows'] | undefined
  readonly empty: ToolViewProps['empty'] | undefined
}

function Loaded({ tool, setup, stored, keep, rows, empty }: LoadedProps) {
  const state = useTool(tool, setup, stored, keep)
  const { runs } = state
  return (
    <ToolLayout
      tool={tool}
      card={state.card}
      form={
        <ToolFiles tool={tool}>
          <ToolForm form={state.form} rows={rows} />
        </ToolFiles>
      }
      formFoot={<ToolFoot state={state} />}
      head={
        <h2 className="min-w-0 truncate text-soft max-md:sr-only">
          {runs.length === 0 ? `New ${nounsOf(tool).one}` : runs.length === 1 ? '1 run' : `${runs.length} runs`}
        </h2>
      }
      runs={runs}
      onRun={state.run}
    >
      <Stage state={state} empty={empty?.(state.tryOut)} />
    </ToolLayout>
  )
}

/** Custom form rows by field path. They follow the model, in this order. */
export type OwnRows = Readonly<
  Record<string, ComponentType<{ readonly form: RequestForm; readonly field: FieldDescription }>>
>

interface ToolFormProps {
  readonly form: RequestForm
  readonly rows?: OwnRows | undefined
}

/** The request as a form or as JSON. */
export function ToolForm({ form, rows = {} }: ToolFormProps) {
  const [view, setView] = useState<'form' | 'json'>('form')
  const first = ['model', ...Object.keys(rows)]
  return (
    <div className="grid grid-cols-1 gap-5">
      <FormSwitch view={view} onView={setView} />
      {view === 'json' ? (
        <RequestJson form={form} />
      ) : (
        <>
          {first.map((path) => {
            const field = form.fields.find((one) => one.path === path)
            const Row = rows[path] ?? FieldRow
            return field && <Row key={path} form={form} field={field} />
          })}
          <SchemaForm form={form} fields={form.fields.filter(({ path }) => !first.includes(path))} />
        </>
      )}
    </div>
  )
}

/** The run button with its price, preceded by the reasons that prevent sending. */
export function ToolFoot({ state }: { readonly state: ToolState }) {
  const { tool, running, price, connection } = state
  return (
    <div className="grid grid-cols-1 gap-2">
      <HeldPress held={state.held} what="request" onDismiss={state.dismiss} onInsist={state.insist} />
      <NotReady form={state.form} />
      {state.problem && (
        <p role="alert" className="wrap-anywhere text-danger text-xs">
          {state.problem}
        </p>
      )}
      <MemoryOnly />
      <ConnectionNotes />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <RunButton
          name={tool.verb}
          keys={`${modifierName} ↵`}
          icon={<tool.icon size={16} strokeWidth={1.5} aria-hidden="true" />}
          className="min-h-10! min-w-28"
          running={running !== undefined}
          onRun={state.run}
          onStop={() => running && state.stop(running.id)}
        />
        <p className="min-w-0 flex-1 basis-[7.75rem] text-soft text-xs">
          {running ? 'What is made by the time you stop may still be billed.' : `${price} · to ${connection.name}`}
        </p>
      </div>
    </div>
  )
}
