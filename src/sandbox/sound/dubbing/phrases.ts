const table = `
en | Synthetic voice. | This is a synthetic voice in English. | This part was dubbed by the sandbox, which does not translate what was said.
de | Künstliche Stimme. | Das ist eine künstliche Stimme auf Deutsch. | Dieser Teil wurde von der Sandbox vertont, die nicht übersetzt, was gesagt wurde.
fr | Voix de synthèse. | Ceci est une voix de synthèse en français. | Cette partie a été doublée par la sandbox, qui ne traduit pas ce qui a été dit.
es | Voz sintética. | Esta es una voz sintética en español. | Esta parte fue doblada por el entorno de pruebas, que no traduce lo que se dijo.
it | Voce sintetica. | Questa è una voce sintetica in italiano. | Questa parte è stata doppiata dalla sandbox, che non traduce ciò che è stato detto.
pt | Voz sintética. | Esta é uma voz sintética em português. | Esta parte foi dublada pelo ambiente de testes, que não traduz o que foi dito.
nl | Kunstmatige stem. | Dit is een kunstmatige stem in het Nederlands. | Dit deel is nagesynchroniseerd door de sandbox, die niet vertaalt wat er is gezegd.
sv | Syntetisk röst. | Det här är en syntetisk röst på svenska. | Den här delen dubbades av sandlådan, som inte översätter det som sades.
da | Syntetisk stemme. | Dette er en syntetisk stemme på dansk. | Denne del er dubbet af sandkassen, som ikke oversætter det, der blev sagt.
pl | Głos syntetyczny. | To jest syntetyczny głos po polsku. | Ta część została zdubbingowana przez piaskownicę, która nie tłumaczy tego, co powiedziano.
tr | Yapay ses. | Bu, Türkçe konuşan yapay bir sestir. | Bu bölüm, söyleneni çevirmeyen deneme ortamı tarafından seslendirildi.
id | Suara sintetis. | Ini adalah suara sintetis dalam bahasa Indonesia. | Bagian ini disulihsuarakan oleh lingkungan uji, yang tidak menerjemahkan ucapan aslinya.
sw | Sauti bandia. | Hii ni sauti bandia kwa Kiswahili. | Sehemu hii imetiwa sauti na mfumo wa majaribio, ambao hautafsiri yaliyosemwa.
ru | Синтетический голос. | Это синтетический голос на русском языке. | Эта часть озвучена песочницей, которая не переводит сказанное.
uk | Синтетичний голос. | Це синтетичний голос українською мовою. | Цю частину озвучила пісочниця, яка не перекладає сказане.
ja | 合成音声です。 | これは日本語の合成音声です。 | この部分はサンドボックスが吹き替えたもので、話された内容は翻訳されていません。
zh | 合成语音。 | 这是中文的合成语音。 | 这一部分由沙盒配音，它并不翻译原来的内容。
hi | कृत्रिम आवाज़। | यह हिंदी में एक कृत्रिम आवाज़ है। | इस हिस्से को सैंडबॉक्स ने डब किया है, जो कही गई बात का अनुवाद नहीं करता।
`

/** Sentences of growing length by language. A sandbox cannot translate: a dub says that it is one, in the target language. */
export const phrases: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  table
    .trim()
    .split('\n')
    .map((row) => {
      const [language = '', ...sentences] = row.split(' | ')
      return [language, sentences]
    }),
)
