import { Download, FlaskConical, Plus, Trash2, Upload } from 'lucide-react'
import { useState } from 'react'
import { jsonIn, recordOf } from '#contract/core/loose-json.ts'
import { emptyPlan, type LabPlan, readLabPlan } from '#lab/lab-plan.ts'
import { useModels } from '../../connection/use-connection.ts'
import { BundleNews, useOpenBundle } from '../../export/open/open-bundle.tsx'
import { UndoLine } from '../../history/undo-line.tsx'
import { useUndo } from '../../history/use-undo.ts'
import type { HeldFile } from '../../run/run-draft.ts'
import { useRuns } from '../../run/use-runs.tsx'
import { ExampleCards } from '../../tool/examples/example-cards.tsx'
import { PanelTools } from '../../tool/panel-tools.tsx'
import { chatTool, useTools } from '../../tool/tools.ts'
import { useActions } from '../../ui/actions.ts'
import { Button } from '../../ui/button/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { shortly } from '../../ui/format.ts'
import { PanelHead } from '../../ui/panel-layout.tsx'
import { Menu, menuItem } from '../../ui/popup/menu.tsx'
import { shortTime } from '../../ui/short-time.ts'
import { AddRuns } from './add-runs.tsx'
import { ImportPlan } from './import-plan.tsx'
import { useLabPlace } from './lab-place.ts'
import { freshRequest } from './lab-tools.ts'
import { type LabExample, labExamples } from './plan-examples.ts'
import { pickSource, sourceDrop } from './rows/read-source.ts'
import type { ImportSource } from './rows/source-reading.ts'
import {
  addPlan,
  type ListedPlan,
  planTitle,
  readStoredPlan,
  removePlan,
  savePlan,
  useListedPlans,
} from './stored-plans.ts'

/** All plans, the one that was changed last first. */
export function PlansPage() {
  const [, go] = useLabPlace()
  const runs = useRuns()
  const models = useModels()
  const bundle = useOpenBundle()
  const listed = useListedPlans(bundle.news)
  const [trouble, setTrouble] = useState<string>()
  const undo = useUndo()
  const [removed, setRemoved] = useState<readonly string[]>([])
  const [source, setSource] = useState<ImportSource>()
  const open = (plan: LabPlan, files?: readonly HeldFile[]) =>
    go({ plan: addPlan(runs, plan, runs.page.clock.now(), files) })
  const create = () => open(emptyPlan(chatTool.id, freshRequest(chatTool)))
  /** A plan and a bundle of this program are opened as they are; anything else is shown before it becomes a plan. */
  async function importPlan(from: ImportSource): Promise<void> {
    const [file] = typeof from === 'string' || from.length > 1 ? [] : from
    if (file && (await isBundle(file.blob))) return bundle.open([file.blob])
    const value = file && /\.json$/i.test(file.name) ? jsonIn(await file.blob.text()) : undefined
    if (!file || recordOf(value).format !== 'patchbay-plan') return setSource(from)
    const read = readLabPlan(value)
    if (read.status === 'read') open(read.plan)
    else setTrouble(`${shortly(file.name, 80)}: ${read.why}`)
  }
  const importFile = () => pickSource((from) => void importPlan(from))
  async function tryOut({ planFor }: LabExample): Promise<void> {
    const { data } = models.isFetching ? await models.refetch({ cancelRefetch: false }) : models
    open(planFor(data?.cards ?? []))
  }
  async function remove(plan: ListedPlan): Promise<void> {
    const restore = await removePlan(runs, plan.id)
    setRemoved((all) => [...all, plan.id])
    undo.push({
      words: `Deleted “${planTitle(plan)}”. Its runs are still in Runs.`,
      async undo() {
        restore()
        setRemoved((all) => all.filter((id) => id !== plan.id))
      },
    })
  }
  useActions([
    { name: 'New plan', run: create },
    { name: 'Import a plan', run: importFile },
  ])
  const shown = listed?.filter(({ id }) => !removed.includes(id))
  return (
    <main data-cable="chat" className="flex min-h-0 min-w-0 flex-1 flex-col">
      <PanelHead>
        <h1 className="font-semibold text-base">Lab</h1>
        <PanelTools />
      </PanelHead>
      <BundleNews bundle={bundle} />
      <section
        aria-label="All plans"
        {...sourceDrop((from) => from.length > 0 && void importPlan(from))}
        className="@container min-h-0 flex-1 overflow-y-auto p-4 md:p-6"
      >
        <div className="mx-auto grid max-w-4xl grid-cols-1 gap-5">
          <div className="flex flex-wrap items-center gap-2">
            <h2 className="flex-1 font-semibold text-base">Try many prompts on many models</h2>
            <Button icon={<Upload size={16} />} onClick={importFile}>
              Import
            </Button>
            <Button look="primary" icon={<Plus size={16} />} onClick={create}>
              New plan
            </Button>
          </div>
          {trouble && <Callout tone="danger" urgent title={trouble} />}
          {shown && shown.length > 0 && <PlanList plans={shown} onRemove={(plan) => void remove(plan)} />}
          <UndoLine of={undo} />
          <ExampleCards examples={labExamples} onTry={(example: LabExample) => void tryOut(example)} />
        </div>
      </section>
      {shown && <AddRuns plans={shown} />}
      {source !== undefined && <ImportPlan source={source} onCancel={() => setSource(undefined)} onPlan={open} />}
    </main>
  )
}

/** By the list of files at the end of a zip. */
const isBundle = async (file: Blob): Promise<boolean> =>
  (await file.slice(0, 2).text()) === 'PK' && (await file.slice(-1024).text()).includes('manifest.json')

function PlanList({
  plans,
  onRemove,
}: {
  readonly plans: readonly ListedPlan[]
  readonly onRemove: (plan: ListedPlan) => void
}) {
  const [, go] = useLabPlace()
  const runs = useRuns()
  const tools = useTools()
  async function saveStored(id: string): Promise<void> {
    const reading = await readStoredPlan(runs, id)
    if (reading.status === 'read') savePlan(reading.plan)
  }
  return (
    <ul aria-label="Plans" className="divide-y divide-line rounded-md border border-line bg-surface">
      {plans.map((plan) => (
        <li key={plan.id} className="flex min-w-0 items-center gap-2 pr-2">
          <button
            type="button"
            className="flex min-h-12 min-w-0 flex-1 items-center gap-3 rounded-md px-4 text-left hover:bg-raised"
            onClick={() => go({ plan: plan.id })}
          >
            <FlaskConical size={16} className="shrink-0 text-cable" />
            <span className="min-w-0 flex-1 truncate font-medium" dir="auto">
              {planTitle(plan)}
            </span>
            <span className="shrink-0 text-faint text-xs">
              {tools.find(({ id }) => id === plan.tool)?.title ?? plan.tool} · {shortTime(plan.at)}
            </span>
          </button>
          <Menu
            name={`More actions for ${planTitle(plan)}`}
            items={[
              menuItem('Export', Download, () => void saveStored(plan.id)),
              menuItem('Delete', Trash2, () => onRemove(plan)),
            ]}
          />
        </li>
      ))}
    </ul>
  )
}
