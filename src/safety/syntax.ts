/** A prompt without the generator's own syntax. */
export interface PromptParts {
  /** What the image should show. */
  readonly wish: string;
  /** What the image should not show, if the generator supports the syntax. */
  readonly negative: string;
}

const LORA_TAG = /<(?:lora|lyco|lycoris|hypernet|embedding|ti):([^<>:]{1,80})(?::[^<>]{0,40})?>/gi;
const EMPHASIS_WEIGHT = /(?:::?\d{1,2}\.\d{1,3}|::\d{1,3}|:[1-9](?=\s?[)\]}]))(?=[\s)\]},;]|$)/g;
const NEGATIVE_EMPHASIS = /[([{]([^()[\]{}]{1,200}):\s?-\d{1,3}(?:\.\d{1,3})?\s?[)\]}]/g;
const NEGATIVE_SEGMENT = /(?<=^|[,;:.\n])([^,;:.\n]{1,200})::\s?-\d{1,3}(?:\.\d{1,3})?/g;
const NEGATIVE_FLAG = /--(?:no|neg|negative)[ =]([^\n]*?)(?=\s--[a-z]|\n|$)/gi;
const FLAG = /(?<=^|\s)--[a-z]{1,12}(?:[ =][\d.:]{1,12}(?=\s|$))?/gi;
const NEGATIVE_BLOCK =
  /(?:negative[ _-]?prompts?|negative|neg|ネガティブ(?:プロンプト)?|除外(?:プロンプト)?|(?:负面|負面|反向|负向|負向)(?:提示词|提示詞|提示|词|詞)?)\s?[:：=]([^\n]*(?:\n(?!\s*(?:steps|prompt|positive|正面|正向|プロンプト))[^\n]+)*)/gi;

/** What fields and headings that list exclusions are called; "negative space" is wanted. */
const EXCLUSIONS = [
  '(?:negative|forbidden|prohibited|excluded?|unwanted)(?:[ _\\u200b-]*(?:prompt|constraint|element|tag|keyword|word|term|style|item|detail|content)s?)?',
  'avoid|exclusions?|(?:do|must)[ _-]?not[ _-]?include',
  '(?:负面|負面|反向|负向|負向)(?:提示词|提示詞|提示|词|詞|约束|約束)?',
  '(?:禁止|避免|排除)(?:内容|內容|元素|出现|出現|事项|事項|要素)?',
  '(?:ネガティブ|除外)(?:プロンプト|要素|項目)?',
  'prompts? n[eé]gati(?:v[aio]s?|fs?)|(?:indicaciones|invites) n[eé]gativ[ae]s|부정(?:적인)? 프롬프트',
].join('|');
/** A field of JSON: a list or a text. Without its end, it is everything that follows. */
const NEGATIVE_FIELD = new RegExp(
  `["'“](?:${EXCLUSIONS})(?:[(（][^()（）]{0,20}[)）])?["'”]\\s{0,9}[:：]\\s{0,9}(?:\\[([^\\]]*)\\]?|"((?:[^"\\\\]|\\\\.)*)"?|“([^”]*)”?)`,
  'gi',
);
/** A heading above a list with bullets. */
const NEGATIVE_LIST = new RegExp(
  `^[#*_> \\t]{0,9}(?:${EXCLUSIONS})[*_ \\t]{0,9}[:：]?[*_ \\t]{0,9}\\n{1,2}((?:[ \\t]*(?:[*•・·-]|\\d{1,2}[.)])[^\\n]*(?:\\n|$))+)`,
  'gim',
);

/** A single Chinese or Japanese character is a request; otherwise it takes three letters. */
const WISH = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]|(?:[\p{L}\p{N}][^\p{L}\p{N}]*){3}/u;

/**
 * Splits off negative prompts and removes weights, LoRA tags (keeping their names) and parameters.
 * A prompt that is only a negative prompt is a request, because otherwise there is no image.
 */
export function splitPrompt(prompt: string): PromptParts {
  const negatives: string[] = [];
  const collect = (_match: string, ...inner: readonly unknown[]) => {
    negatives.push(String(inner.find((each) => each !== undefined)));
    return '\n';
  };
  let wish = prompt.replace(NEGATIVE_LIST, collect);
  if (/[:：=]/.test(wish)) {
    wish = wish
      .replace(LORA_TAG, (_match, name: string) => ` ${name.replaceAll('_', ' ')} `)
      .replace(NEGATIVE_FIELD, collect)
      .replace(NEGATIVE_BLOCK, collect)
      .replace(NEGATIVE_EMPHASIS, collect)
      .replace(NEGATIVE_SEGMENT, collect)
      .replace(EMPHASIS_WEIGHT, ' ');
  }
  if (wish.includes('--')) wish = wish.replace(NEGATIVE_FLAG, collect).replace(FLAG, ' ');
  const negative = negatives.join('\n');
  if (!WISH.test(wish)) return { wish: `${wish}\n${negative}`, negative: '' };
  return { wish, negative };
}
