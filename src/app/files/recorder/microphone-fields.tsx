import { useSyncExternalStore } from 'react'
import { Tick } from '../../ui/choice.tsx'
import { Select } from '../../ui/native-select.tsx'
import { usePageState } from '../../ui/page-state.ts'
import { type MicrophoneSettings, microphoneSettings } from './microphone.ts'
import type { Recorder } from './recorder.ts'

export function MicrophoneFields({ recorder }: { readonly recorder: Recorder }) {
  const { devices, stream } = useSyncExternalStore(recorder.subscribe, recorder.state)
  const settings = usePageState(microphoneSettings)
  const { voiceProcessing, countdown } = settings
  const change = (part: Partial<MicrophoneSettings>) => microphoneSettings.set({ ...settings, ...part })
  const reopen = () => stream && void recorder.open()
  /** The one that is open: the chosen one may not be connected. */
  const device = stream?.getAudioTracks()[0]?.getSettings().deviceId ?? settings.device
  return (
    <div className="grid grid-cols-1 gap-2">
      {devices.length > 0 && (
        <Select
          aria-label="Microphone"
          value={devices.some(({ deviceId }) => deviceId === device) ? device : ''}
          onChange={({ target }) => {
            change({ device: target.value })
            reopen()
          }}
        >
          {devices.every(({ deviceId }) => deviceId !== device) && <option value="">Default microphone</option>}
          {devices.map(({ deviceId, label }, at) => (
            <option key={deviceId} value={deviceId}>
              {label || `Microphone ${at + 1}`}
            </option>
          ))}
        </Select>
      )}
      <div className="flex flex-wrap gap-x-5 gap-y-1 text-soft">
        <Tick isOn={countdown} onChange={(isOn) => change({ countdown: isOn })}>
          Countdown
        </Tick>
        <Tick
          isOn={voiceProcessing}
          onChange={(isOn) => {
            change({ voiceProcessing: isOn })
            reopen()
          }}
        >
          Browser voice processing
        </Tick>
      </div>
      {voiceProcessing && (
        <p className="text-faint text-xs">Echo cancellation, noise suppression and automatic gain.</p>
      )}
    </div>
  )
}
