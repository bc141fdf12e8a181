import type { ModelCard } from '#contract/models/model-card.ts'
import { routes } from '#contract/routes.ts'
import { trayOf } from '../../../files/file-tray.ts'
import { type FileRules, inMegabytes, type NamedFile } from '../../../files/read-file.ts'
import type { Runs } from '../../../run/runs.ts'
import type { Handed, HandedFiles } from '../../../tool/hand-over.ts'
import { attachedTypes, details } from '../compose/chat-setup.ts'
import { fitOf, isImage, partOf } from './message-parts.ts'
import { TrayView } from './tray-view.tsx'

/** Base64 makes bytes a third larger, and the words need some room too. */
const mostBytes = Math.floor(((routes.responses.maxBytes - 2 ** 20) * 3) / 4)

/** In MB, rounded down. */
const room = (Math.floor((mostBytes / 1e6) * 10) / 10).toFixed(1)

/** The largest file that is no image. */
const mostOfOne = 20e6

export const messageRules: FileRules = {
  accepts: attachedTypes,
  maxBytes: mostBytes,
  maxTotal: mostBytes,
  says: {
    types: 'Supported formats: PNG, JPEG, WebP, GIF, PDF, text, WAV and MP3.',
    size: `Files in a message are limited to ${room} MB.`,
    total: (sum) => `Files in a message are limited to ${room} MB; with this one it would be ${sum} MB.`,
  },
  refuses: (type, bytes) =>
    isImage(type) || bytes <= mostOfOne
      ? undefined
      : `It is ${inMegabytes(bytes)} MB. A file or sound is limited to ${mostOfOne / 1e6} MB.`,
}

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
    fitOf,
    /** Takes all files out of the message; undefined where there are none. */
    takeOut(): HandedFiles | undefined {
      const { files } = tray.state()
      tray.sent(files)
      const named = files.map(({ name, blob }) => ({ name, blob }))
      return files.length === 0 ? undefined : { files: named, details: files.map(({ detail }) => detail) }
    },
    /** The files of the message once all are read; undefined where one was refused meanwhile, or the model does not take one. */
    async message(card: ModelCard | undefined) {
      if (!(await tray.intake.settled())) return undefined
      const { files } = tray.state()
      if (fitOf(files, card).status === 'refused') return undefined
      return { parts: files.map(partOf), files: tray.held(), sent: () => tray.sent(files) }
    },
  }
}
