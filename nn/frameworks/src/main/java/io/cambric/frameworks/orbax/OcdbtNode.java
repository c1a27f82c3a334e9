package io.cambric.frameworks.orbax;

import io.cambric.file.support.Quoted;
import io.cambric.file.support.UnpackLimit;
import io.cambric.frameworks.content.ByteCursor;
import io.cambric.io.protobuf.Utf8;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads the columns of a node: files, keys, and where values or nodes below lie. Columns are lists
 * of numbers, one of them after the other; mutable, for one thread.
 */
final class OcdbtNode {

  private static final int MAX_LENGTH = 0xffff;

  private final KeyValues values;
  private final ByteCursor cursor;

  /**
   * A data file.
   *
   * @param base the part of its path that the paths in its nodes begin with
   * @param path of the file
   */
  record DataFile(String base, Path path) {}

  /**
   * Bytes in a data file.
   *
   * @param file with the bytes
   * @param offset of the first byte
   * @param length in bytes
   */
  record Place(DataFile file, long offset, long length) {

    ValuePlace value() {
      return new ValuePlace.InFile(file.path(), offset, length);
    }
  }

  /**
   * A node below this one.
   *
   * @param prefix of all of its keys, without the one of this node
   * @param place of the node
   */
  record Child(byte[] prefix, Place place) {}

  /**
   * A key with its value.
   *
   * @param key without the prefix of the node
   * @param value or its place
   */
  record Leaf(byte[] key, ValuePlace value) {}

  OcdbtNode(KeyValues values, ByteCursor cursor) {
    this.values = values;
    this.cursor = cursor;
  }

  /** {@return the data files of the table that comes next} */
  List<DataFile> files(String base) {
    int count = cursor.count();
    int[] prefixes = shared(count);
    int[] suffixes = numbers(count);
    int[] bases = numbers(count);
    var files = new ArrayList<DataFile>();
    for (var path : texts(prefixes, suffixes)) {
      int baseLength = bases[files.size()];
      if (baseLength > path.length) {
        throw cursor.malformed(
            "has a path of %d bytes whose first part has %d", path.length, baseLength);
      }
      var text = base + text(path);
      files.add(new DataFile(base + text(Arrays.copyOf(path, baseLength)), path(text)));
    }
    return files;
  }

  /** {@return the nodes below that come next} */
  List<Child> children(List<DataFile> files) {
    int count = cursor.count();
    int[] prefixes = shared(count);
    int[] suffixes = numbers(count);
    int[] common = numbers(count);
    var keys = texts(prefixes, suffixes);
    var places = places(count, files);
    statistics(count);
    var children = new ArrayList<Child>();
    for (int i = 0; i < count; i++) {
      if (common[i] > keys.get(i).length) {
        throw cursor.malformed(
            "has a key of %d bytes, of which %d are common", keys.get(i).length, common[i]);
      }
      children.add(new Child(Arrays.copyOf(keys.get(i), common[i]), places.get(i)));
    }
    return children;
  }

  /** {@return the keys with values that come next} */
  List<Leaf> leaves(List<DataFile> files) {
    int count = cursor.count();
    int[] prefixes = shared(count);
    int[] suffixes = numbers(count);
    var keys = texts(prefixes, suffixes);
    long[] lengths = longs(count);
    long[] kinds = longs(count);
    int outside = 0;
    for (long kind : kinds) {
      if (kind != 0 && kind != 1) {
        throw cursor.malformed("has a value of the kind %s", Long.toUnsignedString(kind));
      }
      outside += (int) kind;
    }
    int[] ids = ids(outside, files);
    long[] offsets = longs(outside);
    var leaves = new ArrayList<Leaf>();
    int next = 0;
    for (int i = 0; i < count; i++) {
      ValuePlace value;
      if (kinds[i] == 1) {
        value = new Place(files.get(ids[next]), offsets[next], lengths[i]).value();
        next++;
      } else {
        value = new ValuePlace.Inline(cursor.bytes(lengths[i]).toArray(ValueLayout.JAVA_BYTE));
      }
      leaves.add(new Leaf(keys.get(i), value));
    }
    return leaves;
  }

