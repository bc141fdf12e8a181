import { Download } from 'lucide-react'
import { answerText } from '../run/result.ts'
import type { Run } from '../run/run.ts'
import { Button } from '../ui/button.tsx'
import { saveFile } from '../ui/save-file.ts'

/** Saves what came as a file of its own, where the browser's storage had no room for it. */
export function DownloadAnswer({ run }: { run: Run }) {
  const save = () => {
    const text = new Blob([answerText(run.result)], { type: 'text/plain;charset=utf-8' })
    saveFile(text, `answer_${run.id.slice(0, 8)}.txt`)
  }
  return (
    <Button icon={<Download size={16} strokeWidth={1.5} />} onClick={save}>
      Download answer
    </Button>
  )
}
