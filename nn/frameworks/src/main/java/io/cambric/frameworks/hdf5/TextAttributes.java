package io.cambric.frameworks.hdf5;

import io.cambric.errors.DataException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The attributes of an object that are texts or lists of texts. Mutable, for one file. */
final class TextAttributes {

  private static final int HEAD = 16;
  private static final int OBJECT_HEAD = 16;

  /** The number of bytes of a text elsewhere: its length, an address, a number. */
  private static final int REMOTE = 16;

  private final Hdf5Content content;
  private final Map<Long, Map<Integer, Hdf5Section>> heaps = new HashMap<>();

  TextAttributes(Hdf5Content content) {
    this.content = content;
  }

  /**
   * {@return the texts by the name of the attribute; a single text is a list of one, numbers are
   * left out}
   *
   * @throws DataException if an attribute is malformed
   */
  Map<String, List<String>> of(ObjectHeader header) {
    var texts = new LinkedHashMap<String, List<String>>();
    for (var message : header.messages()) {
      switch (message.type()) {
        case ObjectHeader.ATTRIBUTE -> add(message.body(), texts);
        case ObjectHeader.ATTRIBUTE_INFO -> requireFew(message.body());
        default -> {}
      }
    }
    return texts;
  }

  private void requireFew(Hdf5Section info) {
    info.version(0, 0);
    info.skip((info.byteValue() & 1) == 0 ? 0 : Short.BYTES);
    if (info.address() != Hdf5Content.UNDEFINED) {
      throw content.unsupported("an object with its attributes in a heap");
    }
  }

  private void add(Hdf5Section attribute, Map<String, List<String>> texts) {
    int version = attribute.version(1, 3);
    int flags = attribute.byteValue();
    int nameBytes = attribute.shortValue();
    int typeBytes = attribute.shortValue();
    int spaceBytes = attribute.shortValue();
    attribute.skip(version == 3 ? 1 : 0);
    if (version > 1 && flags != 0) {
      throw attribute.unsupported("an attribute of a shared type");
    }
    var name = attribute.part(nameBytes, "the name of an attribute").text(nameBytes);
    pad(attribute, version, nameBytes);
    var type = Datatype.of(attribute.part(typeBytes, "the type of an attribute"));
    pad(attribute, version, typeBytes);
    var space = Dataspace.of(attribute.part(spaceBytes, "the sizes of an attribute"));
    pad(attribute, version, spaceBytes);
    if (space.count() == 0) {
      texts.put(name, List.of());
    } else if (type.kind() == Datatype.Kind.TEXT || type.kind() == Datatype.Kind.REMOTE_TEXT) {
      texts.put(name, values(attribute, type, space.count()));
    }
  }

  private static void pad(Hdf5Section attribute, int version, int bytes) {
    attribute.skip(version == 1 ? Math.floorMod(-bytes, 8) : 0);
  }

  private List<String> values(Hdf5Section attribute, Datatype type, long count) {
    var values = new ArrayList<String>();
    for (long i = 0; i < count; i++) {
      values.add(
          type.kind() == Datatype.Kind.TEXT
              ? attribute.text(type.bytes())
              : remote(attribute.part(type.bytes(), "a text of an attribute")));
    }
    return List.copyOf(values);
  }

  private String remote(Hdf5Section text) {
    if (text.remaining() != REMOTE) {
      throw text.malformed("has %d bytes, not %d".formatted(text.remaining(), REMOTE));
    }
    long length = text.intValue();
    long address = text.address();
    int number = (int) text.intValue();
    if (length == 0) {
      return "";
    }
    var heap = heaps.computeIfAbsent(address, this::heap);
    var object = heap.get(number);
    if (object == null) {
      throw text.malformed("is number %d of a heap that has no such text".formatted(number));
    }
    return object.start(length);
  }

  private Map<Integer, Hdf5Section> heap(long address) {
    var head = content.section(address, HEAD, "a heap of texts");
    head.signature("GCOL");
    head.version(1, 1);
    head.skip(3);
    long size = head.length();
    var objects = content.section(address + HEAD, size - HEAD, "a heap of texts");
    var all = new HashMap<Integer, Hdf5Section>();
    while (objects.remaining() >= OBJECT_HEAD) {
      int number = objects.shortValue();
      objects.skip(Short.BYTES + Integer.BYTES);
      long bytes = objects.length();
      if (number == 0) {
        // The rest is free.
        return all;
      }
      all.put(number, objects.part(bytes, "a text in a heap"));
      objects.pad();
    }
    return all;
  }
}
