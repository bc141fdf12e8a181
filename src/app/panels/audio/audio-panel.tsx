import { ToolPanel } from '../../tool/tool-view.tsx'
import { dubbing } from './dubbing/dubbing.tsx'
import { soundEffects } from './effects/sound-effects.tsx'
import { music } from './music/music.tsx'
import { voiceChange, voiceIsolation } from './recording/voice-tools.tsx'
import { speech } from './speech/speech-tool.tsx'
import { transcription } from './transcription/transcription.tsx'
import { voiceDesign } from './voice-design/voice-design.tsx'

const own = {
  'audio.speech': speech,
  'audio.transcriptions': transcription,
  'audio.voice-design': voiceDesign,
  'audio.voice-change': voiceChange,
  'audio.dubbing': dubbing,
  'audio.music': music,
  'audio.sound-generation': soundEffects,
  'audio.voice-isolation': voiceIsolation,
}

export const AudioPanel = () => <ToolPanel panel="audio" own={own} />
