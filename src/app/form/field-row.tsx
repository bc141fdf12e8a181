import { CircleHelp, RotateCcw, TriangleAlert } from 'lucide-react'
import { memo, type ReactNode, Suspense, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ownOf } from '#contract/core/loose-json.ts'
import type { FieldRule } from '#contract/core/rules.ts'
import type { JsonFault } from '../json/editor/diagnose.ts'
import { Boundary } from '../ui/boundary.tsx'
import { controlIn } from '../ui/keys/first-field.ts'
import { BrokenNote } from '../ui/missing-note.tsx'
import type { ComboboxOption } from '../ui/popup/combobox-list.tsx'
import { controls, isGroup } from './controls/controls.ts'
import type { FieldDescription } from './describe.ts'
import { useEntry } from './form-state.ts'
import { Entry, entered, useSame } from './form-values.ts'
import { ruleFor } from './judge.ts'
import { isInside, noteOf, type PlacedError, sayAtField } from './remarks.ts'
import { valueAt } from './request-draft.ts'
import type { RequestForm } from './use-request-form.ts'

export interface FieldRowProps {
  readonly form: RequestForm
  readonly field: FieldDescription
}

const noOptions: readonly ComboboxOption[] = []

/** One field: its title, whether it is sent, its control, and its help, notes and errors. */
export function FieldRow({ form, field }: FieldRowProps) {
  const { path } = field
  const faults = useSame(faultsIn(form.placed, path))
  return (
    <Row
      state={form.state}
      field={field}
      rule={ruleFor(form.rules, path)}
      start={valueAt(form.start, path)}
      error={ownOf(form.errors, path)}
      faults={faults}
      options={ownOf(form.options, path) ?? noOptions}
      resetField={form.resetField}
    />
  )
}

function faultsIn(placed: readonly PlacedError[], path: string): readonly JsonFault[] {
  const depth = path.split('.').length
  return placed.filter(({ field }) => field === path).map(({ at, words }) => ({ at: at.slice(depth), words }))
}

interface RowProps extends Pick<RequestForm, 'state' | 'resetField'> {
  readonly field: FieldDescription
  readonly rule: FieldRule | undefined
  readonly start: unknown
  readonly error: string | undefined
  readonly faults: readonly JsonFault[]
  readonly options: readonly ComboboxOption[]
}

function underRule(field: FieldDescription, rule: FieldRule | undefined): FieldDescription {
  if (rule?.kind === 'only') return { ...field, suggestions: rule.values, closed: true }
  if (rule?.kind === 'files') return { ...field, ...(field.file && { file: { ...field.file, limits: rule.limits } }) }
  return rule?.kind === 'listed' ? { ...field, control: 'select', suggestions: rule.values } : field
}

