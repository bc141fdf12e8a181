import { emptyPlan, type LabPlan } from '#lab/lab-plan.ts'
import { filledMessages } from '#lab/prompts/fill-prompt.ts'
import type { SavedPrompt } from '#lab/prompts/saved-prompt.ts'
import { chatTool } from '../../../tool/tools.ts'

/** A plan of the Lab that sends a prompt, with one row of its defaults. A file becomes a part of its message, named by a column of files. */
export function promptPlan({ name, instructions, messages, variables, parameters }: SavedPrompt): LabPlan {
  const { model: _, ...fresh } = chatTool.fresh
  const { model, ...fields } = parameters
  const all = Object.entries(variables)
  const files = all.flatMap(([one, { type }]) => (type === 'file' ? [one] : []))
  const parts = files.map((one) => [one, { type: 'input_file', filename: one, file_data: `{{${one}}}` }] as const)
  const request = {
    ...{ ...fresh, ...fields, input: filledMessages(messages, {}, new Map(parts)) },
    ...(instructions !== '' && { instructions }),
  }
  return {
    ...{ ...emptyPlan(chatTool.id, request), name },
    axes: { models: typeof model === 'string' ? [model] : [], repeat: 1, sweeps: [] },
    rows: all.length > 0 ? [Object.fromEntries(all.map(([one, { default: usual = '' }]) => [one, usual]))] : [],
    columns: Object.fromEntries(files.map((one) => [one, 'file' as const])),
  }
}
