import type { ReplyFile } from '../client/exchange.ts'
import type { Asset } from '../ledger/run-row.ts'

/** The media of a run with what has come since, each file once. */
export function withFiles(
  assets: readonly Asset[],
  files: readonly ReplyFile[],
  { run, newId }: { readonly run: string; readonly newId: () => string },
): readonly Asset[] {
  const known = new Set(assets.map(({ sha256 }) => sha256))
  const fresh = files.filter(({ sha256 }) => !known.has(sha256) && known.add(sha256))
  return [
    ...assets,
    ...fresh.map(
      ({ sha256, type, blob }): Asset => ({ id: newId(), run, role: 'output', type, size: blob.size, sha256, blob }),
    ),
  ]
}