  /** {@return the root of the newest version of a tree, and its height, which come next} */
  Root newest(List<DataFile> files) {
    int count = cursor.count();
    if (count == 0) {
      throw cursor.malformed("has no version");
    }
    longs(count);
    int height = 0;
    for (int i = 0; i < count; i++) {
      height = cursor.uint8();
    }
    var place = places(count, files).getLast();
    return new Root(place, height);
  }

  /**
   * The root of a tree.
   *
   * @param place of its node
   * @param height of its node
   */
  record Root(Place place, int height) {

    /** Both numbers of a tree without keys. */
    private static final long MISSING = -1;

    boolean isMissing() {
      return place.offset() == MISSING && place.length() == MISSING;
    }
  }

  private List<Place> places(int count, List<DataFile> files) {
    int[] ids = ids(count, files);
    long[] offsets = longs(count);
    long[] lengths = longs(count);
    var places = new ArrayList<Place>();
    for (int i = 0; i < count; i++) {
      places.add(new Place(files.get(ids[i]), offsets[i], lengths[i]));
    }
    return places;
  }

  private int[] ids(int count, List<DataFile> files) {
    long[] ids = longs(count);
    for (long id : ids) {
      if (id < 0 || id >= files.size()) {
        throw cursor.malformed(
            "names data file %s of %d, counted from 0", Long.toUnsignedString(id), files.size());
      }
    }
    return Arrays.stream(ids).mapToInt(Math::toIntExact).toArray();
  }

  /** Skips the numbers of keys and bytes below. */
  private void statistics(int count) {
    for (int column = 0; column < 3; column++) {
      longs(count);
    }
  }

  private long[] longs(int count) {
    if (count > cursor.remaining()) {
      throw cursor.malformed(
          "has %d bytes left, too few for %d numbers", cursor.remaining(), count);
    }
    var column = new long[count];
    for (int i = 0; i < count; i++) {
      column[i] = cursor.varint();
    }
    return column;
  }

  /** {@return lengths that have a common maximum} */
  private int[] numbers(int count) {
    long[] column = longs(count);
    var numbers = new int[count];
    for (int i = 0; i < count; i++) {
      if (column[i] < 0 || column[i] > MAX_LENGTH) {
        throw cursor.malformed(
            "has a key or path with a part of %s bytes, more than %d",
            Long.toUnsignedString(column[i]), MAX_LENGTH);
      }
      numbers[i] = (int) column[i];
    }
    return numbers;
  }

  /** {@return how many bytes each text shares with the one before, none for the first} */
  private int[] shared(int count) {
    var shared = new int[count];
    if (count > 0) {
      System.arraycopy(numbers(count - 1), 0, shared, 1, count - 1);
    }
    return shared;
  }

  /** {@return texts, which leave out what they share with the one before} */
  private List<byte[]> texts(int[] shared, int[] own) {
    var texts = new ArrayList<byte[]>();
    byte[] last = {};
    long most = UnpackLimit.bySize("").bytes(cursor.position() + cursor.remaining());
    for (int i = 0; i < own.length; i++) {
      if (shared[i] > last.length) {
        throw cursor.malformed(
            "has a text that shares %d bytes with one of %d", shared[i], last.length);
      }
      var text = new ByteArrayOutputStream();
      text.write(last, 0, shared[i]);
      text.writeBytes(cursor.bytes(own[i]).toArray(ValueLayout.JAVA_BYTE));
      last = text.toByteArray();
      texts.add(last);
      most -= last.length;
      if (most < 0) {
        throw cursor.malformed("has texts of more than a hundred times its bytes");
      }
    }
    return texts;
  }

  private String text(byte[] bytes) {
    var text = Utf8.decode(MemorySegment.ofArray(bytes));
    if (text == null) {
      throw cursor.malformed("has a path that is not UTF-8");
    }
    return text;
  }

  /** {@return a file below the folder of the checkpoint} */
  private Path path(String text) {
    try {
      var path = values.folder().resolve(text).normalize();
      if (path.startsWith(values.folder().normalize()) && !text.isEmpty()) {
        return path;
      }
    } catch (InvalidPathException e) {
      throw KeyValues.malformed(
          values.folder(), "no file is named %s".formatted(Quoted.of(text)), e);
    }
    throw cursor.malformed("names the file %s, which is outside of the folder", Quoted.of(text));
  }
}
