import { X } from 'lucide-react'
import { useState } from 'react'
import { useDraftsUnder } from '../../../run/history/use-history.ts'
import { IconButton } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { shortly } from '../../../ui/format.ts'
import { readRemembered, rememberedPrefix, useRememberedAnswers } from './remembered-answers.ts'
import { callName } from './tool-answers.ts'

/** The remembered answers, each of which can be forgotten. */
export function RememberedDialog({ onClose }: { readonly onClose: () => void }) {
  const { forget } = useRememberedAnswers()
  const [changes, setChanges] = useState(0)
  const stored = useDraftsUnder(rememberedPrefix, changes)
  const all = [...(stored ?? [])].flatMap(([key, value]) => {
    const answer = readRemembered(value)
    return answer ? [{ key, ...answer }] : []
  })
  return (
    <Dialog title="Remembered answers" open onClose={onClose}>
      <p className="text-soft text-sm">
        {stored && all.length === 0
          ? 'None yet. Tick “Same answer next time” at the result of a call.'
          : 'Given by themselves to calls of the same tool with equal arguments.'}
      </p>
      <ul aria-label="Remembered answers" className="mt-3 divide-y divide-line">
        {all.map(({ key, tool, arguments: given, text, failed }) => (
          <li key={key} className="flex items-start gap-3 py-2">
            <div className="min-w-0 flex-1">
              <p className="wrap-anywhere font-mono text-xs">
                {callName({ name: tool })} {shortly(given, 300)}
              </p>
              <p className="wrap-anywhere line-clamp-3 text-soft text-xs">
                {failed && 'Error: '}
                {shortly(text, 600)}
              </p>
            </div>
            <IconButton
              name={`Forget answer for ${callName({ name: tool })}`}
              icon={<X size={16} />}
              onClick={() => void forget(key).then(() => setChanges((count) => count + 1))}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
