import { AudioLines, FolderOpen, Mic } from 'lucide-react'
import { useCallback } from 'react'
import { named } from '../../../files/drop-place.tsx'
import { isAccepted, type NamedFile } from '../../../files/read-file.ts'
import { useRecentFiles } from '../../../run/history/use-history.ts'
import type { Example } from '../../../tool/examples/example.ts'
import { ExampleCards } from '../../../tool/examples/example-cards.tsx'
import { sampledExamples } from '../../../tool/examples/sampled-examples.ts'
import { FirstSteps, sampleOf } from '../../../tool/examples/tool-examples.tsx'
import { useFieldFiles } from '../../../tool/file-fields.tsx'
import { speechTool } from '../../../tool/tools.ts'
import type { ToolState } from '../../../tool/use-tool.ts'
import { mountedActions } from '../../../ui/actions.ts'
import { pickFiles } from '../../../ui/files.ts'

interface NoRecordingProps {
  readonly state: ToolState
  readonly heading: string
  /** Says that the sound is sent at once; without it that sound only becomes the file of the form. */
  readonly atOnce?: string
}

const none: readonly string[] = []

interface Start extends Example {
  readonly begin: () => void
}

/** Three ways to the recording that a tool works on: the newest sound or a sample, a file, the recorder. Only `atOnce` sends a request. */
export function NoRecording({ state: { form, sending, tryOut }, heading, atOnce }: NoRecordingProps) {
  const field = form.form.fields.find(({ path }) => path === 'file')
  const { tray } = useFieldFiles(field)
  const accepts = field?.file?.accepts ?? none
  const [newest] = useRecentFiles(useCallback((type) => isAccepted(type, accepts), [accepts])) ?? []
  const [sentence] = sampledExamples(speechTool)
  const own = newest && { name: newest.asset.name ?? newest.title, blob: newest.asset.blob }
  const isVideo = newest?.asset.type.startsWith('video/')
  const read = async (): Promise<NamedFile> => own ?? (await sampleOf(sentence?.prompt ?? '', 'sample'))
  const add = () =>
    read().then(
      (file) => tray?.add([file]),
      (error: Error) => sending.setProblem(error.message),
    )
  const starts: readonly Start[] = [
    {
      icon: AudioLines,
      title: newest ? `Your latest ${isVideo ? 'video' : 'sound'}` : 'A sample sentence',
      prompt: newest?.title ?? sentence?.prompt ?? '',
      ...(atOnce && { says: atOnce }),
      begin: () => (atOnce ? tryOut({}, { file: read }) : void add()),
    },
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
    <FirstSteps heading={heading}>
      <ExampleCards examples={starts} onTry={({ begin }) => begin()} />
    </FirstSteps>
  )
}
