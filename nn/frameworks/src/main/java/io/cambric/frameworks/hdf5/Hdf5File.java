package io.cambric.frameworks.hdf5;

import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The datasets of an HDF5 file, and the texts at its groups. An immutable value. */
public final class Hdf5File {

  /** The maximum of characters in the path of a member. */
  private static final int MAX_PATH = 4096;

  private final MemorySegment bytes;
  private final Map<String, Hdf5Dataset> datasets = new LinkedHashMap<>();
  private final Map<String, Map<String, List<String>>> groups = new LinkedHashMap<>();

  private Hdf5File(MemorySegment bytes) {
    this.bytes = bytes;
  }

  /** A member that is still to be read. */
  private record Member(String path, long address) {}

  /**
   * {@return the datasets and groups of a file}
   *
   * @param file the name for messages
   * @throws DataException if it is not a sound HDF5 file, or has a part that is not read
   */
  public static Hdf5File of(String file, MemorySegment bytes) {
    var superblock = Superblock.of(file, bytes);
    var content = superblock.content();
    var all = new Hdf5File(bytes.asSlice(bytes.byteSize() - content.size()));
    all.addAll(content, superblock.root());
    return all;
  }

  private void addAll(Hdf5Content content, long root) {
    var attributes = new TextAttributes(content);
    var visited = new HashSet<Long>();
    var members = new ArrayDeque<>(List.of(new Member("", root)));
    while (!members.isEmpty()) {
      var member = members.pop();
      var path = member.path();
      var header = ObjectHeader.at(content, member.address());
      if (!GroupLinks.isGroup(header)) {
        datasets.put(path, Hdf5Dataset.of(content, path, header, attributes));
        continue;
      }
      if (!visited.add(member.address())) {
        throw content.malformed(
            "group %s is also another group, or contains itself".formatted(Quoted.of(path)));
      }
      groups.put(path, attributes.of(header));
      var links = GroupLinks.of(content, path, header);
      links
          .sequencedEntrySet()
          .reversed()
          .forEach(link -> members.push(below(content, path, link)));
    }
  }

  private static Member below(Hdf5Content content, String group, Map.Entry<String, Long> link) {
    if (group.length() + link.getKey().length() >= MAX_PATH) {
      throw content.malformed(
          "the path of group %s is longer than %d characters"
              .formatted(Quoted.of(group), MAX_PATH));
    }
    var path = group.isEmpty() ? link.getKey() : group + "/" + link.getKey();
    return new Member(path, link.getValue());
  }

  /** {@return the datasets by path, in the order of the file} */
  public Map<String, Hdf5Dataset> datasets() {
    return Collections.unmodifiableMap(datasets);
  }

  /** {@return the paths of all groups, empty for the root} */
  public Set<String> groups() {
    return Collections.unmodifiableSet(groups.keySet());
  }

  /**
   * {@return the texts at a group by the name of the attribute; a single text is a list of one}
   *
   * @param group its path; empty for the root
   */
  public Map<String, List<String>> texts(String group) {
    return groups.getOrDefault(group, Map.of());
  }

  /**
   * Passes the elements of a dataset on, in order, in one or more parts.
   *
   * @throws DataException if they are damaged
   */
  public void read(String file, Hdf5Dataset dataset, ElementSink sink) {
    new ElementReader(file, bytes, dataset, sink).read();
  }
}
