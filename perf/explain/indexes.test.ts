import { expect, test } from 'vitest';
import { indexesOf } from './indexes.ts';

test('the indexes of a table, without what they do not search in order', () => {
  const created = `CREATE TABLE \`orders\` (
  \`id\` int(11) NOT NULL AUTO_INCREMENT,
  \`note\` varchar(20) DEFAULT 'KEY \`x\` (\`y\`)',
  PRIMARY KEY (\`id\`),
  UNIQUE KEY \`by_number\` (\`number\`),
  KEY \`by_customer\` (\`customer_id\`,\`placed_at\` DESC),
  KEY \`by_note\` (\`note\`(10)) USING BTREE,
  FULLTEXT KEY \`words\` (\`note\`),
  CONSTRAINT \`fk\` FOREIGN KEY (\`customer_id\`) REFERENCES \`customers\` (\`id\`)
) ENGINE=InnoDB`;
  expect(indexesOf('orders', created)).toEqual({
    table: 'orders',
    indexes: [
      { name: 'PRIMARY', columns: ['id'] },
      { name: 'by_number', columns: ['number'] },
      { name: 'by_customer', columns: ['customer_id', 'placed_at'] },
      { name: 'by_note', columns: ['note'] },
    ],
  });
});
