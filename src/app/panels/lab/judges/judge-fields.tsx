import { useId, useMemo } from 'react'
import { canonicalJson, stringOf } from '#contract/core/loose-json.ts'
import type { Check } from '#lab/checks/check.ts'
import { familyOf, isJudgeType, judgePrompts, judgeSchemas } from '#lab/judges/judge-requests.ts'
import { useModels } from '../../../connection/use-connection.ts'
import { chatTool } from '../../../tool/tools.ts'
import { modelOptions } from '../../../tool/use-tool-form.ts'
import { shortly } from '../../../ui/format.ts'
import { Combobox } from '../../../ui/popup/combobox.tsx'
import { ReadBox, readings } from '../checks/read-box.tsx'
import { WarningLine } from '../lab-notes.tsx'

export interface JudgeFieldsProps {
  readonly check: Check
  /** The models of the plan. */
  readonly models: readonly string[]
  /** `check 2` */
  readonly place: string
  readonly onCheck: (check: Check) => void
}

/** Who judges, and what it is asked: what is left as it is, is not stored with the check. */
export function JudgeFields({ check, models, place, onCheck }: JudgeFieldsProps) {
  const { type, model, prompt, schema, ...others } = check
  const id = useId()
  const cards = useModels().data?.cards
  const options = useMemo(() => (cards ? modelOptions(cards, chatTool.endpoint) : []), [cards])
  if (!isJudgeType(type)) return null
  const own = {
    type,
    ...others,
    model,
    ...(prompt !== undefined && { prompt }),
    ...(schema !== undefined && { schema }),
  }
  const without = (name: 'prompt' | 'schema', value: unknown, usual: unknown) => {
    const { [name]: _, ...rest } = own
    onCheck(canonicalJson(value) === canonicalJson(usual) ? rest : { ...rest, [name]: value })
  }
  const judge = stringOf(model)
  const kin = models.filter((one) => judge !== '' && familyOf(one) === familyOf(judge))
  return (
    <>
      <span id={`${id}-label`} className="sr-only">
        Judge of {place}
      </span>
      <Combobox
        id={id}
        labelId={`${id}-label`}
        value={judge}
        options={options}
        placeholder="Choose a judge"
        onChange={(value) => onCheck({ ...own, model: value })}
      />
      {kin.length > 0 && (
        <WarningLine>
          The judge is of the family of {kin.map((one) => shortly(one, 60)).join(', ')}: models prefer what their own
          family writes.
        </WarningLine>
      )}
      <span className="text-faint text-xs">Prompt</span>
      <ReadBox
        name={`Prompt of ${place}`}
        placeholder="Prompt"
        isLong
        value={prompt ?? judgePrompts[type]}
        {...readings.text}
        onValue={(value) => without('prompt', value, judgePrompts[type])}
      />
      <span className="text-faint text-xs">Schema of the answer</span>
      <ReadBox
        name={`Schema of ${place}`}
        placeholder="JSON Schema"
        isLong
        value={schema ?? judgeSchemas[type]}
        {...readings.schema}
        onValue={(value) => without('schema', value, judgeSchemas[type])}
      />
    </>
  )
}
