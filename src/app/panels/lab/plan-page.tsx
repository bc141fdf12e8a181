import { ArrowLeft, Download } from 'lucide-react'
import { useCallback, useEffect, useId, useMemo, useState } from 'react'
import { ownOf } from '#contract/core/loose-json.ts'
import { variablesIn } from '#lab/cells.ts'
import type { LabPlan } from '#lab/lab-plan.ts'
import { namesIn } from '#lab/rows/row-limits.ts'
import type { RequestForm } from '../../form/use-request-form.ts'
import { InspectorSlot, InspectorToggle } from '../../inspect/drawer/inspector-slot.tsx'
import { runAt } from '../../lab/places.ts'
import { planFile, withFilePart } from '../../lab/plan-files.ts'
import { useRun } from '../../run/use-runs.tsx'
import { PanelTools } from '../../tool/panel-tools.tsx'
import { panelPlace } from '../../tool/panels.ts'
import { showCode } from '../../tool/show-code.tsx'
import { type Tool, useTools } from '../../tool/tools.ts'
import { Button, IconButton } from '../../ui/button/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { onRunKey } from '../../ui/keys/keyboard.ts'
import { PanelHead, PanelLayout } from '../../ui/panel-layout.tsx'
import { TabList } from '../../ui/tabs.tsx'
import { useLabPlace } from './lab-place.ts'
import { fileMarkOf } from './lab-tools.ts'
import { PeoplePage } from './people/people-page.tsx'
import { PlanFoot, usePlanPress } from './plan-foot.tsx'
import { PlanForm, usePlanForm } from './plan-form.tsx'
import { Results } from './results/results.tsx'
import { fileColumnOf, type TakenRows } from './rows/import-rows.tsx'
import { RowsGrid } from './rows/rows-grid.tsx'
import { type OpenedPlan, savePlan, useEditedPlan, useStoredPlan } from './stored-plans.ts'
import { usePlaces } from './use-places.ts'
import { usePlanRuns } from './use-plan-runs.ts'

/** One plan, read from the ledger. */
export function PlanPage({ id }: { readonly id: string }) {
  const opened = useStoredPlan(id)
  /** As it was run in another tab, with the number of its versions. */
  const [newer, setNewer] = useState<{ readonly plan: LabPlan; readonly count: number }>()
  switch (opened.status) {
    case 'loading':
      return <main className="flex-1" aria-busy="true" />
    case 'gone':
      return <Unopened why="Plan not found. It was deleted, or it is stored in another browser." />
    case 'refused':
      return <Unopened why={opened.why} />
    case 'open':
      return (
        <EditedPlan
          key={newer?.count}
          id={id}
          opened={newer ? { ...opened, plan: newer.plan, head: { ...opened.head, unread: undefined } } : opened}
          onNewer={(plan) => setNewer({ plan, count: opened.versions.length })}
        />
      )
  }
}

function Unopened({ why }: { readonly why: string }) {
  const [, go] = useLabPlace()
  return (
    <main className="flex min-h-0 min-w-0 flex-1 flex-col">
      <PanelHead>
        <h1 className="font-semibold text-base">Lab</h1>
        <PanelTools />
      </PanelHead>
      <div className="grid justify-items-start gap-3 p-6">
        <Callout tone="warning" title={why} />
        <Button onClick={() => go({ plan: undefined })}>Show all plans</Button>
      </div>
    </main>
  )
}

interface EditedPlanProps {
  readonly id: string
  readonly opened: OpenedPlan
  /** Called with the plan as another tab has run it, where nothing was edited here. */
  readonly onNewer: (plan: LabPlan) => void
}

function EditedPlan({ id, opened, onNewer }: EditedPlanProps) {
  const tools = useTools()
  const edited = useEditedPlan(opened)
  const { plan } = edited
  const tool = tools.find((one) => one.id === plan.tool)
  if (!tool) return <Unopened why={`This version of Patchbay has no tool “${plan.tool}”.`} />
  // The form is that of its tool.
  return <PlanOfTool key={tool.id} {...{ id, tool, edited, onNewer }} />
}

interface PlanOfToolProps extends Pick<EditedPlanProps, 'id' | 'onNewer'> {
  readonly tool: Tool
  readonly edited: ReturnType<typeof useEditedPlan>
}

