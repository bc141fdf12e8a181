import { Download } from 'lucide-react'
import { useAssets } from '../../../run/history/use-assets.ts'
import type { Run } from '../../../run/run.ts'
import { saveFile } from '../../../ui/files.ts'
import { Menu } from '../../../ui/popup/menu.tsx'
import type { MenuItem } from '../../../ui/popup/menu-list.tsx'
import type { ShownTranscript } from './text/edited.ts'
import { isTimed } from './text/transcript.ts'
import { type Format, formats, transcriptFile, transcriptName, whyNoFile } from './transcript-file.ts'

interface ExportMenuProps {
  readonly run: Run
  readonly isOpen: boolean
  /** With the names of the speakers, without edits. */
  readonly original: ShownTranscript
  readonly shown: ShownTranscript
}

/** Downloads: what the router sent as a text, byte for byte, and files that are made here of the original or of the edited copy. */
export function ExportMenu({ run, isOpen, original, shown }: ExportMenuProps) {
  const received = useAssets(run)?.filter(
    ({ role, type }) => (role === 'output' && type.startsWith('text/')) || isSubtitles(type),
  )
  const made = (transcript: ShownTranscript) =>
    formats.map((format) => itemOf(run, transcript, format, transcript === shown ? '' : 'Original '))
  const asReceived = (received ?? []).map(({ type, blob }): MenuItem => {
    const ending = isTimed(original) ? endingOf(run, type) : 'txt'
    return { name: `${ending.toUpperCase()} as received`, onSelect: () => saveFile(blob, transcriptName(run, ending)) }
  })
  const groups = [
    ...(asReceived.length > 0 ? [{ name: 'As received', items: asReceived }] : []),
    ...(shown.isEdited ? [{ name: 'Edited copy', items: made(shown) }] : []),
    { name: shown.isEdited ? 'Original' : 'Export', items: made(shown.isEdited ? original : shown) },
  ]
  return (
    <Menu name="Export transcript" disabled={isOpen} items={groups} icon={<Download size={16} />}>
      Export
    </Menu>
  )
}

function itemOf(run: Run, transcript: ShownTranscript, format: Format, before: string): MenuItem {
  const why = whyNoFile(transcript, format)
  const isMade = format === 'srt' || format === 'vtt'
  return {
    name: `${before}${format.toUpperCase()}${why ? ` (${why})` : isMade ? ' (made here)' : ''}`,
    disabled: why !== undefined,
    onSelect: () => {
      const { name, blob } = transcriptFile(run, transcript, format)
      saveFile(blob, name)
    },
  }
}

const isSubtitles = (type: string) => /subrip|vtt/i.test(type)

function endingOf(run: Run, type: string): string {
  if (/vtt/i.test(type)) return 'vtt'
  const wanted = run.parts?.find(({ name }) => name === 'response_format')
  const isSrt = /subrip/i.test(type) || (wanted?.kind === 'text' && wanted.value === 'srt')
  return isSrt ? 'srt' : 'txt'
}
