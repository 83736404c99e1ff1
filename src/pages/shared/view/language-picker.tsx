import type { Language } from '../../../kit/languages.ts';
import type { Texts } from '../../../texts/texts.ts';
import { LANGUAGE_NAMES } from '../page-language.ts';

interface PickerProps {
  readonly texts: Texts;
  readonly links: (language: Language) => string;
}

/** The page in other languages: an expandable list of plain links. */
export function LanguagePicker({ texts, links }: PickerProps) {
  const names = Object.entries(LANGUAGE_NAMES) as [Language, string][];
  return (
    <nav class="languages" aria-label={texts.language}>
      <details>
        <summary>
          <Globe /> {LANGUAGE_NAMES[texts.locale]}
        </summary>
        <ul>
          {names.map(([language, name]) => (
            <li key={language}>
              <a
                href={links(language)}
                lang={language}
                hreflang={language}
                rel="nofollow"
                aria-current={language === texts.locale ? 'true' : undefined}
              >
                <bdi>{name}</bdi>
              </a>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  );
}

function Globe() {
  return (
    <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true" focusable="false">
      <g fill="none" stroke="currentColor" stroke-width="1.25">
        <circle cx="8" cy="8" r="6.75" />
        <path d="M1.25 8h13.5M8 1.25c-4 4.5-4 9 0 13.5M8 1.25c4 4.5 4 9 0 13.5" />
      </g>
    </svg>
  );
}
