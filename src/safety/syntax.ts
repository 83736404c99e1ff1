/** A prompt without the generator's own syntax. */
export interface PromptParts {
  /** What shall be seen. */
  readonly wish: string;
  /** What shall not be seen, if the generator knows the syntax. */
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

/** A Chinese or Japanese character is a wish of its own, fewer than three letters are none. */
const WISH = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]|(?:[\p{L}\p{N}][^\p{L}\p{N}]*){3}/u;

/**
 * Splits negative prompts off and takes weights, LoRA tags (their names stay) and parameters
 * away. A prompt that is nothing but a negative prompt is a wish: there is no image otherwise.
 */
export function splitPrompt(prompt: string): PromptParts {
  const negatives: string[] = [];
  const collect = (_match: string, inner: string) => {
    negatives.push(inner);
    return '\n';
  };
  let wish = prompt;
  if (/[:：=]/.test(wish)) {
    wish = wish
      .replace(LORA_TAG, (_match, name: string) => ` ${name.replaceAll('_', ' ')} `)
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
