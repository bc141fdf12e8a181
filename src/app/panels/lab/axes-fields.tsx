import { Plus, X } from 'lucide-react'
import { useId } from 'react'
import type { Control } from '#contract/core/field.ts'
import { jsonIn, textOrJson } from '#contract/core/loose-json.ts'
import { type LabPlan, type Sweep, usualConcurrency } from '#lab/lab-plan.ts'
import { planLimits } from '#lab/rows/row-limits.ts'
import { useModels } from '../../connection/use-connection.ts'
import type { FieldDescription } from '../../form/describe.ts'
import type { Tool } from '../../tool/tools.ts'
import { modelOptions } from '../../tool/use-tool-form.ts'
import { lineLook } from '../../ui/box-look.ts'
import { Button, IconButton } from '../../ui/button/button.tsx'
import { shortly } from '../../ui/format.ts'
import { OptionSelect } from '../../ui/option-select.tsx'
import { Combobox } from '../../ui/popup/combobox.tsx'
import { ReadBox } from './checks/read-box.tsx'

interface AxesFieldsProps {
  readonly plan: LabPlan
  readonly tool: Tool
  readonly fields: readonly FieldDescription[]
  readonly onPlan: (change: (plan: LabPlan) => LabPlan) => void
}

/** The axes beside the rows: models, sweeps of fields, repeats; and how many cells of a model are sent at once. */
export function AxesFields({ plan, tool, fields, onPlan }: AxesFieldsProps) {
  const { axes, limits } = plan
  const setAxes = (own: Partial<LabPlan['axes']>) => onPlan((now) => ({ ...now, axes: { ...now.axes, ...own } }))
  return (
    <fieldset className="grid grid-cols-1 gap-5 border-line border-y py-5">
      <legend className="sr-only">Axes</legend>
      <Models tool={tool} models={axes.models} onModels={(models) => setAxes({ models })} />
      {axes.sweeps.map((sweep, at) => (
        <SweepRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a sweep has no other name than its place.
          key={at}
          {...{ sweep, fields }}
          onSweep={(next) =>
            setAxes({ sweeps: next ? axes.sweeps.with(at, next) : axes.sweeps.filter((one) => one !== sweep) })
          }
        />
      ))}
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <CountBox
          label="Repeats"
          value={axes.repeat}
          usual={1}
          most={planLimits.repeat}
          onCount={(repeat) => setAxes({ repeat: repeat ?? 1 })}
        />
        <CountBox
          label="At once, per model"
          value={limits.concurrency}
          usual={usualConcurrency}
          most={planLimits.concurrency}
          onCount={(concurrency) =>
            onPlan(({ limits: { concurrency: _, ...others }, ...now }) => ({
              ...now,
              limits: { ...others, ...(concurrency !== undefined && { concurrency }) },
            }))
          }
        />
        {axes.sweeps.length < planLimits.sweeps && (
          <Button
            look="quiet"
            icon={<Plus size={16} />}
            onClick={() => setAxes({ sweeps: [...axes.sweeps, { path: firstSweepable(fields), values: [] }] })}
          >
            Sweep a field
          </Button>
        )}
      </div>
    </fieldset>
  )
}

/** Fields whose values may be listed one a line. */
const sweepable = (fields: readonly FieldDescription[]) =>
  fields.filter(({ control, file }) => !file && !objects.has(control))

const objects: ReadonlySet<Control> = new Set(['json', 'key-value', 'tools', 'text-format'])

const firstSweepable = (fields: readonly FieldDescription[]) => {
  const paths = sweepable(fields).map(({ path }) => path)
  return (
    ['temperature', 'reasoning.effort', 'size', 'voice', 'seconds'].find((path) => paths.includes(path)) ??
    paths[0] ??
    ''
  )
}

