import * as z from 'zod/mini'
import { recordOf } from '#contract/core/loose-json.ts'
import { keptJson } from '../../ui/page-state.ts'

export type Devices = Pick<
  MediaDevices,
  'getUserMedia' | 'enumerateDevices' | 'addEventListener' | 'removeEventListener'
>

const Settings = z.object({
  /** Empty: the system's default. */
  device: z.catch(z.string(), ''),
  voiceProcessing: z.catch(z.boolean(), false),
  countdown: z.catch(z.boolean(), false),
})
export type MicrophoneSettings = Readonly<z.infer<typeof Settings>>

export const microphoneSettings = keptJson<MicrophoneSettings>('patchbay.microphone', (kept) =>
  Settings.parse(recordOf(kept)),
)

const asksFor = ({ device, voiceProcessing: on }: MicrophoneSettings): MediaStreamConstraints => ({
  audio: {
    ...(device !== '' && { deviceId: { exact: device } }),
    ...{ echoCancellation: on, noiseSuppression: on, autoGainControl: on },
  },
})

/** Opens the chosen microphone, or the default one where that is not connected. Rejects as `getUserMedia` does. */
export async function openMicrophone(devices: Devices, settings: MicrophoneSettings): Promise<MediaStream> {
  try {
    return await devices.getUserMedia(asksFor(settings))
  } catch (error) {
    if (settings.device === '' || !['OverconstrainedError', 'NotFoundError'].includes(nameOf(error))) throw error
    return await devices.getUserMedia(asksFor({ ...settings, device: '' }))
  }
}

/** The microphones, with names once the page may use one. */
export async function microphonesOf(devices: Devices): Promise<readonly MediaDeviceInfo[]> {
  const all = await devices.enumerateDevices().catch(() => [])
  return all.filter(({ kind, deviceId }) => kind === 'audioinput' && deviceId !== '')
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '')

export function microphoneProblem(error: unknown): string {
  switch (nameOf(error)) {
    case 'NotAllowedError':
      return 'Microphone access was denied. Allow it in the site settings of the browser, then try again.'
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'No microphone found. Connect one, then try again.'
    case 'NotReadableError':
    case 'AbortError':
      return 'The microphone is busy. Close other apps that use it, then try again.'
    default:
      return `The microphone could not be opened${error instanceof Error && error.message ? `: ${error.message}` : '.'}`
  }
}

interface Place {
  readonly isSecureContext: boolean
  readonly navigator: Pick<Navigator, never> & { readonly mediaDevices?: Devices | undefined }
  readonly MediaRecorder?: unknown
}

/** Why nothing can be recorded in this browser or on this page; undefined where it can. */
export function cannotRecord(place: Place): string | undefined {
  if (!place.isSecureContext)
    return 'Recording requires HTTPS. This page was opened over plain HTTP: open it over HTTPS or on localhost, or choose a file.'
  if (place.navigator.mediaDevices === undefined || place.MediaRecorder === undefined)
    return 'This browser cannot record audio. Update it, or choose a file.'
  return undefined
}

/** In the order of preference: what most models take first. */
const types = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4;codecs=mp4a.40.2', 'audio/mp4']

/** The type to record in; undefined: the browser's own. */
export const recordingType = (isSupported: (type: string) => boolean): string | undefined => types.find(isSupported)
