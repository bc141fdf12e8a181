import type { Runs } from '../../run/runs.ts'
import type { HandOverToChat } from '../hand-over.ts'
import { handOverKeys } from '../hand-over-keys.ts'
import type { SentPicture } from './edit-draft.ts'

/** Puts a run's pictures in the place of those that wait in the chat; one that is no longer stored is left out. */
export async function handToChat(runs: Runs, run: string, pictures: readonly SentPicture[]): Promise<void> {
  const assets = await runs.tools.ledger
    .history()
    .then((history) => history.assets(run))
    .catch(() => [])
  const found = pictures.flatMap(({ sha256, detail }, at) => {
    const asset = assets.find((one) => one.sha256 === sha256)
    return asset ? [{ file: { name: asset.name ?? `picture-${at + 1}`, blob: asset.blob }, detail }] : []
  })
  const handed: HandOverToChat = {
    files: found.map(({ file }) => file),
    details: found.map(({ detail }) => detail),
    replaces: true,
  }
  const draft = runs.openDraft(handOverKeys.chat)
  draft.write(handed)
  draft.close()
}
