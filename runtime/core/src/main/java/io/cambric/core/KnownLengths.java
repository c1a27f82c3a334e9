package io.cambric.core;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The lengths of a program with ragged axes: the values of the lengths of arguments, and the
 * expressions that occurred. Mutable while the program runs.
 */
public final class KnownLengths {

  private final Map<Length.Root, Array> roots;
  private final List<Length> seen;
  private final Map<Object, Array> made = new HashMap<>();

  /** Makes the lengths of arguments with their values, i32 scalars. */
  public KnownLengths(Map<Length.Root, Array> roots) {
    this(roots, roots.keySet());
  }

  private KnownLengths(Map<Length.Root, Array> roots, Iterable<? extends Length> seen) {
    this.roots = new LinkedHashMap<>(roots);
    this.seen = new ArrayList<>();
    seen.forEach(this.seen::add);
  }

  /** {@return the same lengths with other values, those of another trace} */
  public KnownLengths with(List<Array> values) {
    var others = new LinkedHashMap<Length.Root, Array>();
    for (var root : roots.keySet()) {
      others.put(root, values.get(others.size()));
    }
    return new KnownLengths(others, seen);
  }

  /** {@return the lengths of arguments} */
  public List<Length.Root> roots() {
    return List.copyOf(roots.keySet());
  }

  /** {@return the values of the lengths of arguments} */
  public List<Array> values() {
    return List.copyOf(roots.values());
  }

  /** {@return the value of the length of an argument} */
  public Array value(Length.Root root) {
    var value = roots.get(root);
    if (value == null) {
      throw new IllegalStateException("no value of " + root);
    }
    return value;
  }

  /** {@return an array that depends on lengths only, made once for each key} */
  public Array once(Object key, Supplier<Array> make) {
    var known = made.get(key);
    if (known == null) {
      known = make.get();
      made.put(key, known);
    }
    return known;
  }

  /** Adds the lengths of a result, so that later sizes are known as these. */
  public void see(Padded result) {
    for (var length : result.lengths()) {
      if (length != null && !seen.contains(length)) {
        seen.add(length);
      }
    }
  }

  /**
   * {@return the length with these sizes; {@code null} if there is none}
   *
   * <p>A length that occurred comes first, then a sum or a multiple of lengths of arguments.
   */
  public @Nullable Length find(int size, int twin) {
    for (var length : seen) {
      if (length.has(size, twin)) {
        return length;
      }
    }
    for (var root : roots.keySet()) {
      if (size - root.size() == twin - root.twin()) {
        return root.more(size - root.size());
      }
    }
    for (var root : roots.keySet()) {
      int rows = root.size() == 0 ? 0 : size / root.size();
      if (rows > 1 && root.times(rows).has(size, twin)) {
        return root.times(rows);
      }
    }
    return findSum(size, twin);
  }

  private @Nullable Length findSum(int size, int twin) {
    for (var first : roots.keySet()) {
      for (var second : roots.keySet()) {
        var sum = new Length.Sum(first, second);
        if (size - sum.size() == twin - sum.twin()) {
          return sum.more(size - sum.size());
        }
      }
    }
    return null;
  }

  /** {@return the lengths that were seen} */
  @Override
  public String toString() {
    return "KnownLengths " + seen;
  }
}
