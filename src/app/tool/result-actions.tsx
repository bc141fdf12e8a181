import {
  CircleCheck,
  CircleX,
  FileArchive,
  ListChecks,
  type LucideIcon,
  Quote,
  RotateCcw,
  ScanSearch,
  SlidersHorizontal,
  Square,
  Trash2,
} from 'lucide-react'
import { type RefObject, use, useState } from 'react'
import { useLocation } from 'wouter'
import { isJob } from '#contract/core/statuses.ts'
import { useVerdict } from '../history/marks/verdict.tsx'
import { inspectRun } from '../inspect/drawer/inspector-place.ts'
import { useAssets } from '../run/history/use-assets.ts'
import { hasFailed, isOpen } from '../run/life/states.ts'
import type { Run } from '../run/run.ts'
import { ActionButton } from '../ui/button/action-button.tsx'
import { saveFile } from '../ui/files.ts'
import { onFirstPress } from '../ui/keys/first-press.ts'
import { useLetterHint } from '../ui/keys/letter-keys.tsx'
import { lateCode, sayMissing } from '../ui/late-code.ts'
import { useOnStage } from '../ui/on-stage.ts'
import { Menu, menuItem } from '../ui/popup/menu.tsx'
import type { MenuItem } from '../ui/popup/menu-list.tsx'
import { collectItem } from './collections/add-to-collection.tsx'
import { JobButtons, useJobItems } from './jobs/job-actions.tsx'
import { addressOf } from './panels.ts'
import { Offered, useOfferedItems } from './results/offered-actions.ts'
import { runFileName } from './results/result-file.ts'
import { finishedOf, savedPicture, sidecarOf } from './results/saved-file.ts'
import { slotsOf } from './results/slots.ts'
import { codeAndLink } from './show-code.tsx'
import type { ToolState } from './use-tool.ts'

/** A tool's own items for the menu of a run. `state` is the tool at the time of a press. */
export type UseMoreItems = (run: Run, state: RefObject<ToolState>) => readonly MenuItem[]

const useNone: UseMoreItems = () => []

interface RunActionsProps {
  readonly run: Run
  readonly state: RefObject<ToolState>
  readonly useMoreItems?: UseMoreItems | undefined
}

/** The actions of a whole run: the verdict and another run with their words, the others in a menu. */
export function ResultActions({ run, state, useMoreItems = useNone }: RunActionsProps) {
  const zip = useZip(run)
  const verdicts = useVerdicts(run)
  const { again, job, elsewhere, remove, ...items } = useRunItems(run, state)
  const reuse = [...useMoreItems(run, state), ...items.reuse]
  const isOver = !isOpen(run.status) && !isJob(run.status)
  const stop = () => state.current.sending.stop(run.id)
  // Nothing leads away from the stage, where no result is judged either.
  const isOnStage = useOnStage() !== undefined
  const more = [...(zip.item ? [zip.item] : []), ...(isOnStage ? [] : elsewhere)]
  useOfferedItems(use(Offered), [
    ...(isOver ? verdicts : []),
    ...(again ? [again] : []),
    ...[...job, ...reuse, ...more, ...remove],
  ])
  return (
    <>
      <JobButtons run={run} />
      {isOver && !isOnStage && <Verdict verdicts={verdicts} />}
      {isOpen(run.status) && <ActionButton name="Stop this run" icon={<Square size={16} />} {...onFirstPress(stop)} />}
      {again && <ActionButton name={again.name} icon={again.icon} {...onFirstPress(again.onSelect)} />}
      <Menu name="More actions" items={[job, reuse, more, remove].map((items) => ({ items }))} />
      {zip.problem && (
        <span role="alert" className="text-danger text-xs">
          {zip.problem}
        </span>
      )}
    </>
  )
}

/** The actions of a run as items of a menu, by what they are for. */
export function useRunItems(run: Run, state: RefObject<ToolState>) {
  const [, navigate] = useLocation()
  const job = useJobItems(run)
  const isOver = !isOpen(run.status)
  // The router keeps its job, and nothing here can delete it.
  const deletes = run.job === undefined ? 'Delete' : 'Delete from this browser'
  return {
    /** Absent while it runs, and for a failure, whose card has a button of its own. */
    again:
      isOver && !isJob(run.status) && !hasFailed(run.status)
        ? menuItem('Run again', RotateCcw, () => state.current.sending.again(run))
        : undefined,
    job,
    reuse: [
      menuItem('Reuse the prompt', Quote, () => state.current.reuse(run, 'prompt')),
      menuItem('Reuse all settings', SlidersHorizontal, () => state.current.reuse(run, 'all')),
    ],
    elsewhere: [
      ...codeAndLink(run.id),
      collectItem(run.id),
      menuItem('Inspect', ScanSearch, () => inspectRun(run.id)),
      menuItem('Show in Runs', ListChecks, () => navigate(addressOf('runs', { run: run.id }))),
    ],
    remove: isOver ? [{ ...menuItem(deletes, Trash2, () => state.current.remove(run)), danger: true }] : [],
  }
}

/** Pass and fail; a verdict that is given again is taken back. */
function useVerdicts(run: Run) {
  const setVerdict = useVerdict()
  const verdictItem = (name: 'Pass' | 'Fail', Icon: LucideIcon, ink: string) => {
    const verdict = name === 'Pass' ? 'pass' : 'fail'
    const item = menuItem(name, Icon, () => setVerdict(run, verdict))
    return { ...item, keys: name.charAt(0), ink, isGiven: run.verdict === verdict }
  }
  return [
    verdictItem('Pass', CircleCheck, 'aria-pressed:text-success!'),
    verdictItem('Fail', CircleX, 'aria-pressed:text-danger!'),
  ]
}

/** The verdict of a run. The keys P and F belong to its article. */
function Verdict({ verdicts }: { readonly verdicts: ReturnType<typeof useVerdicts> }) {
  const hint = useLetterHint()
  return verdicts.map(({ name, keys, icon, ink, isGiven, onSelect }) => (
    <ActionButton
      key={name}
      name={name}
      icon={icon}
      aria-pressed={isGiven}
      className={ink}
      onClick={onSelect}
      {...hint(keys)}
    />
  ))
}

const loadZip = lateCode(() => import('../export/bundle/zip-writer.ts'))

/** Downloads all pictures of a run as one zip with a JSON sidecar. There is no item for fewer than two. */
function useZip(run: Run): { readonly item: MenuItem | undefined; readonly problem: string | undefined } {
  const pictures = finishedOf(slotsOf(run, useAssets(run)))
  const [problem, setProblem] = useState<string>()
  const save = async () => {
    setProblem(undefined)
    try {
      const files: { readonly name: string; readonly blob: Blob }[] = []
      for (const picture of pictures) files.push(await savedPicture(run, picture))
      const { zipFiles } = await loadZip()
      const name = runFileName(run, 1, 'zip')
      const sidecar = JSON.stringify(await sidecarOf(run, pictures), null, 2)
      files.push({ name: name.replace(/_1\.zip$/, '.json'), blob: new Blob([sidecar], { type: 'application/json' }) })
      saveFile(await zipFiles(files), name)
    } catch (error) {
      setProblem(sayMissing(error, 'Could not create the zip. Download the images one by one.'))
    }
  }
  const name = `Download all ${pictures.length} as a zip`
  const item = pictures.length < 2 ? undefined : menuItem(name, FileArchive, () => void save())
  return { item, problem }
}
