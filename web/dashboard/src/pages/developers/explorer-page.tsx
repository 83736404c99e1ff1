import { json, jsonParseLinter } from '@codemirror/lang-json';
import { linter } from '@codemirror/lint';
import { Button, Grid, Group, Paper, Select, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { GraphQLSchema } from 'graphql';
import { useMemo, useState } from 'react';
import { usePlace } from '../../app/place.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { CodeEditor } from './code-editor.tsx';
import { DeveloperFrame } from './developer-frame.tsx';
import { graphqlLanguage } from './graphql-language.ts';
import { QUERY_EXAMPLES } from './query-examples.ts';
import { readSchema } from './read-schema.ts';
import { RunHistory } from './run-history.tsx';
import { type Run, runQuery } from './run-query.ts';
import { keepRun, latestRuns } from './runs.ts';

const VARIABLES_LANGUAGE = [json(), linter(jsonParseLinter())];

/** A GraphQL editor whose queries can only read. */
export function ExplorerPage() {
  const { environment, pathTo } = usePlace();
  const query = useQuery({
    queryKey: ['schema', environment],
    queryFn: () => readSchema(environment),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <DeveloperFrame
      title="GraphQL explorer"
      lead="Queries are read-only and run with your session. Press Ctrl-Space to autocomplete and Ctrl-Enter to run. Hover over a word for its description."
    >
      <Loaded query={query}>{(schema) => <Explorer key={pathTo('')} schema={schema} />}</Loaded>
    </DeveloperFrame>
  );
}

function Explorer({ schema }: { readonly schema: GraphQLSchema }) {
  const { environment, store } = usePlace();
  const language = useMemo(() => graphqlLanguage(schema), [schema]);
  const [text, setText] = useState(QUERY_EXAMPLES[0]?.text ?? '');
  const [variables, setVariables] = useState(`{ "storeId": "${store.id}" }`);
  const [runs, setRuns] = useState<readonly Run[]>(latestRuns);
  const [shown, setShown] = useState<Run | null>(null);
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    if (isBusy) return;
    setBusy(true);
    const done = await runQuery(text, variables, environment);
    setRuns(keepRun(done));
    setShown(done);
    setBusy(false);
  };
  const restore = (one: Run) => {
    setText(one.text);
    setVariables(one.variables);
    setShown(one);
  };
  return (
    <>
      <Grid>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Stack gap="sm">
            <Examples onPick={setText} />
            <CodeEditor
              label="Query"
              value={text}
              onChange={setText}
              onRun={run}
              language={language}
              minHeight={240}
            />
            <CodeEditor
              label="Variables"
              value={variables}
              onChange={setVariables}
              onRun={run}
              language={VARIABLES_LANGUAGE}
              hint="{}"
              minHeight={64}
            />
            <Group>
              <Button onClick={run} loading={isBusy}>
                Run
              </Button>
            </Group>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Result run={shown} />
        </Grid.Col>
      </Grid>
      <RunHistory runs={runs} onPick={restore} />
    </>
  );
}

function Examples({ onPick }: { readonly onPick: (text: string) => void }) {
  return (
    <Select
      label="Examples"
      placeholder="Pick one to start with"
      data={QUERY_EXAMPLES.map(({ name }) => name)}
      value={null}
      onChange={(name) => {
        const example = QUERY_EXAMPLES.find((one) => one.name === name);
        if (example) onPick(example.text);
      }}
    />
  );
}

function Result({ run }: { readonly run: Run | null }) {
  return (
    <Paper withBorder p="md" mih={240}>
      <Stack gap="xs">
        <Group justify="space-between">
          <Title order={2} size="h4">
            Result
          </Title>
          {run ? (
            <Group gap={4}>
              <Text size="sm" c="dimmed" role="status">
                {run.status === 0 ? 'Not sent' : `Status ${run.status}`} · {run.durationMs} ms
              </Text>
              <CopyButton value={run.answer} label="Copy result" />
            </Group>
          ) : null}
        </Group>
        {run ? (
          <CodeBlock label="Response" maxHeight={480}>
            {run.answer}
          </CodeBlock>
        ) : (
          <Text size="sm" c="dimmed">
            Run the query to see its result here.
          </Text>
        )}
      </Stack>
    </Paper>
  );
}
