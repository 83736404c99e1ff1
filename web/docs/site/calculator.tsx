import { render } from 'preact-render-to-string';
import { sample, sampleKey } from './signing-page.ts';

const RESULTS = [
  ['hash', 'Line 4: hash of the body', sample.bodyHash],
  ['canonical', 'Text to sign', sample.canonicalRequest],
  ['signature', 'X-Signature', sample.signature],
] as const;

/** The calculator's form, filled in with the example; `client/calculator.ts` does the rest. */
export function calculator(): string {
  return render(
    <form class="calculator" id="calculator-form" autocomplete="off">
      <Text name="path" label="Path" value={sample.path} />
      <Text name="timestamp" label="X-Timestamp" value={sample.timestamp} />
      <Area name="body" label="Body" rows={3} value={sample.body} />
      <Area name="key" label="Private key (PKCS #8, PEM)" rows={4} value={sampleKey} />
      <output class="note" id="calculator-note" />
      {RESULTS.map(([name, label, value]) => (
        <div key={name} class="result">
          <label for={`calculator-${name}`}>{label}</label>
          <output id={`calculator-${name}`}>{value}</output>
        </div>
      ))}
    </form>,
  );
}

function Text(props: { name: string; label: string; value: string }) {
  const id = `calculator-${props.name}`;
  return (
    <div>
      <label for={id}>{props.label}</label>
      <input id={id} name={props.name} value={props.value} spellcheck={false} />
    </div>
  );
}

function Area(props: { name: string; label: string; value: string; rows: number }) {
  const id = `calculator-${props.name}`;
  return (
    <div>
      <label for={id}>{props.label}</label>
      <textarea id={id} name={props.name} rows={props.rows} spellcheck={false}>
        {props.value}
      </textarea>
    </div>
  );
}
