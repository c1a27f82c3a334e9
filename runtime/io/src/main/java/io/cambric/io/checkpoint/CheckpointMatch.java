package io.cambric.io.checkpoint;

import io.cambric.array.AxisOrder;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import io.cambric.tree.Trees;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Compares a checkpoint with the target tree of a restore; mutable, for one restore. */
final class CheckpointMatch {

  /** More differences do not help the reader of a message. */
  private static final int MAX_DIFFERENCES = 50;

  private final Path file;
  private final RestoreOptions options;
  private final Map<String, NdArray> saved;

  /** Path in the target to name in the file. */
  private final Map<String, String> names = new LinkedHashMap<>();

  private final Map<String, String> differences = new TreeMap<>();
  private final Set<String> taken = new HashSet<>();
  private final List<String> takenPaths = new ArrayList<>();
  private final List<String> kept = new ArrayList<>();

  private CheckpointMatch(Path file, Map<String, NdArray> saved, RestoreOptions options) {
    this.file = file;
    this.saved = saved;
    this.options = options;
    for (var name : saved.keySet()) {
      options
          .path(name)
          .ifPresent(path -> {
            var other = names.put(path, name);
            if (other != null) {
              throw new DataException(
                  "Restoring %s needs one name for each path, but %s and %s are both renamed to %s. Change one of them."
                      .formatted(file, Quoted.of(other), Quoted.of(name), Quoted.of(path)));
            }
          });
    }
  }

  /**
   * {@return the target with values of a checkpoint}
   *
   * @throws DataException if they do not fit, with all differences
   */
  static <T> RestoreResult<T> restored(
      long step, Path file, Map<String, NdArray> saved, T target, RestoreOptions options) {
    var match = new CheckpointMatch(file, saved, options);
    match.compare(CheckpointArrays.leaves(target));
    var tree =
        Trees.<T, Object>mapWithPath(
            target, (path, leaf) -> match.restoredLeaf(CheckpointLeaves.name(path), leaf));
    return new RestoreResult<>(tree, match.report(step));
  }

  private void compare(Map<String, NdArray> needed) {
    if (names.isEmpty() && !saved.isEmpty()) {
      throw new DataException(
          "Checkpoint %s has nothing in the part %s, but has the parts %s. Select one of them with withPart."
              .formatted(file, Quoted.of(options.part()), Quoted.of(parts())));
    }
    needed.forEach((path, array) -> {
      if (!options.takes(path)) {
        kept.add(path);
        return;
      }
      var name = names.get(path);
      if (name == null) {
        differences.put(path, "is missing");
      } else {
        taken.add(name);
        takenPaths.add(path);
        compare(path, saved(name), array);
      }
    });
    if (!options.isPartial()) {
      names.keySet().stream()
          .filter(path -> !needed.containsKey(path))
          .forEach(path -> differences.put(path, "is not requested"));
    }
    if (!differences.isEmpty()) {
      throw differ();
    }
    if (takenPaths.isEmpty() && !needed.isEmpty()) {
      throw new DataException(
          "Restoring %s needs at least one path, but the options select none of %s. Select others with withPaths."
              .formatted(file, Quoted.of(needed.keySet())));
    }
  }

  private void compare(String path, NdArray came, NdArray needed) {
    var strong = needed.aval().strong();
    if (!came.aval().strong().equals(strong)) {
      differences.put(
          path,
          "is %s instead of %s%s"
              .formatted(
                  came.aval(),
                  strong,
                  AxisOrder.between(came.shape(), needed.shape())
                      .map(order ->
                          ", the same array with its axes transposed by %s".formatted(order))
                      .orElse("")));
    }
  }

  /** {@return the first segments of the names in the file, and the parts below them} */
  private Set<String> parts() {
    var parts = new TreeSet<String>();
    for (var name : saved.keySet()) {
      int end = name.indexOf('/');
      int next = end < 0 ? -1 : name.indexOf('/', end + 1);
      parts.add(end < 0 ? name : name.substring(0, end));
      if (next >= 0) {
        parts.add(name.substring(0, next));
      }
    }
    return parts;
  }

  private DataException differ() {
    var listed =
        differences.entrySet().stream()
            .limit(MAX_DIFFERENCES)
            .map(each -> Quoted.of(each.getKey()) + " " + each.getValue())
            .collect(Collectors.joining("; "));
    int more = differences.size() - MAX_DIFFERENCES;
    return new DataException(
        "Checkpoint %s does not match the tree that is restored: %s%s. Restore into a tree like the saved one, or select a part with RestoreOptions."
            .formatted(file, listed, more > 0 ? "; and %d more".formatted(more) : ""));
  }

  private Object restoredLeaf(String path, Object leaf) {
    var name = names.get(path);
    return name != null && taken.contains(name) ? CheckpointLeaves.like(leaf, saved(name)) : leaf;
  }

  private NdArray saved(String name) {
    return Objects.requireNonNull(saved.get(name));
  }

  private RestoreReport report(long step) {
    var unused = saved.keySet().stream().filter(name -> !taken.contains(name)).toList();
    return new RestoreReport(step, file, takenPaths, kept, unused);
  }
}
