import { SquarePen } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import * as z from 'zod/mini'
import type { Run } from '../../run/run.ts'
import type { RunDraft } from '../../run/run-draft.ts'
import { useRuns } from '../../run/use-runs.tsx'
import { Button } from '../../ui/button.tsx'
import { retriable } from '../../ui/retriable.tsx'
import { useEditAgain } from '../use-edit-again.ts'
import { editDraft } from './edit-draft.ts'
import { handToChat } from './hand-to-chat.ts'
import type { Repeating } from './use-repeat.ts'

const EditDialog = retriable(async () => (await import('./edit-dialog.tsx')).EditDialog)

const words = z.string().check(z.regex(/\S/))
/** A message of the chat, its pictures, or a prompt for pictures. */
const Typed = z.union([
  z.object({ text: words }),
  z.object({ pictures: z.number().check(z.gte(1)) }),
  z.object({ request: z.object({ prompt: words }) }),
])
const icon = <SquarePen size={16} strokeWidth={1.5} />

interface EditAndRunProps {
  run: Run
  again: Repeating
}

/** Opens the run's panel with its request in the form and its files; where it has no panel, the request itself with them. */
export function EditAndRun({ run, again }: EditAndRunProps) {
  const edit = editDraft(run)
  const isEdit = run.endpoint === 'images.edits' && (run.request !== undefined || run.parts !== undefined)
  if (isEdit) return <EditInTool run={run.id} />
  return edit === undefined ? <EditHere run={run} again={again} /> : <EditInPanel edit={edit} />
}

/** The Edit tool lays aside what stands there, and can bring it back. */
function EditInTool({ run }: { run: string }) {
  const editAgain = useEditAgain()
  return (
    <Button icon={icon} onClick={() => editAgain(run)}>
      Edit and run
    </Button>
  )
}

/** What was typed in the panel and not sent is replaced only after a second press. */
function EditInPanel({ edit }: { edit: NonNullable<ReturnType<typeof editDraft>> }) {
  const runs = useRuns()
  const [, navigate] = useLocation()
  const [warned, setWarned] = useState(false)
  const open = async () => {
    const draft = runs.openDraft(edit.key)
    if (!warned && Typed.safeParse(await draft.read()).success) {
      draft.close()
      return setWarned(true)
    }
    draft.write(edit.draft)
    draft.close()
    if (edit.pictures) await handToChat(runs, edit.pictures.run, edit.pictures.all)
    navigate(edit.href)
  }
  return (
    <Button icon={icon} onClick={() => void open()} onBlur={() => setWarned(false)}>
      {warned ? 'Replace what is unsent there' : 'Edit and run'}
    </Button>
  )
}

function EditHere({ run, again }: EditAndRunProps) {
  const [draft, setDraft] = useState<RunDraft>()
  return (
    <>
      <Button icon={icon} disabled={again.busy} onClick={() => void again.draftOf(run).then(setDraft)}>
        Edit and run
      </Button>
      {draft && (
        <Suspense>
          <EditDialog draft={draft} again={again} onClose={() => setDraft(undefined)} />
        </Suspense>
      )}
    </>
  )
}
