import { Fragment, useId, useMemo } from 'react'
import { canonicalJson, stringOf } from '#contract/core/loose-json.ts'
import type { Check } from '#lab/checks/check.ts'
import { familyOf, isJudgeType, type Judge, judgePrompts, judgeSchema } from '#lab/judges/judge-requests.ts'
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

const asked = [
  { name: 'prompt', title: 'Prompt', placeholder: 'Prompt', reading: 'text' },
  { name: 'schema', title: 'Schema of the answer', placeholder: 'JSON Schema', reading: 'schema' },
] as const

const usualOf = (judge: Pick<Judge, 'type' | 'min'>) => ({
  prompt: judgePrompts[judge.type],
  schema: judgeSchema(judge),
})

/** Who judges, and what it is asked: what is left as it is, is not stored with the check. */
export function JudgeFields({ check, models, place, onCheck }: JudgeFieldsProps) {
  const { type, model } = check
  const id = useId()
  const cards = useModels().data?.cards
  const options = useMemo(() => (cards ? modelOptions(cards, chatTool.endpoint) : []), [cards])
  if (!isJudgeType(type)) return null
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
        onChange={(value) => onCheck({ ...check, model: value })}
      />
      {kin.length > 0 && (
        <WarningLine>
          The judge is of the family of {kin.map((one) => shortly(one, 60)).join(', ')}: models prefer what their own
          family writes.
        </WarningLine>
      )}
      {asked.map(({ name, title, placeholder, reading }) => {
        const usual = usualOf({ ...check, type })[name]
        const { [name]: value = usual, ...others } = check
        return (
          <Fragment key={name}>
            <span className="text-faint text-xs">{title}</span>
            <ReadBox
              {...{ placeholder, value, ...readings[reading] }}
              name={`${title} of ${place}`}
              isLong
              onValue={(next) =>
                onCheck({ ...others, type, ...(canonicalJson(next) !== canonicalJson(usual) && { [name]: next }) })
              }
            />
          </Fragment>
        )
      })}
    </>
  )
}
