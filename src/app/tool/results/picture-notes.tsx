import { ownOf } from '#contract/core/loose-json.ts'
import { useLateText } from '../../history/list-fields.tsx'
import { useRunActions } from '../../run/history/run-actions.ts'
import type { Run } from '../../run/run.ts'
import { promptOf } from '../asked.ts'
import { settingsLine } from './picture-file.ts'
import type { ResultFile } from './result-file.ts'

/** The footer of the lightbox: prompt, settings and the alt text field. */
export function PictureNotes({ run, picture }: { readonly run: Run; readonly picture: ResultFile }) {
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-2">
      <div style={{ flex: '1 1 20rem' }} className="grid min-w-0 gap-1">
        <p dir="auto" className="wrap-anywhere text-ink">
          {promptOf(run)}
        </p>
        <p className="font-mono text-2xs text-faint">
          {[run.model, settingsLine(run)].filter((words) => words !== '').join(' · ')}
        </p>
      </div>
      <div style={{ flex: '1 1 16rem' }} className="grid max-w-md gap-1">
        <AltText key={picture.file.sha256} run={run} sha256={picture.file.sha256} place={picture.place} />
      </div>
    </div>
  )
}

interface AltTextProps {
  readonly run: Run
  readonly sha256: string
  readonly place: number
  /** Focuses the field on mount; set after a press on its button. */
  readonly asked?: boolean
  /** Called when the field is left, with the key if it was Enter or Esc. */
  readonly onLeft?: (key?: string) => void
}

/** The alt text of a picture, used in reports. */
export function AltText({ run, sha256, place, asked = false, onLeft }: AltTextProps) {
  const { setAlt } = useRunActions()
  const { text, type, leave } = useLateText(ownOf(run.alts, sha256) ?? '', (alt) => setAlt(run.id, sha256, alt))
  return (
    <input
      aria-label={`Alt text of image ${place + 1}`}
      placeholder="Alt text"
      // biome-ignore lint/a11y/noAutofocus: it follows the press that asked for it.
      autoFocus={asked}
      dir="auto"
      maxLength={1000}
      value={text}
      onChange={(event) => type(event.target.value)}
      onKeyDown={(event) => {
        if (!onLeft || (event.key !== 'Enter' && event.key !== 'Escape')) return
        // Else the key would press what gets the focus, or stop the run.
        event.preventDefault()
        onLeft(event.key)
      }}
      onBlur={() => void leave().then(() => onLeft?.())}
      className="h-8 w-full min-w-0 rounded-md border border-line bg-surface px-2 text-xs coarse:h-11"
    />
  )
}
