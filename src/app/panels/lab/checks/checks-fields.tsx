import { Plus, X } from 'lucide-react'
import { textOrJson } from '#contract/core/loose-json.ts'
import { type Check, readCheck } from '#lab/checks/check.ts'
import { type CheckType, checkGroups } from '#lab/checks/check-type.ts'
import { checkProblems, checkTypes } from '#lab/checks/evaluate.ts'
import type { LabPlan } from '#lab/lab-plan.ts'
import { Button, IconButton } from '../../../ui/button/button.tsx'
import { Tick } from '../../../ui/choice.tsx'
import { Select } from '../../../ui/native-select.tsx'
import { JudgeFields, type JudgeFieldsProps } from '../judges/judge-fields.tsx'
import { WarningLine } from '../lab-notes.tsx'
import { ReadBox, readings, textOrNone } from './read-box.tsx'

interface ChecksFieldsProps {
  readonly checks: LabPlan['checks']
  /** The models of the plan. */
  readonly models: readonly string[]
  readonly onChecks: (checks: LabPlan['checks']) => void
}

/** What the results of a plan must be. A check that this version does not know is shown as it is stored, and kept. */
export function ChecksFields({ checks, models, onChecks }: ChecksFieldsProps) {
  return (
    <fieldset className="grid grid-cols-1 gap-3 border-line border-b pb-5">
      <legend className="mb-1.5 text-sm">{checks.length === 0 ? 'Checks' : `Checks (${checks.length})`}</legend>
      {checks.length === 0 && (
        <p className="text-faint text-xs">Checks pass or fail each result, and can be changed later without sending.</p>
      )}
      {checks.map((stored, at) => {
        const check = readCheck(stored)
        const type = check && checkTypes.get(check.type)
        const place = `check ${at + 1}`
        const remove = (
          <IconButton
            name={`Remove ${place}`}
            icon={<X size={16} />}
            onClick={() => onChecks(checks.filter((_, other) => other !== at))}
          />
        )
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a check has no other name than its place.
          <fieldset key={at} aria-label={`Check ${at + 1}`} className="grid min-w-0 grid-cols-1 gap-1.5">
            {check && type ? (
              <CheckRow
                {...{ check, type, place, models, remove }}
                onCheck={(next) => onChecks(checks.with(at, next))}
              />
            ) : (
              <UnknownCheck stored={stored} remove={remove} />
            )}
          </fieldset>
        )
      })}
      <Button
        look="quiet"
        className="justify-self-start"
        icon={<Plus size={16} />}
        onClick={() => onChecks([...checks, { type: 'contains', value: '' }])}
      >
        Add a check
      </Button>
    </fieldset>
  )
}

function UnknownCheck({ stored, remove }: { readonly stored: unknown; readonly remove: React.ReactNode }) {
  return (
    <div className="flex items-start gap-2">
      <div className="grid min-w-0 flex-1 gap-1 text-xs">
        <span className="text-warning">This version does not know this check. It is kept.</span>
        <code className="wrap-anywhere max-h-24 overflow-y-auto text-soft">{JSON.stringify(stored)}</code>
      </div>
      {remove}
    </div>
  )
}

interface CheckRowProps extends JudgeFieldsProps {
  readonly type: CheckType
  readonly remove: React.ReactNode
}

function CheckRow({ check, type, models, place, remove, onCheck }: CheckRowProps) {
  const set = (name: 'value' | 'path' | 'min' | 'max' | 'not', value: unknown) => {
    const { [name]: _, ...others } = check
    onCheck({ ...others, type: check.type, ...(value !== undefined && { [name]: value }) })
  }
  const problems = checkProblems(check)
  return (
    <>
      <div className="flex items-center gap-2">
        <Select
          className="flex-1"
          aria-label={`Type of ${place}`}
          value={check.type}
          onChange={({ target }) => onCheck(ofType(check, target.value))}
        >
          {checkGroups.map((group) => (
            <optgroup key={group} label={group}>
              {[...checkTypes].map(
                ([name, one]) =>
                  one.group === group && (
                    <option key={name} value={name}>
                      {one.title}
                    </option>
                  ),
              )}
            </optgroup>
          ))}
        </Select>
        <Tick isOn={check.not ?? false} onChange={(isOn) => set('not', isOn || undefined)} className="gap-1.5 text-xs">
          Not
        </Tick>
        {remove}
      </div>
      {type.hasPath && (
        <ReadBox
          name={`Field of ${place}`}
          placeholder="Field: items.0.price"
          value={check.path}
          {...{ write: textOrJson, read: textOrNone, onValue: (path) => set('path', path) }}
        />
      )}
      {type.value && (
        <ReadBox
          name={`${type.valueTitle} of ${place}`}
          placeholder={`${type.valueTitle}${type.value === 'texts' ? ', one a line' : ''}${type.isValueOptional ? ' (optional)' : ''}`}
          value={check.value}
          isLong
          {...{ ...readings[type.value], onValue: (value) => set('value', value) }}
        />
      )}
      {type.isJudged && <JudgeFields {...{ check, models, place, onCheck }} />}
      {type.bounds && (
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-soft text-xs">
          {type.bounds.map((bound) => (
            <span key={bound} className="flex min-w-20 flex-1 items-center gap-1.5">
              {bound === 'min' ? 'Min' : 'Max'}
              <ReadBox
                name={`${bound === 'min' ? 'Minimum' : 'Maximum'} of ${place}`}
                value={check[bound]}
                {...{ write: textOrJson, read: numberIn, onValue: (value) => set(bound, value) }}
              />
            </span>
          ))}
          <span className="shrink-0 text-faint">{type.unit}</span>
        </div>
      )}
      {problems.map((words) => (
        <WarningLine key={words}>{words}</WarningLine>
      ))}
    </>
  )
}

/** A check of another type, with what both types take. */
function ofType({ type: before, not, path, value, min, max }: Check, name: string): Check {
  const [old, type] = [checkTypes.get(before), checkTypes.get(name)]
  const isSameValue = type?.value !== undefined && type.value === old?.value && value !== undefined
  const has = (bound: 'min' | 'max', limit: number | undefined) =>
    limit !== undefined && type?.unit === old?.unit && type?.bounds?.includes(bound)
  return {
    type: name,
    ...(not && { not }),
    ...(type?.hasPath && path !== undefined && { path }),
    ...(isSameValue ? { value } : type?.value && !type.isValueOptional && { value: '' }),
    ...(has('min', min) && { min }),
    ...(has('max', max) && { max }),
  }
}

function numberIn(text: string): number | undefined {
  const number = Number(text.replace(',', '.'))
  return text.trim() === '' || !Number.isFinite(number) ? undefined : number
}
