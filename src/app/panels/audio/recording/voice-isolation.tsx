import type { OwnParts } from '../../../tool/tool-view.tsx'
import { NoRecording } from './no-recording.tsx'
import { RecordingRow } from './recording-row.tsx'

const usual = { seconds: 3600, bytes: 500 * 2 ** 20, words: 'ElevenLabs accepts up to 1 hour and 500 MB.' }

export const voiceIsolation: OwnParts = {
  rows: { file: (props) => <RecordingRow {...props} usual={usual} /> },
  empty: (state) => <NoRecording state={state} heading="Add a recording to keep only the voice" />,
}
