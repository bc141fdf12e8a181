import { AudioLines, FolderOpen, Mic } from 'lucide-react'
import { useCallback } from 'react'
import { useLocation } from 'wouter'
import { AudioTranscriptionsRequest } from '#contract/audio/transcriptions.ts'
import { fields } from '#contract/core/field.ts'
import { named } from '../../../files/drop-place.tsx'
import { isAccepted } from '../../../files/read-file.ts'
import { useRecentFiles } from '../../../run/history/use-history.ts'
import { type Example, ExampleCards } from '../../../tool/example-cards.tsx'
import { useFieldTray } from '../../../tool/file-fields.tsx'
import { hrefOf, type Tool, toolFor, useTools } from '../../../tool/tools.ts'
import type { ToolState } from '../../../tool/use-tool.ts'
import { mountedActions } from '../../../ui/actions.ts'
import { pickFiles } from '../../../ui/files.ts'

interface NoTranscriptsProps {
  readonly tool: Tool
  readonly tryOut: ToolState['tryOut']
}

interface Start extends Example {
  readonly begin: () => void
}

const facts = fields.get(AudioTranscriptionsRequest.shape.file)?.file
const accepts = facts?.accepts ?? []

/** Three ways to a first transcript. Only the one that says so sends a request. */
export function NoTranscripts({ tool, tryOut }: NoTranscriptsProps) {
  const tray = useFieldTray(tool, { path: 'file', ...(facts && { file: facts }) })
  const [newest] = useRecentFiles(useCallback((type) => isAccepted(type, accepts), [])) ?? []
  const [, navigate] = useLocation()
  const speech = toolFor(useTools(), 'audio.speech')
  const starts: readonly Start[] = [
    ...(newest
      ? [
          {
            icon: AudioLines,
            title: 'Your newest sound',
            prompt: newest.title,
            says: 'transcribed at once',
            begin: () =>
              tryOut({}, { file: async () => ({ name: newest.asset.name ?? newest.title, blob: newest.asset.blob }) }),
          },
        ]
      : speech
        ? [
            {
              icon: AudioLines,
              title: 'Speak a sentence first',
              prompt: 'Make a sound in Speech, then send it here.',
              begin: () => navigate(hrefOf(speech)),
            },
          ]
        : []),
    {
      icon: FolderOpen,
      title: 'Choose a file',
      prompt: 'Audio or video from this device. You can also drop it anywhere.',
      begin: () => pickFiles({ accept: accepts.join(','), count: 'one' }, (files) => void tray?.add(named(files))),
    },
    {
      icon: Mic,
      title: 'Record a sentence',
      prompt: 'Listen to it before you send it.',
      // The recorder belongs to the field of the file.
      begin: () =>
        mountedActions()
          .find(({ name }) => name === 'Record audio')
          ?.run(),
    },
  ]
  return (
    <div className="mx-auto grid w-full max-w-5xl gap-4 py-[8vh]">
      <h2 className="font-semibold text-base">Add a recording to transcribe</h2>
      <ExampleCards examples={starts} onTry={({ begin }) => begin()} />
    </div>
  )
}
