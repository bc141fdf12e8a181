import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { isRecord, ownOf } from '#contract/core/loose-json.ts'
import type { ControlProps } from '../../form/controls/control.ts'
import { SliderControl } from '../../form/controls/number.tsx'
import { SwitchControl } from '../../form/controls/select-control.tsx'
import type { FieldDescription } from '../../form/describe.ts'
import { FieldRow, type FieldRowProps } from '../../form/field-row.tsx'
import { setAt } from '../../form/request-draft.ts'

const setting = (own: Pick<FieldDescription, 'path' | 'title' | 'help' | 'control' | 'types' | 'range'>) =>
  ({ ...own, step: 0.05, required: false, closed: false, suggestions: [] }) satisfies FieldDescription

const slider = (path: string, title: string, help: string, range: FieldDescription['range'] = [0, 1]) =>
  setting({ path, title, help, range, control: 'slider', types: ['number'] })

/** The settings that providers of voices document (wire-facts §7.2, §7.5); others are kept, and edited as JSON. */
const settings: readonly FieldDescription[] = [
  slider('stability', 'Stability', 'Higher is more consistent, lower is more expressive.'),
  slider('similarity_boost', 'Similarity', 'Closeness to the original voice.'),
  slider('style', 'Style', 'Exaggerates the style of the voice.'),
  slider('speed', 'Voice speed', '1 is normal speed.', [0.7, 1.2]),
  setting({
    ...{ path: 'use_speaker_boost', title: 'Speaker boost', help: 'Closer to the original, but slower.' },
    ...{ control: 'switch', types: ['boolean'] },
  }),
]

/** An object of voice settings as sliders, folded away until something is set in it, with the same object as JSON below. */
export function VoiceSettingsRow({ form, field }: FieldRowProps) {
  const { path } = field
  const value = ownOf(form.draft, path)
  const rule = ownOf(form.rules?.fields, path)
  const [isOpen, setIsOpen] = useState(value !== undefined)
  const settingIn = ({ path: name }: FieldDescription) => (isRecord(value) ? ownOf(value, name) : undefined)
  // A tool with a speed of its own shows a second one only where it is set.
  const shown = settings.filter(
    (one) => settingIn(one) !== undefined || !form.fields.some((own) => own.path === one.path),
  )
  const count = isRecord(value) ? Object.keys(value).length : 0
  return (
    <details
      className="group"
      open={isOpen || form.wanted?.path === path}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="flex min-h-8 items-center gap-1.5 rounded-md font-medium text-sm hover:text-ink coarse:min-h-11">
        <ChevronRight size={16} className="-ml-1 transition-transform duration-120 group-open:rotate-90" />
        {field.title}
        <span className="ml-auto font-normal text-faint text-xs">
          {rule?.kind === 'off' ? 'off' : count > 0 && `${count} in request`}
        </span>
      </summary>
      {isOpen && (
        <div className="grid grid-cols-1 gap-4 pt-3">
          {rule?.kind !== 'off' &&
            shown.map((one) => (
              <Setting
                key={one.path}
                setting={one}
                value={settingIn(one)}
                onSet={(next) => {
                  const all = setAt(isRecord(value) ? value : {}, one.path, next)
                  form.set(path, Object.keys(all).length > 0 ? all : undefined)
                }}
              />
            ))}
          <FieldRow form={form} field={{ ...field, title: `${field.title} as JSON` }} />
        </div>
      )}
    </details>
  )
}

interface SettingProps {
  readonly setting: FieldDescription
  readonly value: unknown
  readonly onSet: (value: unknown) => void
}

function Setting({ setting, value, onSet }: SettingProps) {
  const id = useId()
  /** As typed: `0.` is no change of 0. */
  const [typed, setTyped] = useState<string>()
  const set = (next: unknown) => {
    setTyped(undefined)
    onSet(next)
  }
  const props: ControlProps = {
    ...{ field: setting, id, labelId: `${id}-label`, describedBy: `${id}-help`, value },
    ...{ invalid: false, faults: [], disabled: false, options: [], set },
    entry: typed !== undefined && (typed === '' ? value === undefined : Number(typed) === value) ? typed : undefined,
    enter(raw, reading) {
      setTyped(String(raw))
      if (reading.kind !== 'unreadable') onSet(reading.kind === 'value' ? reading.value : undefined)
    },
  }
  return (
    <div className="grid grid-cols-1 gap-1">
      <p className="flex flex-wrap items-baseline gap-x-3 text-sm">
        <span id={`${id}-label`}>{setting.title}</span>
        <span id={`${id}-help`} className="text-faint text-xs">
          {setting.help}
        </span>
      </p>
      {setting.control === 'switch' ? <SwitchControl {...props} /> : <SliderControl {...props} />}
    </div>
  )
}
