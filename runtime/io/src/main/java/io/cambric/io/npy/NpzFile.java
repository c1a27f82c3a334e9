package io.cambric.io.npy;

import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.file.support.InputFile;
import io.cambric.file.support.Quoted;
import io.cambric.file.support.UnpackLimit;
import io.cambric.io.RawArray;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * An open npz file: a map from names to arrays. Each request reads the array again. Names are the
 * names of members without the ending {@code .npy}. Members without that ending are not arrays, and
 * are ignored.
 *
 * @see Npz#open(Path)
 */
public final class NpzFile implements AutoCloseable {

  /** The name ending of members that are arrays. */
  static final String SUFFIX = ".npy";

  private static final String KIND = "an npz file";

  private final Path file;
  private final long bytes;
  private final UnpackLimit limit;
  private final ZipFile zip;
  private final Map<String, ZipEntry> members;
  private final long storedBytes;
  private final long inflatedBytes;

  private NpzFile(
      Path file, long bytes, UnpackLimit limit, ZipFile zip, Map<String, ZipEntry> members) {
    this.file = file;
    this.bytes = bytes;
    this.limit = limit;
    this.zip = zip;
    this.members = members;
    this.storedBytes = bytes(members.values(), true);
    this.inflatedBytes = bytes(members.values(), false);
  }

  static NpzFile open(Path file, UnpackLimit limit) {
    return InputFile.read(
        file,
        KIND,
        channel -> {
          var zip = new ZipFile(file.toFile());
          try {
            return new NpzFile(file, channel.size(), limit, zip, members(file, zip));
          } catch (DataException e) {
            zip.close();
            throw e;
          }
        });
  }

  private static Map<String, ZipEntry> members(Path file, ZipFile zip) {
    var members = new LinkedHashMap<String, ZipEntry>();
    for (var entry : Collections.list(zip.entries())) {
      var name = entry.getName();
      if (name.endsWith(SUFFIX)
          && members.put(name.substring(0, name.length() - SUFFIX.length()), entry) != null) {
        throw malformed(file, "it has two members %s".formatted(Quoted.of(name)));
      }
    }
    return members;
  }

  /** {@return the names of the arrays, in the order of the file} */
  public Set<String> names() {
    return Collections.unmodifiableSet(members.keySet());
  }

  /**
   * {@return the array with a name}
   *
   * @throws DataException if there is none, it is damaged, its dtype is one that Cambric does not
   *     compute with, or the file is closed
   * @throws io.cambric.errors.HeapExhaustedException if the heap has no room for the array
   */
  public NdArray get(String name) {
    return Npy.array(place(name), getAny(name));
  }

  /**
   * {@return the array with a name: an {@link NdArray}, or a {@link RawArray} as {@link
   * Npy#readAny(Path)} gives it}
   *
   * @throws DataException if there is none, it is damaged, it has another dtype, or the file is
   *     closed
   * @throws io.cambric.errors.HeapExhaustedException if the heap has no room for the array
   */
  public Object getAny(String name) {
    var member = members.get(name);
    if (member == null) {
      throw new DataException(
          "%s has no array named %s among its %d arrays. names() lists them."
              .formatted(file, Quoted.of(name), members.size()));
    }
    requireBounded(member);
    try (var stream = new CheckedInputStream(zip.getInputStream(member), new CRC32())) {
      var reader = new NpyReader(place(name), Channels.newChannel(stream), member.getSize());
      var array = reader.read();
      reader.drain();
      if (stream.getChecksum().getValue() != member.getCrc()) {
        throw malformed(
            file, "the CRC-32 of member %s does not match its bytes".formatted(place(member)));
      }
      return array;
    } catch (IOException e) {
      throw malformed(file, "member %s cannot be read: %s".formatted(place(member), e), e);
    } catch (IllegalStateException e) {
      throw new DataException(
          "%s is closed, so array %s cannot be read. Read arrays before closing the file."
              .formatted(file, Quoted.of(name)),
          e);
    }
  }

  /** Refuses a member that would need more memory than the file contains, or the limit allows. */
  private void requireBounded(ZipEntry member) {
    long size = member.getSize();
    boolean stored = member.getMethod() == ZipEntry.STORED;
    long packed = Math.min(member.getCompressedSize(), bytes);
    long most = stored ? packed : UnpackLimit.possible(packed);
    if (size < 0 || size > most) {
      throw malformed(
          file,
          "member %s would have %d bytes, but its %d stored bytes unpack to at most %d"
              .formatted(place(member), size, packed, most));
    }
    if (stored && storedBytes > bytes) {
      throw malformed(
          file,
          "its members have %d bytes, but the file has only %d".formatted(storedBytes, bytes));
    }
    if (!stored) {
      limit.require(file.toString(), bytes, inflatedBytes);
    }
  }

  /** {@return the unpacked bytes of all compressed members, or of all stored ones} */
  private static long bytes(Collection<ZipEntry> members, boolean stored) {
    return members.stream()
        .filter(member -> stored == (member.getMethod() == ZipEntry.STORED))
        .mapToLong(member -> Math.max(0, member.getSize()))
        .reduce(0, (a, b) -> a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b);
  }

  private String place(String name) {
    return "Member %s of %s".formatted(Quoted.of(name + SUFFIX), file);
  }

  private static String place(ZipEntry member) {
    return Quoted.of(member.getName());
  }

  private static DataException malformed(Path file, String what) {
    return new DataException(message(file, what));
  }

  private static DataException malformed(Path file, String what, Exception cause) {
    return new DataException(message(file, what), cause);
  }

  private static String message(Path file, String what) {
    return "%s is not a valid npz file: %s. Fetch or write it again.".formatted(file, what);
  }

  /**
   * Closes the file; arrays from earlier reads stay valid.
   *
   * @throws DataException if the system cannot close it
   */
  @Override
  public void close() {
    try {
      zip.close();
    } catch (IOException e) {
      throw new DataException("File %s cannot be closed: %s.".formatted(file, e), e);
    }
  }

  /** {@return the file, and the names of its first arrays} */
  @Override
  public String toString() {
    return "NpzFile " + file + " " + Quoted.of(members.keySet());
  }
}
