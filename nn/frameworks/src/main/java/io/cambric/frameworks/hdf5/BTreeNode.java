package io.cambric.frameworks.hdf5;

import java.util.ArrayList;
import java.util.List;

/**
 * A node of a tree of version 1, which finds the members of a group or the chunks of a dataset.
 *
 * @param level 0 for a leaf
 */
record BTreeNode(int level, List<Child> children) {

  static final int GROUPS = 0;
  static final int CHUNKS = 1;

  private static final String NAME = "a node of a tree";
  private static final int HEAD = 24;

  /**
   * A child.
   *
   * @param key in front of it
   */
  record Child(Hdf5Section key, long address) {}

  /**
   * {@return the node at an address}
   *
   * @param keyBytes the number of bytes in a key
   */
  static BTreeNode at(Hdf5Content content, long address, int type, int keyBytes) {
    var head = content.section(address, HEAD, NAME);
    head.signature("TREE");
    if (head.byteValue() != type) {
      throw head.malformed("has another type than " + type);
    }
    int level = head.byteValue();
    int count = head.shortValue();
    long each = keyBytes + Hdf5Section.WIDE;
    var entries = content.section(address + HEAD, count * each, NAME);
    var children = new ArrayList<Child>();
    for (int i = 0; i < count; i++) {
      children.add(new Child(entries.part(keyBytes, "a key"), entries.address()));
    }
    return new BTreeNode(level, children);
  }
}
