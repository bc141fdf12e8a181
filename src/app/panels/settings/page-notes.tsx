import { useConnectionContext } from '../../connection/connection-context.ts'
import { useRuns } from '../../run/use-runs.tsx'
import { Callout } from '../../ui/callout.tsx'

const troubles = {
  absent: 'This browser offers no storage here (a private window, perhaps).',
  refused: 'This browser refused to open its storage.',
  blocked: 'A tab with an older version of Patchbay holds this storage. Close that tab, then reload this page.',
  newer: 'A newer version of Patchbay has this storage. Reload the page to get that version; nothing was deleted.',
}

/** What this page cannot do here, said once, and how runs are kept. */
export function PageNotes() {
  const runs = useRuns()
  const { local } = useConnectionContext()
  return (
    <section aria-labelledby="keeping" className="grid gap-3">
      <h2 id="keeping" className="font-semibold">
        What is kept
      </h2>
      {runs.trouble ? (
        <Callout tone="warning" title="Runs are kept in memory only">
          <p className="text-soft">{troubles[runs.trouble]}</p>
        </Callout>
      ) : (
        <p className="max-w-[72ch] text-soft">
          Every run is written to this browser's storage before it is sent, and as its answer grows. Keys are never part
          of a run.
        </p>
      )}
      {!isSecureContext && (
        <Callout tone="warning" title="This page came over plain HTTP from another machine">
          <p className="text-soft">
            The browser then gives no clipboard, microphone, cryptography or locks between tabs. Reading works; serve it
            by HTTPS for the rest.
          </p>
        </Callout>
      )}
      {local.kind === 'ready' && !local.keepsResults && (
        <Callout tone="warning" title="The router keeps results in memory only">
          <p className="text-soft">Its data folder cannot be written: a lost answer does not survive its restart.</p>
        </Callout>
      )}
    </section>
  )
}
