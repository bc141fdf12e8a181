import { SquarePen } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import { useRunRecord } from '../../run/history/run-record.ts'
import type { Run } from '../../run/run.ts'
import type { RunDraft } from '../../run/run-draft.ts'
import { useRuns } from '../../run/use-runs.tsx'
import { Button } from '../../ui/button/button.tsx'
import { OverPage } from '../../ui/missing-note.tsx'
import { retriable } from '../../ui/retriable.tsx'
import { useHandOver } from '../hand-over.ts'
import { type Tool, toolOf, useTools } from '../tools.ts'
import { hasUnsent, type OpenedRequest, openRun, opensFromRun } from './open-request.ts'
import type { Repeating } from './use-repeat.ts'

const EditDialog = retriable(async () => (await import('./edit-dialog.tsx')).EditDialog)

const icon = <SquarePen size={16} />

interface EditAndRunProps {
  readonly run: Run
  readonly again: Repeating
}

/** Opens the run's request in its tool; where no tool opens it, in a dialog, with its files. */
export function EditAndRun({ run, again }: EditAndRunProps) {
  const tools = useTools()
  const tool = toolOf(tools, run)
  if (tool && opensFromRun(tool, run)) return <EditFromRun run={run.id} tool={tool} />
  const opened = openRun(tools, run)
  return opened ? <EditInTool run={run.id} opened={opened} /> : <EditInDialog run={run} again={again} />
}

/** The tool reads the stored run with its files, and can bring back what it held before. */
function EditFromRun({ run, tool }: { readonly run: string; readonly tool: Tool }) {
  const handOver = useHandOver()
  return (
    <Button icon={icon} onClick={() => handOver({ run }, tool)}>
      Edit and run
    </Button>
  )
}

/** What was typed in the tool and not sent is replaced only after a second press. */
function EditInTool({ run, opened }: { readonly run: string; readonly opened: OpenedRequest }) {
  const { tool, href, draft, pictures } = opened
  const runs = useRuns()
  const readRecord = useRunRecord()
  const handOver = useHandOver()
  const [, navigate] = useLocation()
  const [warned, setWarned] = useState(false)
  const open = async () => {
    const stored = runs.openDraft(tool.id)
    if (!warned && hasUnsent(await stored.read(), 'replaced')) {
      stored.close()
      return setWarned(true)
    }
    stored.write(draft)
    stored.close()
    if (tool.opens !== 'conversation') return navigate(href)
    const assets = (await readRecord(run).catch(() => undefined))?.assets ?? []
    // A picture that is no longer stored is left out.
    const found = pictures.flatMap(({ sha256, detail }, at) => {
      const asset = assets.find((one) => one.sha256 === sha256)
      return asset ? [{ file: { name: asset.name ?? `picture-${at + 1}`, blob: asset.blob }, detail }] : []
    })
    const [files, details] = [found.map(({ file }) => file), found.map(({ detail }) => detail)]
    handOver({ files, details, replaces: true }, tool, href)
  }
  return (
    <Button icon={icon} onClick={() => void open()} onBlur={() => setWarned(false)}>
      {warned ? 'Replace the unsent request' : 'Edit and run'}
    </Button>
  )
}

function EditInDialog({ run, again }: EditAndRunProps) {
  const [draft, setDraft] = useState<RunDraft>()
  return (
    <>
      <Button icon={icon} disabled={again.busy} onClick={() => void again.draftOf(run).then(setDraft)}>
        Edit and run
      </Button>
      {draft && (
        <OverPage>
          <Suspense>
            <EditDialog draft={draft} again={again} onClose={() => setDraft(undefined)} />
          </Suspense>
        </OverPage>
      )}
    </>
  )
}
