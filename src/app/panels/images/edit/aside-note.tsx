import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { asideName } from './edit-state.ts'
import type { EditTools } from './use-edit.ts'

const small = 'min-h-8! px-2.5! text-xs! coarse:min-h-11!'

/** What stood here before an earlier edit was opened, with the way back to it. */
export function AsideNote({ tool: { aside, earlier } }: { readonly tool: EditTools }) {
  const { said, asks, answer } = earlier
  return (
    <>
      {said && <Callout tone="warning" title={said} urgent />}
      {aside && (
        <Callout title="Laid aside">
          <p className="wrap-anywhere text-soft text-xs">
            {asideName(aside)}: it stood here before an earlier edit was opened.
          </p>
          <p className="flex flex-wrap gap-1.5 pt-1">
            <Button className={small} onClick={() => void earlier.bringBack()}>
              Bring it back
            </Button>
            <Button look="quiet" className={small} onClick={earlier.forget}>
              Forget it
            </Button>
          </p>
        </Callout>
      )}
      <Dialog
        title="Open this edit?"
        open={asks}
        onClose={() => answer('cancel')}
        foot={
          <div className="flex justify-end gap-2">
            <Button look="quiet" onClick={() => answer('cancel')}>
              Cancel
            </Button>
            <Button look="primary" onClick={() => answer('open')}>
              Open it
            </Button>
          </div>
        }
      >
        {aside && (
          <p className="wrap-anywhere text-soft">
            What stands here is laid aside, and can be brought back. What was laid aside before,{' '}
            <strong className="font-medium text-ink">{asideName(aside)}</strong>, is forgotten.
          </p>
        )}
      </Dialog>
    </>
  )
}
