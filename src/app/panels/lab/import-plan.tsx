import { useState } from 'react'
import type { JsonRecord } from '#contract/core/loose-json.ts'
import { judgesIn, modelFor, withJudges } from '#lab/foreign/foreign-set.ts'
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
  const matching = { ids, modelOf, onModel: (wanted: string, id: string) => choose(new Map(chosen).set(wanted, id)) }
  function take(taken: TakenRows): void {
    const { foreign, files } = taken.table
    const isSound = mediaKind(files[0]?.blob.type ?? '') === 'audio'
    const tool = isSound && !foreign && transcribe ? transcribe : chatTool
    const models = foreign?.models.map(modelOf).filter((id) => id !== '') ?? []
    const set = { checks: foreign?.checks ?? [], rows: taken.rows, columns: taken.columns }
    const { checks, rows, columns } = foreign ? withJudges(set, modelOf) : set
    const plan = {
      ...emptyPlan(tool.id, { ...freshRequest(tool), ...(foreign?.request ?? requestFor(tool, taken)) }),
      name: foreign?.name || nameOf(source).replace(/\.\w+$/, ''),
      axes: { models: [...new Set(models)], repeat: 1, sweeps: [] },
      rows: [...rows],
      columns: { ...columns },
      checks: [...checks],
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
        foreign && (
          <>
            <Models title="Models" none="Leave out" wanted={foreign.models} {...matching} />
            <Models title="Judges" none="Choose later" wanted={judgesIn(foreign)} {...matching} />
          </>
        )
      }
      onRows={take}
    />
  )
}

interface ModelsProps {
  readonly title: string
  /** The choice of no model. */
  readonly none: string
  /** As the file calls them; empty for one that it does not name. */
  readonly wanted: readonly string[]
  readonly ids: readonly string[]
  readonly modelOf: (wanted: string) => string
  readonly onModel: (wanted: string, id: string) => void
}

/** The models of a file, each with the one of the router that takes its place. */
const Models = ({ title, none, wanted, ids, modelOf, onModel }: ModelsProps) =>
  wanted.length > 0 && (
    <fieldset className="grid grid-cols-1 gap-2">
      <legend className="mb-2 font-medium">{title}</legend>
      {wanted.map((name) => {
        const shown = shortly(name, 80) || 'not named'
        return (
          <div key={name} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs">
            <span className="w-64 min-w-0 truncate font-mono" title={name}>
              {shown}
            </span>
            <OptionSelect
              look="small"
              aria-label={`${title === 'Judges' ? 'Judge' : 'Model'} for ${shown}`}
              options={[['', none], ...ids.map((id) => [id, id] as const)]}
              value={modelOf(name)}
              onValue={(id) => onModel(name, id)}
            />
          </div>
        )
      })}
    </fieldset>
  )

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
