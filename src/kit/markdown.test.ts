import { describe, expect, it } from 'vitest';
import { plainText, renderMarkdown } from './markdown.ts';

describe('markdown of a description', () => {
  it('gives headings, lists and emphasis', () => {
    expect(renderMarkdown('# Big\n\n- one *two*')).toBe(
      '<h3>Big</h3>\n<ul>\n<li>one <em>two</em></li>\n</ul>\n',
    );
  });

  it('opens links apart, telling the other side nothing', () => {
    expect(renderMarkdown('[a](https://a.example "t")')).toBe(
      '<p><a href="https://a.example" title="t" rel="noopener nofollow" target="_blank">a</a></p>\n',
    );
  });

  it.each([
    '[a](javascript:alert(1))',
    '[a](&#106;avascript:alert(1))',
    '[a](data:text/html,x)',
    '[a](vbscript:x)',
    '[a](//a.example)',
    '[a](https://user:password@a.example)',
    '<javascript:alert(1)>',
  ])('makes no link of %s', (text) => {
    expect(renderMarkdown(text)).not.toContain('<a');
  });

  it('shows HTML as text, pictures as words, and no style or class', () => {
    const html = renderMarkdown(
      '<img src=x onerror=alert(1)>\n\n![a "b" <i>](https://a.example/x.png)\n\n```x" onload="y\n<b>\n```\n\n|a|\n|:-:|\n|b|',
    );
    expect(html).not.toMatch(/<(?!\/?(?:p|pre|code|table|thead|tbody|tr|th|td)>)/);
  });

  it('has links up to a number of brackets, each of which costs a search for its end', () => {
    const link = '[a](https://a.example)';
    expect(renderMarkdown(link.repeat(200)).match(/<a /g)).toHaveLength(200);
    for (const start of ['![', '[', '[a]: b\n\n']) {
      expect(renderMarkdown(start.repeat(200) + link)).not.toContain('<a ');
    }
    expect(renderMarkdown(`${'!['.repeat(300)}**b**`)).toContain('<strong>b</strong>');
  });

  it('leaves out no level of headings on the way down', () => {
    const tags = (text: string) => renderMarkdown(text).match(/<h\d/g)?.join(' ');
    expect(tags('## A\n\n#### B\n\n# C\n\n### D')).toBe('<h3 <h4 <h3 <h4');
    expect(tags('# A\n\n## B\n\n### C\n\n#### D\n\n##### E')).toBe('<h3 <h4 <h5 <h6 <h6');
  });

  it('gives its words alone to those who link to the page', () => {
    expect(plainText('# Hi\n\n**One** <b>two</b>\nthree [four](https://x.example)', 99)).toBe(
      'Hi One <b>two</b> three four',
    );
    expect(plainText('abcdef', 4)).toBe('abc…');
    expect(plainText(`${'#\n'.repeat(30)}unread`, 6)).toBe('');
  });
});
