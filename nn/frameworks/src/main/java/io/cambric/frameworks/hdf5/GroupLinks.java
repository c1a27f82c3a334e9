package io.cambric.frameworks.hdf5;

import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/** The links of a group: the addresses of its members by name. Mutable, for one group. */
final class GroupLinks {

  private static final int SYMBOL_HEAD = 8;
  private static final int SYMBOL_ENTRY = 40;
  private static final int SOFT_ENTRY = 2;

  private static final int HARD = 0;

  private final Hdf5Content content;
  private final String group;
  private final SequencedMap<String, Long> addresses = new LinkedHashMap<>();

  private GroupLinks(Hdf5Content content, String group) {
    this.content = content;
    this.group = group;
  }

  /**
   * {@return the addresses of the members of a group, in the order of the file}
   *
   * @param group its path for messages
   * @throws DataException if they are malformed, or a link leads to a path or another file
   */
  static SequencedMap<String, Long> of(Hdf5Content content, String group, ObjectHeader header) {
    var links = new GroupLinks(content, group);
    for (var message : header.messages()) {
      switch (message.type()) {
        case ObjectHeader.SYMBOL_TABLE -> links.table(message.body());
        case ObjectHeader.LINK_INFO -> links.many(message.body());
        case ObjectHeader.LINK -> links.link(message.body());
        default -> {}
      }
    }
    return links.addresses;
  }

  /** {@return whether an object is a group} */
  static boolean isGroup(ObjectHeader header) {
    return header.find(ObjectHeader.SYMBOL_TABLE).isPresent()
        || header.find(ObjectHeader.LINK_INFO).isPresent();
  }

  private void add(String name, long address) {
    if (name.isEmpty() || name.contains("/") || addresses.put(name, address) != null) {
      throw content.malformed(
          "group %s has a member %s that is empty, repeated, or with a slash"
              .formatted(Quoted.of(group), Quoted.of(name)));
    }
  }

  private DataException foreign(String kind, String name) {
    return content.unsupported(
        "the %s link %s in group %s".formatted(kind, Quoted.of(name), Quoted.of(group)));
  }

  /** Adds the links of a group with many members, which are in a heap. */
  private void many(Hdf5Section info) {
    info.version(0, 0);
    int flags = info.byteValue();
    info.skip((flags & 1) == 0 ? 0 : Long.BYTES);
    long heap = info.address();
    long tree = info.address();
    if (heap != Hdf5Content.UNDEFINED && tree != Hdf5Content.UNDEFINED) {
      var links = new LinkHeap(content, heap);
      for (var number : RecordTree.records(content, tree)) {
        // A checksum of the name comes first.
        number.skip(Integer.BYTES);
        link(links.link(number));
      }
    }
  }

  private void link(Hdf5Section link) {
    link.version(1, 1);
    int flags = link.byteValue();
    int kind = (flags & 8) == 0 ? HARD : link.byteValue();
    link.skip(((flags & 4) == 0 ? 0 : Long.BYTES) + ((flags & 16) == 0 ? 0 : 1));
    long length = link.number(1 << (flags & 3));
    var name = new String(link.bytes(length), StandardCharsets.UTF_8);
    if (kind != HARD) {
      throw foreign(kind == 1 ? "soft" : "external", name);
    }
    add(name, link.address());
  }

  private void table(Hdf5Section table) {
    long root = table.address();
    var names = names(table.address());
    var visited = new HashSet<Long>();
    var nodes = new ArrayDeque<>(List.of(root));
    while (!nodes.isEmpty()) {
      long address = nodes.remove();
      if (!visited.add(address)) {
        throw content.malformed(
            "the tree of group %s leads back to byte %d".formatted(Quoted.of(group), address));
      }
      var node = BTreeNode.at(content, address, BTreeNode.GROUPS, Hdf5Section.WIDE);
      for (var child : node.children()) {
        if (node.level() > 0) {
          nodes.add(child.address());
        } else {
          symbols(child.address(), names);
        }
      }
    }
  }

  /** {@return the names of all members, each found by its position} */
  private Hdf5Section names(long heap) {
    var head = content.section(heap, 32, "a heap of names");
    head.signature("HEAP");
    head.version(0, 0);
    head.skip(3);
    long size = head.length();
    head.skip(Hdf5Section.WIDE);
    return content.section(head.address(), size, "a heap of names");
  }

  private void symbols(long address, Hdf5Section names) {
    var head = content.section(address, SYMBOL_HEAD, "a symbol table");
    head.signature("SNOD");
    head.version(1, 1);
    head.skip(1);
    int count = head.shortValue();
    var entries =
        content.section(address + SYMBOL_HEAD, (long) count * SYMBOL_ENTRY, "a symbol table");
    for (int i = 0; i < count; i++) {
      var name = names.nameAt(entries.address());
      long header = entries.address();
      boolean soft = entries.intValue() == SOFT_ENTRY;
      entries.skip(SYMBOL_ENTRY - 2 * Hdf5Section.WIDE - Integer.BYTES);
      if (soft) {
        throw foreign("soft", name);
      }
      add(name, header);
    }
  }
}