function Models({
  tool,
  models,
  onModels,
}: Pick<AxesFieldsProps, 'tool'> & {
  readonly models: readonly string[]
  readonly onModels: (models: string[]) => void
}) {
  const id = useId()
  const cards = useModels().data?.cards
  const options = cards ? modelOptions(cards, tool.endpoint) : []
  const names = new Map(options.map(({ value, label }) => [value, label]))
  return (
    <div className="grid grid-cols-1 gap-2">
      <span id={`${id}-label`} className="text-sm">
        {models.length === 0 ? 'Models' : `Models (${models.length})`}
      </span>
      {models.length > 0 && (
        <ul aria-label="Chosen models" className="grid grid-cols-1 gap-1">
          {models.map((model) => (
            <li key={model} className="flex min-w-0 items-center gap-2 rounded-md bg-raised pl-3 text-xs">
              <span className="min-w-0 flex-1 truncate font-mono" title={model}>
                {shortly(names.get(model) ?? model, 120)}
              </span>
              {cards && !names.has(model) && <span className="shrink-0 text-warning">not offered</span>}
              <IconButton
                name={`Remove ${shortly(model, 80)}`}
                icon={<X size={14} />}
                onClick={() => onModels(models.filter((one) => one !== model))}
              />
            </li>
          ))}
        </ul>
      )}
      <Combobox
        id={id}
        labelId={`${id}-label`}
        value=""
        options={options.filter(({ value }) => !models.includes(value))}
        placeholder={models.length === 0 ? 'Choose a model' : 'Add a model'}
        onChange={(model) => model !== '' && !models.includes(model) && onModels([...models, model])}
      />
    </div>
  )
}

/** A value as it is typed in a line: JSON where it is some, so that 0.7 is a number and true a boolean; else a text. */
const valueIn = (line: string): unknown =>
  /^(?:-?\d|true$|false$|null$|["[{])/.test(line) ? (jsonIn(line) ?? line) : line

function valuesIn(text: string): Sweep['values'] {
  const lines = new Set(text.split('\n').map((line) => line.trim()))
  return [...lines].filter((line) => line !== '').map(valueIn)
}

function SweepRow({
  sweep: { path, values },
  fields,
  onSweep,
}: Pick<AxesFieldsProps, 'fields'> & {
  readonly sweep: Sweep
  readonly onSweep: (sweep: Sweep | undefined) => void
}) {
  const listed = sweepable(fields)
  const field = listed.find((one) => one.path === path)
  const title = field?.title ?? path
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <div className="flex items-center gap-2">
        <OptionSelect
          className="flex-1"
          aria-label="Field to sweep"
          options={[
            ...(field ? [] : [[path, path] as const]),
            ...listed.map((one) => [one.path, `Sweep: ${one.title}`] as const),
          ]}
          value={path}
          onValue={(next) => onSweep({ path: next, values })}
        />
        <IconButton name={`Remove the sweep of ${title}`} icon={<X size={16} />} onClick={() => onSweep(undefined)} />
      </div>
      <ReadBox
        name={`Values of ${title}, one a line`}
        placeholder={`One value a line${field?.suggestions.length ? `: ${field.suggestions.slice(0, 3).join(', ')} …` : ''}`}
        value={values}
        isLong
        className="min-h-16 font-mono"
        write={(now) => now.map(textOrJson).join('\n')}
        read={valuesIn}
        onValue={(next) => onSweep({ path, values: next })}
      />
    </div>
  )
}

interface CountBoxProps {
  readonly label: string
  readonly value: number | undefined
  readonly usual: number
  readonly most: number
  /** Undefined where the box is empty. */
  readonly onCount: (count: number | undefined) => void
}

/** A whole number from 1 to `most`. */
function CountBox({ label, value, usual, most, onCount }: CountBoxProps) {
  return (
    <label className="grid w-32 grid-cols-1 gap-1.5 text-sm">
      {label}
      <input
        type="text"
        inputMode="numeric"
        autoComplete="off"
        placeholder={String(usual)}
        value={value ?? ''}
        onChange={({ target }) => {
          const count = Number(target.value.replace(/\D/g, ''))
          onCount(count === 0 ? undefined : Math.min(most, count))
        }}
        className={`${lineLook} font-mono tabular-nums`}
      />
    </label>
  )
}
