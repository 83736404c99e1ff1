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

/** A single Chinese or Japanese character is a request; otherwise it takes three letters. */
const WISH = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]|(?:[\p{L}\p{N}][^\p{L}\p{N}]*){3}/u;

/**
 * Splits off negative prompts and removes weights, LoRA tags (keeping their names) and parameters.
 * A prompt that is only a negative prompt is a request, because otherwise there is no image.
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
