import { JsonView } from '../../json/view/json-view.tsx'
import type { Run } from '../../run/run.ts'
import { useIsOpen } from '../../run/use-runs.tsx'
import { FilesReceived } from './media-files.tsx'
import { Outputs } from './outputs.tsx'

interface AsItCameProps extends Omit<Parameters<typeof FilesReceived>[0], 'run'> {
  readonly run: Run
}

/** Texts, items and files in the order of the reply. */
export function AsItCame({ run, ...received }: AsItCameProps) {
  const open = useIsOpen(run)
  return (
    <>
      <Outputs
        run={run}
        open={open}
        // The lines of a transcript count, as in subtitles; it has no Markdown.
        raw={run.endpoint === 'audio.transcriptions'}
        call={({ name, callId, arguments: given }) => (
          <section aria-label="Tool call" className="rounded-md border border-line bg-surface px-4 py-2.5 text-sm">
            <p className="mb-2 break-all font-mono text-xs">
              {name.slice(0, 100) || 'unnamed tool'} <span className="text-faint">{callId.slice(0, 100)}</span>
            </p>
            <JsonView text={given} />
          </section>
        )}
        // The files received hold all media, with those that no output names.
        media={() => null}
      />
      <FilesReceived run={run} {...received} />
    </>
  )
}
