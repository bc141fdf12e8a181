import { encodeBase64 } from '#media/base64.ts'
import type { RunRecord } from '../../run/history/run-record-schema.ts'
import { keyCheck } from '../keys/scan-for-key.ts'
import { plainRecord } from '../record/run-facts.ts'
import { FileParts, jsonPieces } from '../text/pieces.ts'
import { conversationFormat, conversationVersion } from './conversation-format.ts'

/**
 * Writes the runs of a conversation as JSON that `readConversation` reads, with the bytes of their files. Throws an `ExportError` where
 * it would contain a key, also within the base64.
 */
export async function writeConversation(records: AsyncIterable<RunRecord>, keys: readonly string[]): Promise<Blob> {
  const file = new FileParts()
  const check = keyCheck('the conversation', keys)
  await file.add(`{\n  "format": "${conversationFormat}",\n  "version": ${conversationVersion},\n  "runs": [`)
  let comma = '\n    '
  for await (const record of records) {
    const assets = await Promise.all(
      record.assets.map(async ({ blob, ...facts }) => {
        return { ...facts, base64: await encodeBase64(new Uint8Array(await blob.arrayBuffer())) }
      }),
    )
    await file.add(comma)
    for (const piece of jsonPieces({ ...plainRecord(record), assets }, 2, '    ')) await file.add(piece, check)
    comma = ',\n    '
  }
  await file.add('\n  ]\n}\n')
  return file.end('application/json')
}
