import * as z from 'zod/mini'
import { decodeBase64 } from '#media/base64.ts'
import { sha256Hex } from '#media/sha256.ts'
import type { RecordedAsset, RunRecord } from '../../run/history/run-record-schema.ts'
import { readResult } from '../../run/result.ts'
import { cleanRun, type FreshRuns, type Ids, withFreshIds } from '../bundle/fresh-ids.ts'
import { safeAsset } from '../bundle/read-bundle.ts'
import { ExportError } from '../export-error.ts'
import {
  ConversationFile,
  ConversationHead,
  conversationVersion,
  longestConversation,
  type StoredRun,
} from './conversation-format.ts'

/** Throws the refusal of a file. */
function refuse(why: string): never {
  throw new ExportError('bad-bundle', `The conversation was not imported: ${why}`)
}

/**
 * Reads the runs of a conversation's JSON. Nothing is executed or fetched; every file is compared with its size and hash, and any mismatch
 * throws an `ExportError`. Ids that are in use, repeated or malformed are replaced; runs that are stored already are left out.
 */
export async function readConversation(json: Blob, ids: Ids): Promise<FreshRuns> {
  if (json.size > longestConversation) refuse('the file is larger than 256 MB.')
  const value = parsed(await json.text())
  const head = z.safeParse(ConversationHead, value).data ?? refuse('this is not a conversation exported from Patchbay.')
  if (head.version > conversationVersion) refuse('it was exported by a newer version of Patchbay.')
  const { runs } = z.safeParse(ConversationFile, value).data ?? refuse('a part of it is missing or damaged.')
  const records: RunRecord[] = []
  for (const run of runs) records.push(await recordOf(run))
  return await withFreshIds(records, ids)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return refuse('the file is not JSON.')
  }
}

async function recordOf({ run, sent, reply, events, result, assets }: StoredRun): Promise<RunRecord> {
  const read: RecordedAsset[] = []
  for (const { base64, ...facts } of assets) {
    const bytes = await decodeBase64(base64)
    if (bytes === undefined || bytes.length !== facts.size || sha256Hex(bytes) !== facts.sha256)
      refuse('a file does not match its hash.')
    read.push(safeAsset(facts, new Blob([bytes])))
  }
  return {
    ...{ run: cleanRun(run), sent, events, assets: read },
    ...(reply && { reply }),
    result: readResult(result) ?? refuse('the result of a run is not valid.'),
  }
}
