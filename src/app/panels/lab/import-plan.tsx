import { useState } from 'react'
import type { JsonRecord } from '#contract/core/loose-json.ts'
import { modelFor } from '#lab/foreign/foreign-set.ts'
import { emptyPlan, type LabPlan } from '#lab/lab-plan.ts'
import { mediaKind } from '#media/media-type.ts'
import { useModels } from '../../connection/use-connection.ts'
import { withFilePart } from '../../lab/plan-files.ts'
import type { HeldFile } from '../../run/run-draft.ts'
import { chatTool, type Tool, useTools } from '../../tool/tools.ts'
import { modelOptions } from '../../tool/use-tool-form.ts'
import { shortly } from '../../ui/format.ts'
import { OptionSelect } from '../../ui/option-select.tsx'
import { freshRequest } from './lab-tools.ts'
import { fileColumnOf, ImportRows, nameOf, type TakenRows } from './rows/import-rows.tsx'
import type { ImportSource } from './rows/source-reading.ts'

interface ImportPlanProps {
  readonly source: ImportSource
  readonly onCancel: () => void
  readonly onPlan: (plan: LabPlan, files: readonly HeldFile[]) => void
}

/** Makes a plan of a table, of files, or of the test set of another tool, whose models are matched with the router's or chosen. */
export function ImportPlan({ source, onCancel, onPlan }: ImportPlanProps) {
  const cards = useModels().data?.cards
  const transcribe = useTools().find(({ endpoint }) => endpoint === 'audio.transcriptions')
  const [chosen, choose] = useState<ReadonlyMap<string, string>>(new Map())
  const ids = (cards ? modelOptions(cards, chatTool.endpoint) : []).map(({ value }) => value)
  const modelOf = (wanted: string) => chosen.get(wanted) ?? modelFor(wanted, ids) ?? ''
  function take(taken: TakenRows): void {
    const { foreign, files } = taken.table
    const isSound = mediaKind(files[0]?.blob.type ?? '') === 'audio'
    const tool = isSound && !foreign && transcribe ? transcribe : chatTool
    const models = foreign?.models.map(modelOf).filter((id) => id !== '') ?? []
    const plan = {
      ...emptyPlan(tool.id, { ...freshRequest(tool), ...(foreign?.request ?? requestFor(tool, taken)) }),
      name: foreign?.name || nameOf(source).replace(/\.\w+$/, ''),
      axes: { models: [...new Set(models)], repeat: 1, sweeps: [] },
      rows: [...taken.rows],
      columns: { ...taken.columns },
      checks: [...(foreign?.checks ?? [])],
    }
    onPlan(plan, files)
  }
  return (
    <ImportRows
      title="Import as a new plan"
      {...{ source, onCancel }}
      variables={[]}
      existing={[]}
      about={({ foreign }) =>
        foreign &&
        foreign.models.length > 0 && (
          <fieldset className="grid grid-cols-1 gap-2">
            <legend className="mb-2 font-medium">Models</legend>
            {foreign.models.map((wanted) => (
              <div key={wanted} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs">
                <span className="w-64 min-w-0 truncate font-mono" title={wanted}>
                  {shortly(wanted, 80)}
                </span>
                <OptionSelect
                  look="small"
                  aria-label={`Model for ${shortly(wanted, 80)}`}
                  options={[['', 'Leave out'], ...ids.map((id) => [id, id] as const)]}
                  value={modelOf(wanted)}
                  onValue={(id) => choose(new Map(chosen).set(wanted, id))}
                />
              </div>
            ))}
          </fieldset>
        )
      }
      onRows={take}
    />
  )
}

/** What a plan of these rows sends, where the file does not say. */
function requestFor({ endpoint }: Tool, taken: TakenRows): JsonRecord {
  const file = fileColumnOf(taken)
  if (file !== undefined && endpoint !== 'responses') return { file: `{{${file}}}` }
  if (file !== undefined)
    return withFilePart({ input: 'Describe this file.' }, file, taken.table.files[0]?.blob.type ?? '')
  const messages = Object.entries(taken.columns).find(([, kind]) => kind === 'messages')?.[0]
  const prompt = messages ?? (taken.rows.some((row) => Object.hasOwn(row, 'prompt')) ? 'prompt' : undefined)
  return { input: prompt === undefined ? '' : `{{${prompt}}}` }
}
