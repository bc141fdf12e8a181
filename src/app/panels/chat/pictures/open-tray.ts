import type { NamedFile } from '../../../files/named-file.ts'
import { openFileDrafts } from '../../../run/file-drafts.ts'
import type { Runs } from '../../../run/runs.ts'
import { HandOverToChat } from '../../../tool/hand-over.ts'
import { details, partOf } from './picture.ts'
import { PictureTray } from './tray.ts'
import { TrayView } from './tray-view.tsx'

/** One for each page: it goes on while another panel is shown. */
const trays = new WeakMap<Runs, PictureTray>()

/** Rejects what the browser cannot draw. */
const look = async (blob: Blob) => (await createImageBitmap(blob)).close()

function trayOf(runs: Runs, kept: boolean): PictureTray {
  const known = trays.get(runs)
  if (known) return known
  const { tools } = runs
  const draft = openFileDrafts(tools, 'chat.files', ['pictures'])('pictures')
  const tray = new PictureTray({ draft, kept, newId: tools.newId, look })
  trays.set(runs, tray)
  return tray
}

/** The page's tray with its view. `kept`: the draft that stands in the ledger belongs to what is being written. */
export function openTray(runs: Runs, kept: boolean) {
  const tray = trayOf(runs, kept)
  return {
    tray,
    View: TrayView,
    attach: (files: readonly NamedFile[]) => void tray.add(files),
    /** Takes in what another part of the app handed over. */
    takeOver(handed: unknown): void {
      const { data } = HandOverToChat.safeParse(handed)
      if (!data) return
      void tray.add(
        data.files.map((file, at) => ({ ...file, detail: details.find((one) => one === data.details?.[at]) })),
        data.replaces ? 'alone' : 'beside',
      )
    },
    /** What goes with the words; undefined where a file was refused while this waited for it. */
    async message() {
      if (!(await tray.settled())) return undefined
      const { pictures } = tray.state()
      return { parts: pictures.map(partOf), files: pictures, sent: () => tray.sent(pictures) }
    },
  }
}
