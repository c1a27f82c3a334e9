package io.cambric.frameworks.hdf5;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/** A tree of version 2, which finds the links of a group with many members. */
final class RecordTree {

  private static final String NAME = "a tree of links";
  private static final String NODE = "a node of a tree of links";
  private static final int HEAD = 38;
  private static final int NODE_HEAD = 6;
  private static final int NODE_ENDS = 10;

  /** The type of a tree of links by name. */
  private static final int BY_NAME = 5;

  private static final int MAX_DEPTH = 16;

  private final Hdf5Content content;
  private final long nodeBytes;
  private final int recordBytes;

  /** The number of bytes of a number of records, by the depth of the tree. */
  private final int[] countBytes;

  /** A node that is still to be read. */
  private record Node(long address, long records, int depth) {}

  private RecordTree(Hdf5Content content, long nodeBytes, int recordBytes, int depth) {
    this.content = content;
    this.nodeBytes = nodeBytes;
    this.recordBytes = recordBytes;
    this.countBytes = new int[depth + 1];
    long most = (nodeBytes - NODE_ENDS) / recordBytes;
    int each = bytes(most);
    long all = most;
    for (int i = 1; i <= depth; i++) {
      int pointer = Hdf5Section.WIDE + each + countBytes[i - 1];
      long here = (nodeBytes - NODE_ENDS - pointer) / (recordBytes + pointer);
      all = Math.min((here + 1) * all + here, 1L << 40);
      countBytes[i] = bytes(all);
    }
    countBytes[0] = each;
  }

  private static int bytes(long number) {
    return Math.ceilDiv(Long.SIZE - Long.numberOfLeadingZeros(Math.max(1, number)), Byte.SIZE);
  }

  /** {@return all records of a tree} */
  static List<Hdf5Section> records(Hdf5Content content, long address) {
    var head = content.section(address, HEAD, NAME);
    head.signature("BTHD");
    head.version(0, 0);
    int type = head.byteValue();
    long nodeBytes = head.intValue();
    int recordBytes = head.shortValue();
    int depth = head.shortValue();
    if (type != BY_NAME || recordBytes == 0 || depth > MAX_DEPTH || nodeBytes < NODE_ENDS) {
      throw head.malformed(
          "has the type %d, the depth %d and nodes of %d bytes".formatted(type, depth, nodeBytes));
    }
    head.skip(2);
    var root = new Node(head.address(), head.shortValue(), depth);
    return new RecordTree(content, nodeBytes, recordBytes, depth).all(root);
  }

  private List<Hdf5Section> all(Node root) {
    var records = new ArrayList<Hdf5Section>();
    var visited = new HashSet<Long>();
    var nodes = new ArrayDeque<>(List.of(root));
    while (!nodes.isEmpty()) {
      var node = nodes.remove();
      if (node.records() == 0 && node.depth() == 0) {
        continue;
      }
      if (!visited.add(node.address())) {
        throw content.malformed("a tree of links leads back to byte " + node.address());
      }
      var section = content.section(node.address(), nodeBytes, NODE);
      section.signature(node.depth() == 0 ? "BTLF" : "BTIN");
      section.skip(NODE_HEAD - Integer.BYTES);
      for (long i = 0; i < node.records(); i++) {
        records.add(section.part(recordBytes, "a record of a link"));
      }
      if (node.depth() > 0) {
        for (long i = 0; i <= node.records(); i++) {
          nodes.add(child(section, node.depth() - 1));
        }
      }
    }
    return records;
  }

  private Node child(Hdf5Section section, int depth) {
    long address = section.address();
    long records = section.number(countBytes[0]);
    section.skip(depth == 0 ? 0 : countBytes[depth]);
    return new Node(address, records, depth);
  }
}
