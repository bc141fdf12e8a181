import { SquarePen } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import * as z from 'zod/mini'
import type { Run } from '../../run/run.ts'
import { useRuns } from '../../run/runs-provider.tsx'
import { Button } from '../../ui/button.tsx'
import { editDraft } from './edit-draft.ts'

const Typed = z.object({ text: z.string().check(z.regex(/\S/)) })

/** Opens the run's panel with its request in the form. What was typed there and not sent is replaced only after a second press. */
export function EditAndRun({ run }: { run: Run }) {
  const runs = useRuns()
  const [, navigate] = useLocation()
  const [warned, setWarned] = useState(false)
  const edit = editDraft(run)
  if (edit === undefined) return null
  const open = async () => {
    const draft = runs.openDraft(edit.key)
    if (!warned && Typed.safeParse(await draft.read()).success) {
      draft.close()
      return setWarned(true)
    }
    draft.write(edit.draft)
    draft.close()
    navigate(edit.href)
  }
  return (
    <Button
      icon={<SquarePen size={16} strokeWidth={1.5} />}
      onClick={() => void open()}
      onBlur={() => setWarned(false)}
    >
      {warned ? 'Replace the unsent message there' : 'Edit and run'}
    </Button>
  )
}
