import { Kbd, Table, Title } from "@mantine/core";
import { objectType } from "../object-types.ts";
import { useModKey } from "../ui/keyboard.ts";

type Keys = readonly (readonly [keys: string, what: string])[];

const groups = (): readonly (readonly [where: string, keys: Keys])[] => [
  [
    "Everywhere",
    [
      ["Mod K", "Go to a page or record, or do something"],
      ["?", "Show all keys"],
      ["Esc", "Close, or cancel"],
    ],
  ],
  [
    "Tables",
    [
      ["/", "Search; ↓ goes on to the rows"],
      ["J, K", "Go to the rows, and to the next or previous one"],
      ["← → ↑ ↓", "Go to another cell"],
      ["Enter", "Open the record, or edit the cell"],
      ["F2", "Edit the name or the cell"],
      ["Enter, Tab", "Save the cell and move on"],
      ["X", "Select the row"],
      ["Esc", "Clear the selection"],
    ],
  ],
  [
    "Boards",
    [
      ["← →", "Go to the card’s handle and menu"],
      ["↑ ↓", "Go to another card"],
      ["Space", "On the handle: take or drop the card"],
      ["← → ↑ ↓", "Move the card that you have taken"],
    ],
  ],
  [
    "Records",
    [
      ["J, K", "Go to the next or previous record of the table"],
      ["/", "Find a property; Enter edits the first one"],
      ...["note", "task"].flatMap((type) => {
        const { key = "", add = "" } = objectType(type).activity ?? {};
        return [[key.toUpperCase(), add] as const];
      }),
      ["Enter", "Edit a value, and save it"],
      ["Mod Enter", "Save a text or a form"],
    ],
  ],
  [
    "Duplicates",
    [
      ["J, K", "Go to the next or previous pair"],
      ["M", "Compare and merge"],
      ["D", "Mark as not a duplicate"],
    ],
  ],
];

/** All keys, by where they work. */
export function KeysList() {
  const modKey = useModKey();
  return groups().map(([where, keys]) => (
    <section key={where} aria-label={where}>
      <Title order={3}>{where}</Title>
      <Table mb="sm" verticalSpacing={4}>
        <Table.Tbody>
          {keys.map(([key, what]) => (
            <Table.Tr key={key}>
              <Table.Th scope="row" w={130} fw={400}>
                <Kbd>{key.replace("Mod", modKey)}</Kbd>
              </Table.Th>
              <Table.Td>{what}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  ));
}
