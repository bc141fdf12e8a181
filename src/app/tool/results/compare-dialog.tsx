import type { ReactNode } from 'react'
import { ownOf } from '#contract/core/loose-json.ts'
import { CompareFiles } from '../../history/compare/compare-files.tsx'
import { Dialog } from '../../ui/dialog.tsx'

import { MediaFacts } from '../../view/media/media-file.tsx'
import { promptOf, settingsLine } from '../asked.ts'
import { voiceLibrary, voiceName } from '../voices/voice-library.ts'
import { nounOf, type PickedFile } from './picked.ts'
import { pictureName } from './saved-file.ts'

interface CompareDialogProps {
  /** Two to four, all of one kind. */
  readonly files: readonly PickedFile[]
  readonly onClose: () => void
}

/** The selected images, videos or sounds of runs, each with what its run asked for. */
export function CompareDialog({ files, onClose }: CompareDialogProps) {
  const [first] = files
  const names = namesOf(files)
  if (!first) return null
  return (
    <Dialog title={`Compare ${nounOf(first.file)}s`} kind="full" open onClose={onClose}>
      <div className="grid grid-cols-1 gap-4">
        <CompareFiles
          files={files.map((one, at) => ({
            key: `${one.run.id} ${one.place}`,
            file: one.file,
            name: names[at] ?? '',
            alt: ownOf(one.run.alts, one.file.sha256) ?? promptOf(one.run).slice(0, 300),
            savedAs: pictureName(one.run, one),
            notes: <Notes of={one} />,
          }))}
        />
      </div>
    </Dialog>
  )
}

/** What a file is called everywhere else: its number in its run; the run's too where there are several. */
function namesOf(files: readonly PickedFile[]): readonly string[] {
  const [first] = files
  const isOneRun = files.every(({ run }) => run.id === first?.run.id)
  return files.map(({ run, place, file }) => {
    const noun = nounOf(file)
    if (isOneRun) return `${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${place + 1}`
    // A run makes several images, and one video or sound.
    const isOnly = noun !== 'image' && place === 0
    return isOnly ? `Run #${run.seq}` : `Run #${run.seq}, ${noun} ${place + 1}`
  })
}

/** What a file is, and what its run asked for. */
function Notes({ of: { run, file } }: { readonly of: PickedFile }): ReactNode {
  return (
    <>
      <p className="text-2xs">
        <MediaFacts file={file} />
      </p>
      <p className="font-mono text-2xs text-faint">
        {[run.model, settingsLine(run, (voice) => voiceName(voice, voiceLibrary.get(), run.connection.baseUrl))]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <p dir="auto" className="line-clamp-3 wrap-anywhere text-soft text-xs">
        {promptOf(run)}
      </p>
    </>
  )
}
