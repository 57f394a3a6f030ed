import { Button, Group, Radio, Stack, Text } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { propertyChoices } from "../property/choices.ts";
import type { PropertyData, PropertyDefinition } from "../property/property-types.ts";
import { PropertyValue } from "../property/property-value.tsx";
import { type Schema, useSchema } from "../property/use-schema.ts";
import { Loaded } from "../ui/pages/loaded.tsx";
import type { Answer, Question } from "./questions.ts";

interface ConflictChoicesProps {
  readonly question: Question;
  readonly onAnswer: (answer: Answer) => void;
}

/** The values of both, of which the admin chooses. */
export function ConflictChoices({ question, onAnswer }: ConflictChoicesProps) {
  const schema = useSchema(question.recordKey.type);
  return (
    <Loaded query={schema}>
      {(data) => <Choices question={question} onAnswer={onAnswer} schema={data} />}
    </Loaded>
  );
}

type Side = "theirs" | "mine";

function Choices({
  question,
  onAnswer,
  schema,
}: ConflictChoicesProps & { readonly schema: Schema }) {
  const { theirs, mine, isUndo } = question;
  const names = [...mine.keys()];
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({});
  const chooseAll = (side: Side) => setSides(Object.fromEntries(names.map((name) => [name, side])));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onAnswer(new Set(names.filter((name) => sides[name] === "mine")));
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text>
          Other values were saved {isUndo ? "after your change" : "while you were editing"}. Choose
          which to keep.
        </Text>
        {names.length > 1 && (
          <Group gap="xs">
            <Button variant="default" size="compact-sm" onClick={() => chooseAll("theirs")}>
              Keep all theirs
            </Button>
            <Button variant="default" size="compact-sm" onClick={() => chooseAll("mine")}>
              {isUndo ? "Undo all mine" : "Keep all mine"}
            </Button>
          </Group>
        )}
        {names.map((name) => {
          const definition = schema.properties.find((property) => property.name === name);
          if (definition === undefined) return null;
          return (
            <Radio.Group
              key={name}
              label={definition.label}
              value={sides[name] ?? ""}
              onChange={(side) => setSides((all) => ({ ...all, [name]: side as Side }))}
            >
              <Stack gap={6} mt={6}>
                <Value
                  side="theirs"
                  title="Theirs"
                  {...{ definition, schema, theirs }}
                  value={theirs.properties[name]}
                />
                <Value
                  side="mine"
                  title={isUndo ? "Before my change" : "Mine"}
                  {...{ definition, schema, theirs }}
                  value={mine.get(name)}
                />
              </Stack>
            </Radio.Group>
          );
        })}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => onAnswer(null)}>
            Cancel
          </Button>
          <Button type="submit" disabled={names.some((name) => sides[name] === undefined)}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface ValueProps {
  readonly side: Side;
  readonly title: string;
  readonly definition: PropertyDefinition;
  readonly schema: Schema;
  readonly theirs: Question["theirs"];
  readonly value: PropertyData | undefined;
}

function Value({ side, title, definition, schema, theirs, value }: ValueProps) {
  const choices = propertyChoices(definition, schema);
  const { currency } = theirs.properties;
  return (
    <Radio
      value={side}
      style={{ overflowWrap: "anywhere" }}
      label={
        <>
          <Text span inherit c="dimmed">
            {title}:{" "}
          </Text>
          <PropertyValue
            definition={definition}
            value={value}
            links={false}
            currency={
              definition.name === "amount" && typeof currency === "string" ? currency : null
            }
            {...(choices === null ? {} : { choices })}
          />
        </>
      }
    />
  );
}