function PlanOfTool({ id, tool, edited, onNewer }: PlanOfToolProps) {
  const { plan, setPlan, unread, setUnread, versions, files } = edited
  const [place, go] = useLabPlace()
  const tabsId = useId()
  const form = usePlanForm(tool, plan, unread, (request, texts) => {
    setPlan((now) => ({ ...now, request }))
    setUnread(texts)
  })
  const runs = usePlanRuns(id, edited, tool)
  const newer = edited.isRunUnedited && !runs.isLast ? runs.lastPlan : undefined
  useEffect(() => newer && onNewer(newer), [newer, onNewer])
  const press = usePlanPress(plan, form, runs, () =>
    go({ view: 'results', batch: undefined, cell: undefined }, 'replace'),
  )
  const view = place.view ?? (versions.length > 0 ? 'results' : 'rows')
  const batch = place.batch ?? versions.at(-1)?.batch
  const shown = usePlaces(batch)
  const opened = useRun(runAt(shown.places, place.cell ?? -1)?.id ?? '')
  const onPress = () => press.press('all')
  const variables = useMemo(() => variablesIn(plan.request), [plan.request])
  const hasFile = useCallback((name: unknown) => planFile(files, name) !== undefined, [files])
  const rowCount = plan.rows.length
  const columns = useMemo(() => namesIn(plan.rows), [plan.rows])
  if (view === 'vote' || view === 'review') return <PeoplePage {...{ id, view, batch, places: shown.places }} />
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: one key for the whole panel, as in every field of it.
    <div className="contents" onKeyDown={onRunKey(onPress)}>
      <PanelLayout
        title="Lab"
        cable={panelPlace(tool.panel).cable}
        form={
          <PlanForm
            {...{ plan, tool, form }}
            onPlan={setPlan}
            onCode={() => runs.firstDraft((draft) => showCode({ draft }))}
          />
        }
        formFoot={<PlanFoot {...{ plan, form, runs, press }} />}
        wanted={form.wanted}
        sheetDone={runs.shown.status === 'sending' ? 'sending' : undefined}
        head={
          <>
            <IconButton
              name="All plans"
              icon={<ArrowLeft size={18} />}
              onClick={() => go({ plan: undefined, view: undefined, batch: undefined, cell: undefined })}
            />
            <NameBox plan={plan} onName={(name) => setPlan((now) => ({ ...now, name }))} />
            <PanelTools>
              <IconButton
                name="Export the plan"
                icon={<Download size={18} />}
                className="max-md:hidden"
                onClick={() => savePlan(plan)}
              />
              <InspectorToggle />
            </PanelTools>
          </>
        }
        aside={<InspectorSlot runs={opened ? [opened] : []} />}
      >
        <div className="flex shrink-0 items-center border-line border-b px-4 py-3 md:px-6">
          <TabList
            id={tabsId}
            name="View"
            look="switch"
            tabs={[
              { id: 'rows', title: rowCount > 0 ? `Rows (${rowCount})` : 'Rows' },
              { id: 'results', title: 'Results' },
            ]}
            value={view}
            onChange={(next) => go({ view: next, cell: undefined }, 'replace')}
          />
          {batch !== undefined && (
            <span className="ml-auto flex gap-2">
              <Button small onClick={() => go({ view: 'vote', cell: undefined })}>
                Vote
              </Button>
              <Button small onClick={() => go({ view: 'review', cell: undefined })}>
                Review
              </Button>
            </span>
          )}
        </div>
        <div
          id={`${tabsId}panel`}
          role="tabpanel"
          aria-labelledby={tabsId + view}
          className="flex min-h-0 min-w-0 flex-1 flex-col"
        >
          {view === 'rows' ? (
            <RowsGrid
              columns={columns}
              rows={plan.rows}
              kinds={plan.columns}
              {...{ variables, hasFile }}
              onChange={(rows, kinds) => setPlan((now) => ({ ...now, rows: [...rows], columns: { ...kinds } }))}
              onImport={(taken) => {
                if (taken.table.files.length > 0) edited.addFiles(taken.table.files)
                askForFiles(form, tool, taken)
              }}
            />
          ) : (
            <Results {...{ id, versions, batch, runs }} {...shown} current={plan} />
          )}
        </div>
      </PanelLayout>
    </div>
  )
}

/** Where a request names no file yet, it gets those of the rows: as a part of the message, or in its first field of files. */
function askForFiles(form: RequestForm, { endpoint }: Tool, taken: TakenRows): void {
  const column = fileColumnOf(taken)
  if (column === undefined || variablesIn(form.request).includes(column)) return
  const field = form.fields.find(({ file }) => file)
  if (endpoint === 'responses')
    form.set('input', withFilePart(form.request, column, taken.table.files[0]?.blob.type ?? '').input)
  else if (field?.file && ownOf(form.request, field.path) === undefined)
    form.set(field.path, fileMarkOf(column, field.file))
}

function NameBox({ plan: { name }, onName }: { readonly plan: LabPlan; readonly onName: (name: string) => void }) {
  return (
    <input
      aria-label="Name of the plan"
      placeholder="Untitled plan"
      maxLength={200}
      dir="auto"
      value={name}
      onChange={({ target }) => onName(target.value)}
      className="h-9 min-w-0 flex-1 rounded-md border border-transparent bg-transparent px-2 font-medium hover:border-line focus:border-line coarse:h-11"
    />
  )
}
