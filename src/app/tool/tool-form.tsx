import { TriangleAlert } from 'lucide-react'
import { type ComponentType, Fragment, type ReactNode, Suspense, useState } from 'react'
import { ConnectionNotes } from '../connection/connection-notes.tsx'
import type { FieldDescription } from '../form/describe.ts'
import { FieldRow } from '../form/field-row.tsx'
import { FormSwitch, NotReady } from '../form/request-notes.tsx'
import { SchemaForm } from '../form/schema-form.tsx'
import type { RequestForm } from '../form/use-request-form.ts'
import { useActions } from '../ui/actions.ts'
import { modifierName } from '../ui/keys/keyboard.ts'
import { retriable } from '../ui/retriable.tsx'
import { RunButton } from '../ui/run-button.tsx'
import { promptField } from './asked.ts'
import { HeldPress, MemoryOnly } from './held-press.tsx'
import type { Tool } from './tools.ts'
import type { ToolFormState } from './use-tool-form.ts'
import type { ToolSending } from './use-tool-sending.ts'

const RequestJson = retriable(async () => (await import('../form/request-json.tsx')).RequestJson)

/** Custom form rows by field path. They follow the model, in this order. */
export type OwnRows = Readonly<
  Record<string, ComponentType<{ readonly form: RequestForm; readonly field: FieldDescription }>>
>

interface ToolFormProps {
  readonly tool: Tool
  readonly form: RequestForm
  readonly rows?: OwnRows | undefined
  /** What the tool sends beside the fields, after the row of the prompt; below the JSON, where that is shown. */
  readonly input?: ReactNode
  /** Shown after the fields, not beside the JSON. */
  readonly children?: ReactNode
}

/** The request as a form or as JSON. */
export function ToolForm({ tool, form, rows = {}, input, children }: ToolFormProps) {
  const [view, setView] = useState<'form' | 'json'>('form')
  const first = Object.keys({ model: FieldRow, ...rows })
  const prompt = promptField(tool.endpoint)
  const isFirst = ({ path }: FieldDescription) => first.includes(path)
  useActions([
    view === 'form'
      ? { name: 'Edit the request as JSON', run: () => setView('json') }
      : { name: 'Edit the request in the form', run: () => setView('form') },
    { name: 'Reset all parameters', run: form.reset },
  ])
  return (
    <div className="grid grid-cols-1 gap-5">
      <FormSwitch view={view} onView={setView} />
      {view === 'json' ? (
        <>
          <Suspense>
            <RequestJson form={form} />
          </Suspense>
          {input}
        </>
      ) : (
        <>
          {first.map((path) => {
            const field = form.fields.find((one) => one.path === path)
            const Row = rows[path] ?? FieldRow
            return (
              <Fragment key={path}>
                {field && <Row form={form} field={field} />}
                {path === prompt && input}
              </Fragment>
            )
          })}
          <SchemaForm form={form} fields={form.fields.filter((field) => !isFirst(field))} />
          {children}
        </>
      )}
    </div>
  )
}

interface ToolFootProps {
  readonly tool: Tool
  readonly state: ToolFormState
  readonly sending: ToolSending
  /** The name of the run button; left out, the tool's verb. */
  readonly verb?: string
  /** What a press sends. */
  readonly what?: string
  /** In place of the price while the body of a press is being written. */
  readonly preparing?: string
  readonly onRun?: () => void
  /** What else is to be known before a press. */
  readonly children?: ReactNode
}

/** The run button with its price, preceded by the reasons that prevent sending. */
export function ToolFoot(props: ToolFootProps) {
  const { tool, state, sending, verb = tool.verb, what = 'request', preparing, onRun = sending.run, children } = props
  const { running, problem, connection } = sending
  const price = `${state.price} · ${connection.name}`
  const keys = `${modifierName} ↵`
  const stop = () => running && sending.stop(running.id)
  useActions([running ? { name: 'Stop', run: stop } : { name: verb, keys, run: onRun }])
  return (
    <div className="grid grid-cols-1 gap-2">
      <HeldPress held={sending.held} what={what} onDismiss={sending.dismiss} onInsist={sending.insist} />
      <NotReady form={state.form} />
      {problem && (
        <p role="alert" className="flex items-center gap-2 text-danger text-xs">
          <TriangleAlert size={16} strokeWidth={1.5} aria-hidden="true" className="shrink-0" />
          <span className="min-w-0 wrap-anywhere">{problem}</span>
        </p>
      )}
      <MemoryOnly />
      {children}
      <ConnectionNotes />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <RunButton
          name={verb}
          keys={keys}
          icon={<tool.icon size={16} strokeWidth={1.5} aria-hidden="true" />}
          className="min-h-10! min-w-28"
          running={running !== undefined}
          onRun={onRun}
          onStop={stop}
        />
        <p className="min-w-0 flex-1 basis-[7.75rem] text-soft text-xs">
          {running ? 'Completed work may still be billed after you stop.' : (sending.preparing && preparing) || price}
        </p>
      </div>
    </div>
  )
}
