import { routes } from '#contract/routes.ts'
import { trayOf } from '../../../files/file-tray.ts'
import type { FileRules, NamedFile, TrayFile } from '../../../files/read-file.ts'
import { fileReference } from '../../../run/file-marks.ts'
import type { Runs } from '../../../run/runs.ts'
import type { Handed, HandedFiles } from '../../../tool/hand-over.ts'
import { details, pictureTypes } from '../compose/chat-setup.ts'
import { TrayView } from './tray-view.tsx'

/** Base64 makes bytes a third larger, and the words need some room too. */
const mostBytes = Math.floor(((routes.responses.maxBytes - 2 ** 20) * 3) / 4)

/** In MB, rounded down. */
const room = (Math.floor((mostBytes / 1e6) * 10) / 10).toFixed(1)

export const messageRules: FileRules = {
  accepts: pictureTypes,
  maxBytes: mostBytes,
  maxTotal: mostBytes,
  says: {
    types: 'Supported formats: PNG, JPEG, WebP and GIF.',
    size: `Images in a message are limited to ${room} MB.`,
    total: (sum) => `Images in a message are limited to ${room} MB; with this one it would be ${sum} MB.`,
  },
}

/** The picture as a part of a message, its hash in place of its bytes. */
export const partOf = ({ type, sha256 = '', detail }: TrayFile) => ({
  type: 'input_image',
  image_url: fileReference(type, sha256),
  ...(detail && { detail }),
})

/** The page's tray with its view. `kept`: the stored draft belongs to the message that is being written. */
export function openTray(runs: Runs, kept: boolean) {
  const tray = trayOf(runs, { draft: ['chat.files', 'pictures'], rules: messageRules, kept })
  return {
    tray,
    View: TrayView,
    attach: (files: readonly NamedFile[]) => void tray.add(files),
    /** Takes in what another part of the app handed over. */
    takeOver(handed: Handed): void {
      if (!('files' in handed)) return
      void tray.add(
        handed.files.map((file, at) => ({ ...file, detail: details.find((one) => one === handed.details?.[at]) })),
        handed.replaces ? 'alone' : 'beside',
      )
    },
    /** Takes all pictures out of the message; undefined where there are none. */
    takeOut(): HandedFiles | undefined {
      const { files } = tray.state()
      tray.sent(files)
      const named = files.map(({ name, blob }) => ({ name, blob }))
      return files.length === 0 ? undefined : { files: named, details: files.map(({ detail }) => detail) }
    },
    /** The pictures of the message once all are read; undefined where one was refused meanwhile. */
    async message() {
      if (!(await tray.intake.settled())) return undefined
      const { files } = tray.state()
      return { parts: files.map(partOf), files: tray.held(), sent: () => tray.sent(files) }
    },
  }
}
