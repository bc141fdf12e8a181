/** One sentence in a script of its own, with its language and what it says. */
export interface ScriptSample {
  readonly language: string
  readonly text: string
  readonly meaning: string
}

/** Plain sentences for checking how scripts are drawn, two of them from right to left. */
export const scripts: readonly ScriptSample[] = [
  { language: 'Greek', text: 'Η θάλασσα ανεβαίνει δύο φορές την ημέρα.', meaning: 'The sea rises twice a day.' },
  { language: 'Russian', text: 'Тихая студия слышит каждый шаг.', meaning: 'A quiet studio hears every step.' },
  { language: 'Ukrainian', text: 'Хліб сходить повільно, але щодня.', meaning: 'Bread rises slowly, but every day.' },
  { language: 'Arabic', text: 'الخريطة الجيدة تعرف ما لا تقوله.', meaning: 'A good map knows what it leaves out.' },
  { language: 'Hebrew', text: 'השעון במגדל מאחר בחמש דקות.', meaning: 'The tower clock is five minutes late.' },
  { language: 'Persian', text: 'باغ کوچک هم آسمان خودش را دارد.', meaning: 'A small garden has a sky of its own.' },
  {
    language: 'Japanese',
    text: '港の朝は、潮の音から始まります。',
    meaning: 'The harbour morning begins with the sound of the tide.',
  },
  {
    language: 'Chinese',
    text: '好的字体，读第二遍才会被注意到。',
    meaning: 'Good type is noticed on the second reading.',
  },
  { language: 'Korean', text: '좋은 빵은 서두르지 않습니다.', meaning: 'Good bread does not hurry.' },
  {
    language: 'Hindi',
    text: 'शांत कमरे में हर तार की अपनी आवाज़ होती है।',
    meaning: 'In a quiet room every wire has its own voice.',
  },
  { language: 'Thai', text: 'แผนที่ที่ดีพาเรากลับบ้าน', meaning: 'A good map brings us home.' },
  { language: 'Icelandic', text: 'Þögnin á líka heima í hljóðverinu.', meaning: 'Silence, too, lives in the studio.' },
]
