import { describe, expect, it } from 'vitest';
import { splitPrompt } from './syntax.ts';

const words = (text: string) =>
  text
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ');
const parts = (prompt: string) => {
  const { wish, negative } = splitPrompt(prompt);
  return [words(wish), words(negative)];
};

describe('splitPrompt', () => {
  it.each([
    ['(red:1.3) ((barn)), [fog]', 'red barn fog', ''],
    ['red::2 barn::1.5 fog', 'red barn fog', ''],
    ['<lora:old_film:0.8> barn', 'old film barn', ''],
    ['barn --ar 16:9 --v 6 --style raw', 'barn raw', ''],
    ['barn --no fog, rain --ar 3:2', 'barn', 'fog rain'],
    ['barn, (fog:-1.2), sun', 'barn sun', 'fog'],
    ['barn. Negative prompt: fog, rain\nSteps: 20', 'barn Steps 20', 'fog rain'],
    ['納屋。ネガティブプロンプト：霧', '納屋', '霧'],
    ['谷仓。负面提示词：雾', '谷仓', '雾'],
    [
      '{"subject": "barn", "negative_prompt": "fog, rain", "style": "oil"}',
      'subject barn style oil',
      'fog rain',
    ],
    [
      '{"subject": "barn", "negative": ["fog", "rain"], "style": "oil"}',
      'subject barn style oil',
      'fog rain',
    ],
    ['{“主体”：“谷仓”，“负面提示词”：“雾”，“风格”：“油画”}', '主体 谷仓 风格 油画', '雾'],
    ['barn\n\n### Negative prompts\n* fog\n* rain\n\n### Style\noil', 'barn Style oil', 'fog rain'],
    ['納屋\n**ネガティブプロンプト**\n- 霧\n- 雨', '納屋', '霧 雨'],
    ['{"subject": "barn", "negative_space": "sky"}', 'subject barn negative space sky', ''],
    ['barn\n### Negative space\n* sky', 'barn Negative space sky', ''],
  ])('takes %j apart', (prompt, wish, negative) => {
    expect(parts(prompt)).toEqual([wish, negative]);
  });

  it('takes a prompt that is only negative for a wish', () => {
    expect(parts('Negative prompt: fog, rain')).toEqual(['fog rain', '']);
  });

  it('keeps an age behind a colon', () => {
    expect(words(splitPrompt('a sailor (age:12)').wish)).toContain('12');
  });

  it('takes time in proportion to the length', () => {
    const start = process.cpuUsage();
    for (const piece of [
      '--no ',
      'negative:',
      '(a:-',
      '::-1 ',
      '<lora:',
      'a\n',
      '((((',
      '"avoid":',
      '"avoid":[',
      'avoid\n- ',
    ]) {
      splitPrompt(piece.repeat(10_000 / piece.length));
    }
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1_000).toBeLessThan(1_000);
  });
});
