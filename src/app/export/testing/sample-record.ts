import { sha256Hex } from '#media/sha256.ts'
import type { RecordedAsset, RecordedRun, RunRecord, SentBody, SentFile } from '../../run/history/run-record-schema.ts'

/** A run of `/responses`, for tests. */
export function sampleRecord(
  change: {
    readonly run?: Partial<RecordedRun>
    readonly path?: string
    readonly body?: SentBody
    readonly reply?: RunRecord['reply']
    readonly events?: RunRecord['events']
    readonly result?: RunRecord['result']
    readonly assets?: RunRecord['assets']
  } = {},
): RunRecord {
  const baseUrl = change.run?.connection?.baseUrl ?? 'http://127.0.0.1:8787/v1'
  const body = change.body ?? { kind: 'json', value: { model: 'sandbox-fast', input: 'Hello' } }
  const isStream = body.kind === 'json' && Object(body.value).stream === true
  return {
    run: {
      id: '6a1f8c1e-0000-4000-8000-000000000001',
      endpoint: 'responses',
      model: 'sandbox-fast',
      title: 'Hello',
      status: 'completed',
      connection: { name: 'Local', baseUrl, keyHint: 'c0de' },
      price: '2 cauris',
      log: [
        { status: 'prepared', at: 1_700_000_000_000, mono: 10 },
        { status: 'sending', at: 1_700_000_000_005, mono: 15 },
        { status: 'completed', at: 1_700_000_001_255, mono: 1265 },
      ],
      times: { headers: 90, firstByte: 100, firstToken: 110, lastToken: 1200, end: 1250 },
      served: { status: 200, requestId: 'req_1', model: 'sandbox-fast', provider: 'sandbox' },
      usage: { input: 7, output: 9, total: 16 },
      ...change.run,
    },
    sent: {
      method: 'POST',
      url: `${baseUrl}${change.path ?? '/responses'}`,
      headers: [
        ['Accept', 'application/json'],
        ['Authorization', 'Bearer ••••'],
        ...(body.kind === 'json' ? ([['Content-Type', 'application/json']] as const) : []),
        ['Idempotency-Key', '6a1f8c1e-0000-4000-8000-000000000001'],
      ],
      body,
    },
    reply: change.reply ?? {
      status: 200,
      headers: [['content-type', isStream ? 'text/event-stream' : 'application/json']],
    },
    events: change.events ?? [{ at: 1240, data: '{"object":"response","status":"completed"}' }],
    result: change.result ?? {
      outputs: [{ kind: 'message', index: 0, parts: [{ part: 0, text: 'Hello yourself' }] }],
      response: { id: 'resp_1', model: 'sandbox-fast' },
      usage: { input: 7, output: 9, total: 16 },
      notices: [],
      end: { status: 'completed' },
    },
    assets: change.assets ?? [],
  }
}

/** Bytes as an asset, for tests. */
export function sampleAsset(
  change: Partial<RecordedAsset> & { readonly id: string },
  bytes = new Uint8Array([1, 2, 3]),
) {
  const type = change.type ?? 'image/png'
  const blob = new Blob([bytes], { type })
  return {
    role: 'output',
    name: 'out.png',
    type,
    size: bytes.length,
    sha256: sha256Hex(bytes),
    blob,
    ...change,
  } as const
}

/** A file of a request, for tests. */
export function sampleFile(name: string, type: string, text: string): SentFile {
  const bytes = new TextEncoder().encode(text)
  return { name, type, size: bytes.length, sha256: sha256Hex(bytes), blob: new Blob([bytes], { type }) }
}
