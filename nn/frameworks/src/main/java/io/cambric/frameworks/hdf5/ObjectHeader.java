package io.cambric.frameworks.hdf5;

import io.cambric.errors.DataException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * The header of a group or a dataset, as a list of messages.
 *
 * @param messages in the order of the file
 */
record ObjectHeader(List<Message> messages) {

  static final int DATASPACE = 0x01;
  static final int LINK_INFO = 0x02;
  static final int DATATYPE = 0x03;
  static final int LINK = 0x06;
  static final int EXTERNAL_FILES = 0x07;
  static final int LAYOUT = 0x08;
  static final int FILTERS = 0x0b;
  static final int ATTRIBUTE = 0x0c;
  static final int SYMBOL_TABLE = 0x11;
  static final int ATTRIBUTE_INFO = 0x15;

  private static final int CONTINUATION = 0x10;
  private static final int SHARED = 2;

  private static final String NAME = "an object header";
  private static final int START = 16;
  private static final int LONGEST_START = 34;
  private static final int CHECKSUM = 4;

  /** The version without letters at its beginning. */
  private static final int OLD = 1;

  /**
   * A message.
   *
   * @param type its number in the specification
   * @param body the content, which can be read once
   */
  record Message(int type, Hdf5Section body) {}

  /** A part of a header, and whether each message in it has a creation order. */
  private record Block(Hdf5Section section, boolean old, boolean ordered) {}

  /**
   * {@return the header at an address}
   *
   * @throws DataException if there is none
   */
  static ObjectHeader at(Hdf5Content content, long address) {
    var start = content.section(address, Math.min(START, content.size() - address), NAME);
    return start.byteValue() == OLD ? old(content, address, start) : current(content, address);
  }

  private static ObjectHeader old(Hdf5Content content, long address, Hdf5Section start) {
    start.skip(7);
    long size = start.intValue();
    var first = content.section(address + START, size, NAME);
    return all(content, new Block(first, true, false));
  }

  private static ObjectHeader current(Hdf5Content content, long address) {
    long rest = content.size() - address;
    var start = content.section(address, Math.min(LONGEST_START, rest), NAME);
    start.signature("OHDR");
    start.version(2, 2);
    int flags = start.byteValue();
    start.skip(((flags & 0x20) == 0 ? 0 : START) + ((flags & 0x10) == 0 ? 0 : Integer.BYTES));
    long size = start.number(1 << (flags & 3));
    var first = content.section(address + start.position(), size, NAME);
    return all(content, new Block(first, false, (flags & 4) != 0));
  }

  private static ObjectHeader all(Hdf5Content content, Block first) {
    var messages = new ArrayList<Message>();
    var continued = new HashSet<Long>();
    var blocks = new ArrayDeque<>(List.of(first));
    while (!blocks.isEmpty()) {
      var block = blocks.remove();
      for (var message : messages(block)) {
        if (message.type() != CONTINUATION) {
          messages.add(message);
          continue;
        }
        long address = message.body().address();
        long length = message.body().length();
        if (!continued.add(address)) {
          throw content.malformed("an object header continues in a circle");
        }
        blocks.add(continuation(content, block, address, length));
      }
    }
    return new ObjectHeader(List.copyOf(messages));
  }

  private static Block continuation(Hdf5Content content, Block before, long address, long length) {
    var section = content.section(address, length, NAME);
    if (before.old()) {
      return new Block(section, true, false);
    }
    section.signature("OCHK");
    return new Block(section.part(section.remaining() - CHECKSUM, NAME), false, before.ordered());
  }

  private static List<Message> messages(Block block) {
    var section = block.section();
    var messages = new ArrayList<Message>();
    int head = block.old() ? 8 : block.ordered() ? 6 : 4;
    // Fewer bytes than a message begins with are a gap.
    while (section.remaining() >= head) {
      int type = block.old() ? section.shortValue() : section.byteValue();
      int size = section.shortValue();
      int flags = section.byteValue();
      section.skip(block.old() ? 3 : block.ordered() ? Short.BYTES : 0);
      var body = section.part(size, "a message of type %d".formatted(type));
      if ((flags & SHARED) != 0) {
        throw section.unsupported("a shared message of type %d".formatted(type));
      }
      messages.add(new Message(type, body));
    }
    return messages;
  }

  /** {@return the content of the first message of a type} */
  Optional<Hdf5Section> find(int type) {
    return messages.stream()
        .filter(message -> message.type() == type)
        .map(Message::body)
        .findFirst();
  }
}