/** Subscribes to its own value and is otherwise drawn only when its rule or error changes: a key typed elsewhere costs it nothing. */
const Row = memo(function Row({ state, field, rule, start, error, faults, options, resetField }: RowProps) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [explained, setExplained] = useState(false)
  const { path, help } = field
  const drawn = underRule(field, rule)
  const Control = controls[drawn.control]
  const entry = useEntry(state, path, () => focusControl(box.current))
  const { value } = entry
  const isOff = rule?.kind === 'off'
  const note =
    isOff || error !== undefined ? undefined : noteOf(rule?.kind === 'listed' ? drawn : field, value, options)
  const aboutId = `${id}-about`
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <RowHead id={id} field={field} isOff={isOff} status={isOff ? 'off' : statusOf(field, entry, error)}>
        {help && !isOff && (
          <HeadButton
            name={`Help: ${field.title}`}
            title="Help"
            expanded={explained}
            onClick={() => setExplained(!explained)}
          >
            <CircleHelp size={14} />
          </HeadButton>
        )}
        {isResettable(field, entry, start) && (
          <HeadButton
            name={`Reset ${field.title}`}
            title="Reset"
            onClick={() => {
              flushSync(() => resetField(field))
              focusControl(box.current)
            }}
          >
            <RotateCcw size={14} />
          </HeadButton>
        )}
      </RowHead>
      <div ref={box} className="min-w-0 outline-none">
        {/* The code of some controls comes late: without it the other fields stay. */}
        <Boundary fallback={(broken) => <BrokenNote title={`${field.title} cannot be shown`} {...broken} />}>
          <Suspense>
            <Control
              field={drawn}
              id={id}
              labelId={`${id}-label`}
              describedBy={aboutId}
              value={value}
              entry={entry.raw}
              invalid={error !== undefined}
              faults={faults}
              disabled={isOff}
              options={options}
              set={(next) => state.setEntry(path, new Entry(next))}
              enter={(raw, reading) => state.setEntry(path, entered(entry, raw, reading))}
            />
          </Suspense>
        </Boundary>
      </div>
      <div id={aboutId} className="flex flex-col gap-1 text-faint text-xs empty:hidden">
        {isOff ? <p>Off: {rule.why}</p> : help && <p className={explained ? undefined : 'sr-only'}>{help}</p>}
        {isOff && value !== undefined && <p className="text-soft">The value is kept but not sent.</p>}
        {note && <p className="text-soft">{note}</p>}
        {error && !(field.control === 'tools' && isInside(error)) && (
          <p role="alert" className="flex gap-1.5 text-danger">
            <TriangleAlert size={14} className="mt-0.5 shrink-0" />
            {sayAtField(path, error)}
          </p>
        )}
      </div>
    </div>
  )
})

interface RowHeadProps extends Pick<FieldRowProps, 'field'> {
  /** The control's id; the title's is the same with `-label`. */
  readonly id: string
  readonly isOff: boolean
  readonly status: string
  readonly children: ReactNode
}

function RowHead({ id, field, isOff, status, children }: RowHeadProps) {
  const Title = isGroup(field) ? 'span' : 'label'
  return (
    <div className="flex min-h-5 items-center justify-between gap-3">
      <Title
        id={`${id}-label`}
        {...(Title === 'label' && { htmlFor: id })}
        className={`font-medium text-sm ${isOff ? 'text-faint' : 'text-ink'}`}
      >
        {field.title}
      </Title>
      <span className="flex min-w-0 items-center gap-1 text-faint text-xs">
        {status.startsWith('in request') && <span aria-hidden className="size-1.5 shrink-0 rounded-full bg-cable" />}
        <span className="truncate">{status}</span>
        {children}
      </span>
    </div>
  )
}

interface HeadButtonProps {
  readonly name: string
  readonly title: string
  readonly expanded?: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

const HeadButton = ({ name, title, expanded, onClick, children }: HeadButtonProps) => (
  <button
    type="button"
    aria-label={name}
    title={title}
    aria-expanded={expanded}
    className="-my-1 last:-mr-1.5 flex size-6 items-center justify-center rounded-md text-faint hover:text-ink coarse:-my-3 coarse:last:-mr-3 coarse:size-11"
    onClick={onClick}
  >
    {children}
  </button>
)

/** What is sent of a field, with its value where the control shows it less plainly; empty where nothing is. */
function statusOf({ control }: FieldDescription, { value, problem }: Entry, error: string | undefined): string {
  if (problem !== undefined) return 'not readable'
  if (value === undefined) return ''
  if (error !== undefined) return 'cannot be sent'
  return (control === 'select' || control === 'switch') && typeof value !== 'object'
    ? `in request: ${value}`
    : 'in request'
}

function isResettable({ required }: FieldDescription, { value, problem }: Entry, start: unknown): boolean {
  return problem !== undefined || (value !== undefined && !(required && value === start))
}

/** Moves the focus to the control in a box, else to the box. A fold around it is opened. */
export function focusControl(box: HTMLElement | null): void {
  if (!box) return
  const fold = box.closest('details')
  if (fold) fold.open = true
  const target = controlIn(box)
  if (!target) box.tabIndex = -1
  const end = target ?? box
  end.focus()
}
